// Reads a number as people write it.

/** A number, or the text where it is none; `problem` is what the number itself cannot say. */
export interface ReadNumber {
  readonly value: number | string;
  readonly problem?: string;
}

const NUMBER = /^[+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:e[+-]?\d+)?$/i;
/** More characters than any number needs to be written exactly. */
const LONGEST_NUMBER = 1_100;

/** Reads a text that is not empty. What is no number is given back for the check to judge. */
export function readNumber(given: string): ReadNumber {
  const text = given.trim();
  if (text.length > LONGEST_NUMBER) return { value: text };
  // A typographical minus is one too.
  const written = text.replace("−", "-");
  const value = NUMBER.test(written) ? Number(written) : Number.NaN;
  if (!Number.isFinite(value)) return { value: text };
  const isInexact = Number.isInteger(value) && !Number.isSafeInteger(value) && /^[+-]?\d+$/.test(written);
  return isInexact && BigInt(value) !== BigInt(written.replace("+", ""))
    ? { value, problem: "has more digits than can be kept exactly" }
    : { value };
}
