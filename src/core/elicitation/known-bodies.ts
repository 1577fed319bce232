// The bodies of forms that were built before: handlers build the same few in every execution, and what is the same
// form is known by identity to all who look at it later.

import type { Fields } from "./field.js";
import type { FormBody } from "./form-body.js";

const MOST_KNOWN = 256;
const MOST_TEXT = 2048;

/** Knows bodies by the fields they were built of. */
export class KnownBodies {
  #bodies = new Map<string, FormBody<unknown>>();

  /** The body of equal fields, or the one that `build` makes of these. */
  find(fields: Fields, build: () => FormBody<unknown>): FormBody<unknown> {
    const text = textOf(fields);
    if (text === undefined) return build();
    const known = this.#bodies.get(text);
    if (known !== undefined) return known;
    const body = build();
    if (this.#bodies.size >= MOST_KNOWN) this.#bodies = new Map();
    this.#bodies.set(text, body);
    return body;
  }
}

/** The fields as text; `undefined` where that would not tell them from others, or is long. */
function textOf(fields: Fields): string | undefined {
  for (const name of Object.keys(fields)) {
    const options: unknown = fields[name]?.options;
    if (!isRecord(options)) return undefined;
    for (const option of Object.keys(options)) if (!isTold(options[option])) return undefined;
  }
  const text = JSON.stringify(fields);
  return text.length > MOST_TEXT ? undefined : text;
}

/** True for what JSON tells from everything else. */
function isTold(value: unknown): boolean {
  switch (typeof value) {
    case "string":
    case "boolean":
      return true;
    case "number":
      return Number.isFinite(value);
    case "object":
      return isRecord(value) && Object.keys(value).every((name) => typeof value[name] === "string");
    default:
      return false;
  }
}

/** True for lists and plain objects. */
function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  if (typeof value !== "object" || value === null) return false;
  const prototype = Object.getPrototypeOf(value);
  return prototype === Object.prototype || prototype === Array.prototype;
}
