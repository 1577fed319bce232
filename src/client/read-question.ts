// Reads what a server asks, from the parameters of `elicitation/create`.

import type { FormSchema } from "../core/elicitation/form-schema.js";
import { isObject } from "../core/json.js";
import { messageOf } from "../core/message-of.js";
import { readFormSchema } from "./read-form-schema.js";

/** What is asked, or why nobody can be asked that. */
export type WireQuestion =
  | {
      readonly mode: "form";
      readonly message: string;
      readonly schema: FormSchema;
      readonly problem?: undefined;
    }
  | {
      readonly mode: "url";
      readonly message: string;
      readonly url: string;
      /** The server's id, where the era has one. */
      readonly id: string | undefined;
      readonly problem?: undefined;
    }
  | { readonly problem: string };

/** The question. What cannot be shown, or is not safe to show, is a problem, and never a question. */
export function readQuestion(params: unknown): WireQuestion {
  if (!isObject(params) || typeof params.message !== "string") return { problem: "It has no message." };
  const { mode = "form", message } = params;
  if (mode === "form") {
    try {
      return { mode, message, schema: readFormSchema(params.requestedSchema) };
    } catch (error) {
      return { problem: messageOf(error) };
    }
  }
  if (mode !== "url") return { problem: `It is asked in the mode ${JSON.stringify(mode)}, which is none.` };
  const { url, elicitationId } = params;
  const problem = findUrlProblem(url);
  if (problem !== undefined) return { problem };
  // Without a problem it is text.
  return {
    mode,
    message,
    url: url as string,
    id: typeof elicitationId === "string" ? elicitationId : undefined,
  };
}

/** The url itself is not told: its query may be nobody's business. */
function findUrlProblem(url: unknown): string | undefined {
  if (typeof url !== "string" || !URL.canParse(url)) return "Its url is none.";
  const { protocol } = new URL(url);
  return protocol === "https:" || protocol === "http:"
    ? undefined
    : `Its url begins with ${protocol} instead of https: or http:.`;
}
