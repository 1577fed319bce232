// Gathers posted fields under their names, with a limit on their number.

import { BodyProblem } from "./body-problem.js";

/** More than any form has. */
const MOST_FIELDS = 10_000;

const utf8 = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });

/** Fields in the order in which they came. */
export interface PostedFields {
  readonly fields: ReadonlyMap<string, readonly string[]>;
  add(name: string, value: string): void;
}

/** Begins empty. */
export function createPostedFields(): PostedFields {
  const fields = new Map<string, string[]>();
  let count = 0;
  return {
    fields,
    add(name, value) {
      count += 1;
      if (count > MOST_FIELDS) throw new BodyProblem(413, "It has too many fields.");
      const values = fields.get(name);
      if (values === undefined) fields.set(name, [value]);
      else values.push(value);
    },
  };
}

/** Bytes as text. Throws what is no UTF-8. */
export function decodeUtf8(bytes: Uint8Array): string {
  try {
    return utf8.decode(bytes);
  } catch {
    throw new BodyProblem(400, "It is not written in UTF-8.");
  }
}
