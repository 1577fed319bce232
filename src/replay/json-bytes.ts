// How many bytes a value takes as JSON, without writing it where it is small: most answers are.

/** The most bytes that a character takes. */
export const MOST_CHARACTER = 6;
/** A number, or one of the words of JSON. */
const MOST_WORD = 24;
/** What is no more than this by the safe count is not counted exactly. */
const SMALL = 1024;

/** At most how many bytes; exactly as many for what is large. */
export function jsonBytes(value: unknown): number {
  const most = mostBytes(value, SMALL);
  return most <= SMALL ? most : Buffer.byteLength(JSON.stringify(value));
}

/** Counts no further than just past `limit`. */
function mostBytes(value: unknown, limit: number): number {
  if (typeof value === "string") return 2 + value.length * MOST_CHARACTER;
  if (typeof value !== "object" || value === null) return MOST_WORD;
  if ("toJSON" in value) return limit + 1;
  let bytes = 2;
  for (const name in value) {
    // Whatever has members has them by name.
    const member = (value as Readonly<Record<string, unknown>>)[name];
    bytes += 4 + name.length * MOST_CHARACTER + mostBytes(member, limit - bytes);
    if (bytes > limit) return bytes;
  }
  return bytes;
}
