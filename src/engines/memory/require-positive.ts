// The check of the engine's bounds: a bound that is no positive number would bound nothing.

import { BeckonError } from "../../core/errors.js";

/** Throws unless every value is a number above zero. `Infinity` is one, for those who want no bound. */
export function requirePositive(bounds: Readonly<Record<string, number>>): void {
  for (const [name, value] of Object.entries(bounds)) {
    if (!(value > 0)) {
      throw new BeckonError(
        "invalid-option",
        `${name} of the memory engine is ${value}. Give a number above 0.`,
      );
    }
  }
}
