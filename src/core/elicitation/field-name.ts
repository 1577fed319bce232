// The name of a field: which ones are refused, and how an error names one.

import { BeckonError } from "../errors.js";

/** Refuses a field with a sentence that begins with its name. */
export function refuseField(name: string, reason: string): never {
  throw new BeckonError("invalid-definition", `Field ${name} ${reason}.`);
}

/** Refuses a name under which a field would get lost, or lose its place among the others. */
export function requireFieldName(name: string): void {
  if (name === "") throw new BeckonError("invalid-definition", "A field has an empty name. Give it one.");
  if (name === "__proto__") refuseField(name, "has a name that JavaScript objects cannot hold; take another");
  if (/^\d+$/.test(name))
    refuseField(name, "has a number for a name, which JavaScript puts before all others; take another");
}
