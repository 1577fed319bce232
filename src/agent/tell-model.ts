// The text that a model gets back: what the person said, and never more than that.

import type { Answer, FormContent } from "../core/elicitation/answer.js";
import type { ElicitSpec } from "./spec.js";
import { ANSWER_FIELD } from "./spec-to-form.js";

/** What came of a question, with handles in place of sensitive values. */
export type Told =
  | Exclude<Answer, { readonly action: "accept" }>
  | { readonly action: "accept"; readonly content: FormContent };

/** Says it in words. A no is said as a no, a cancellation as a cancellation; neither reads as an answer. */
export function tellModel(spec: ElicitSpec, told: Told): string {
  switch (told.action) {
    case "accept":
      return tellAccepted(spec, told.content);
    case "decline":
      return `The person declined to answer.${because(told.reason)} Nothing was given.`;
    case "cancel":
      return `The question was cancelled.${because(told.reason)} Nothing was given.`;
    case "timeout":
      return "Nobody answered in time. Nothing was given.";
    case "unavailable":
      return tellUnavailable(told);
  }
}

function tellAccepted(spec: ElicitSpec, content: FormContent): string {
  const value = content[ANSWER_FIELD];
  if (spec.type === "form")
    return `The person filled in the form: ${JSON.stringify(content)}${anyHandle(spec) ? HANDLE_NOTE : ""}`;
  if (spec.sensitive)
    return `The person answered. The value is kept from you; pass ${String(value)} where a tool needs it.`;
  switch (spec.type) {
    case "choice":
      return `The person selected: ${String(value)}`;
    case "multi_choice":
      return Array.isArray(value) && value.length > 0
        ? `The person selected: ${JSON.stringify(value)}`
        : "The person selected none of the options.";
    case "confirmation":
      return value === true ? "The person confirmed: yes." : "The person answered: no.";
    default:
      return `The person answered: ${String(value)}`;
  }
}

const HANDLE_NOTE = ". Values that begin with secret: are handles; pass them where a tool needs the value.";

const anyHandle = (spec: ElicitSpec): boolean =>
  spec.sensitive || (spec.fields ?? []).some((field) => field.sensitive);

function tellUnavailable({ reason, id, retryAfterMs }: Told & { readonly action: "unavailable" }): string {
  switch (reason) {
    case "waiting":
      return `Nobody has answered yet. The question stays open${id === undefined ? "" : ` under the id ${id}`}; ask for the answer again later.`;
    case "limited":
      return `Too much has been asked.${retryAfterMs === undefined ? "" : ` Try again in ${Math.ceil(retryAfterMs / 1000)} seconds.`} Nobody was asked.`;
    case "nobody":
      return "Nobody is there who could be asked. Nothing was given.";
  }
}

function because(reason: string | undefined): string {
  if (reason === undefined || reason.trim() === "") return "";
  return ` The reason: ${reason.trim().replace(/[.]$/, "")}.`;
}
