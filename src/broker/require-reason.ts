// Whoever takes a question back says why.

import { BeckonError } from "../core/errors.js";

const LONGEST = 10_000;

/** The person is told why a question goes away. */
export function requireReason(reason: unknown): asserts reason is string {
  if (typeof reason !== "string" || reason === "" || reason.length > LONGEST)
    throw new BeckonError("invalid-arguments", `A withdrawal has no reason of 1 to ${LONGEST} characters.`);
}
