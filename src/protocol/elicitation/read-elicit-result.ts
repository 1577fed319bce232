// Reads what a client answers to `elicitation/create`.

import type { FormContent } from "../../core/elicitation/answer.js";
import { isObject, type JsonObject } from "../../core/json.js";

/** What a client says a person did. */
export interface ElicitResult {
  readonly action: "accept" | "decline" | "cancel";
  /** Only with `accept`, and not checked against the form yet. */
  readonly content?: FormContent;
}

/** The result, or `undefined` for what is none. Fields that are null count as absent; so does null for all of them. */
export function readElicitResult(value: unknown): ElicitResult | undefined {
  if (!isObject(value)) return undefined;
  const { action, content } = value;
  if (action === "decline" || action === "cancel") return { action };
  if (action !== "accept") return undefined;
  if (content === undefined || content === null) return { action };
  if (!isObject(content)) return undefined;
  const given = withoutNulls(content);
  return isContent(given) ? { action, content: given } : undefined;
}

function withoutNulls(content: JsonObject): JsonObject {
  const values = Object.values(content);
  if (!values.includes(null)) return content;
  return Object.fromEntries(Object.entries(content).filter(([, value]) => value !== null));
}

const isContent = (content: JsonObject): content is FormContent =>
  Object.values(content).every((value) => isPrimitive(value) || isTexts(value));

const isPrimitive = (value: unknown): boolean =>
  typeof value === "string" || typeof value === "number" || typeof value === "boolean";

const isTexts = (value: unknown): boolean =>
  Array.isArray(value) && value.every((item) => typeof item === "string");
