// A question as it came to the client.

import type { FormSchema } from "../../core/elicitation/form-schema.js";
import { isObject, type JsonObject } from "../../core/json.js";

/** Something that the server asked. */
export interface AskedQuestion {
  /** What kind of thing is asked for: a form or a page of the person, a reply of the client itself. */
  readonly mode: "form" | "url" | "sampling" | "roots";
  /** What the person is told; for sampling and roots the name of the method. */
  readonly message: string;
  /** The form, as this revision has it. */
  readonly schema: FormSchema | undefined;
  /** The page. */
  readonly url: string | undefined;
  /** The question's key in its run: the author's own, or one made from the question. */
  readonly key: string;
  /** The round in which it was asked, from 1; always 1 in the legacy era. */
  readonly round: number;
  /** All that came over the wire. */
  readonly params: JsonObject;
}

/** Reads a question from the request that carried it. */
export function readQuestion(
  request: JsonObject,
  round: number,
  keyOf: (message: string) => string,
): AskedQuestion {
  const params = isObject(request.params) ? request.params : {};
  const { url, requestedSchema } = params;
  const mode = modeOf(request.method, url);
  const message = typeof params.message === "string" ? params.message : String(request.method);
  return {
    mode,
    message,
    // Written by the server under test.
    schema: requestedSchema as FormSchema | undefined,
    url: typeof url === "string" ? url : undefined,
    key: keyOf(message),
    round,
    params,
  };
}

function modeOf(method: unknown, url: unknown): AskedQuestion["mode"] {
  switch (method) {
    case "sampling/createMessage":
      return "sampling";
    case "roots/list":
      return "roots";
    default:
      return typeof url === "string" ? "url" : "form";
  }
}

/** True for this message, also when it names what was wrong with the last answer. */
export const isMessage = (message: string, label: string): boolean =>
  message === label || message.startsWith(`${label}\n`);

const CORRECT = "\n\nPlease correct:\n";

/** The message without what was wrong with the last answer. */
export const baseMessage = ({ message }: AskedQuestion): string => message.split(CORRECT)[0] ?? "";

/** What was wrong with the last answer, as the message names it. */
export function problemsOf({ message }: AskedQuestion): readonly string[] {
  const [, problems = ""] = message.split(CORRECT);
  return problems.split("\n").flatMap((line) => (line.startsWith("- ") ? [line.slice(2)] : []));
}

/** How errors name a question. */
export function describeQuestion(question: AskedQuestion): string {
  const { mode, schema } = question;
  const fields = Object.entries(schema?.properties ?? {}).map(([name, { type }]) => `${name}: ${type}`);
  return `“${baseMessage(question)}” (${[mode, ...fields].join(", ")})`;
}
