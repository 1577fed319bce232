// Prints what came of a question, and says how the command ends.

import type { ElicitSpec } from "../../agent/spec.js";
import { ANSWER_FIELD } from "../../agent/spec-to-form.js";
import type { Answer } from "../../core/elicitation/answer.js";
import { isObject } from "../../core/json.js";
import { toJson, toJsonLine } from "../../core/spelled-json.js";
import { type Surroundings, say, tell } from "../frame/surroundings.js";

/** The answer alone on standard output, as text or as JSON; what else is to say on standard error. */
export function printAnswer(
  spec: ElicitSpec,
  told: Answer,
  asJson: boolean,
  surroundings: Surroundings,
): "declined" | "cancelled" | "timeout" | "waiting" | "nobody" | "failed" | undefined {
  if (asJson) say(surroundings, toJsonLine(told));
  else if (told.action === "accept") say(surroundings, answerText(spec, told.content));
  // That nobody is there was told with the question.
  else if (told.action !== "unavailable" || told.reason !== "nobody") tell(surroundings, whatCame(told));
  switch (told.action) {
    case "accept":
      return spec.type === "confirmation" && told.content[ANSWER_FIELD] !== true ? "declined" : undefined;
    case "decline":
      return "declined";
    case "cancel":
      return "cancelled";
    case "timeout":
      return "timeout";
    case "unavailable":
      return told.reason === "waiting" ? "waiting" : told.reason === "nobody" ? "nobody" : "failed";
  }
}

function answerText(spec: ElicitSpec, content: { readonly [field: string]: unknown }): string {
  if (spec.type === "form") return toJson(content);
  const value = content[ANSWER_FIELD];
  if (typeof value === "boolean") return value ? "yes" : "no";
  if (Array.isArray(value)) return value.map(one).join("\n");
  return one(value);
}

/** Raw, as the script wants it: what stands there goes into a variable. */
const one = (value: unknown): string => (isObject(value) ? toJson(value) : String(value ?? ""));

function whatCame(told: Exclude<Answer, { action: "accept" }>): string {
  switch (told.action) {
    case "decline":
      return `Declined.${because(told.reason)}`;
    case "cancel":
      return `Cancelled.${because(told.reason)}`;
    case "timeout":
      return "Nobody answered in time.";
    case "unavailable":
      if (told.reason === "waiting")
        return `Nobody has answered yet. The question stays open: \`beckon show ${told.id ?? ""}\` tells.`;
      return `Too much has been asked. Try again in ${Math.ceil((told.retryAfterMs ?? 0) / 1000)} seconds.`;
  }
}

const because = (reason: string | undefined): string =>
  reason === undefined || reason.trim() === "" ? "" : ` The reason: ${reason.trim()}`;
