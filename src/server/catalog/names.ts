// The rule for names.

import { BeckonError } from "../../core/errors.js";

const NAME = /^[A-Za-z0-9_.-]{1,128}$/;

/** Refuses a name that clients could not carry in a header or show in a list. */
export function checkName(kind: string, name: unknown): void {
  if (typeof name === "string" && NAME.test(name)) return;
  throw new BeckonError(
    "invalid-definition",
    `${JSON.stringify(name)} cannot be the name of a ${kind}: use 1 to 128 letters, digits, underscores, dots or hyphens.`,
  );
}
