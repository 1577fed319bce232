// The check of an engine's bounds: a bound that is no positive number would bound nothing.

import { BeckonError } from "../errors.js";

/** Throws unless every value is a number above zero. `Infinity` is one, for those who want no bound. */
export function requirePositive(engine: string, bounds: Readonly<Record<string, unknown>>): void {
  for (const [name, value] of Object.entries(bounds)) {
    if (!(typeof value === "number" && value > 0)) {
      throw new BeckonError(
        "invalid-option",
        `${name} of the ${engine} engine is ${String(value)}. Give a number above 0.`,
      );
    }
  }
}
