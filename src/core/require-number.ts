// Options that are numbers, checked before they are used.

import { BeckonError } from "../core/errors.js";

/** The longest time that a timer understands. */
export const MAX_MS: number = 2 ** 31 - 1;

/** Throws unless the option is a whole number within its bounds. */
export function requireNumber(option: string, value: unknown, least: number, most: number): void {
  if (Number.isSafeInteger(value) && Number(value) >= least && Number(value) <= most) return;
  throw new BeckonError(
    "invalid-option",
    `${option} is ${String(value)}. Give a whole number from ${least} to ${most}.`,
  );
}
