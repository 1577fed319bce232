// JSON as types.

/** A JSON object whose members are not known yet. */
export type JsonObject = { readonly [key: string]: unknown };

/** Tells an object (not an array, not null) from everything else. */
export function isObject(value: unknown): value is JsonObject {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
