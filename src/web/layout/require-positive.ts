// Options that count something.

import { BeckonError } from "../../core/errors.js";

/** Throws unless an option is a whole number above 0. */
export function requirePositive(name: string, value: number): void {
  if (!Number.isSafeInteger(value) || value < 1)
    throw new BeckonError(
      "invalid-option",
      `The option ${name} must be a whole number above 0, and is ${value}.`,
    );
}
