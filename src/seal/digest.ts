// Digests of JSON values, equal for values that differ only in the order of their keys.

import { hash } from "node:crypto";

/** SHA-256 of the value's canonical JSON, in base64url (43 characters). */
export function digestJson(value: unknown): string {
  return hash("sha256", canonicalJson(value), "base64url");
}

/** The JSON text of a value with the keys of every object sorted; otherwise what `JSON.stringify` writes. */
export function canonicalJson(value: unknown): string {
  return write(value, "") ?? "null";
}

/** `undefined` for what JSON leaves out. */
function write(value: unknown, key: string): string | undefined {
  // JSON can say it, though `JSON.stringify` does not.
  if (Object.is(value, -0)) return "-0";
  if (typeof value !== "object" || value === null) return JSON.stringify(value);
  if (hasToJson(value)) return write(value.toJSON(key), key);
  if (Array.isArray(value)) {
    return `[${value.map((item, index) => write(item, String(index)) ?? "null").join(",")}]`;
  }
  // Any object may be read by the names of its own members.
  const members = value as Readonly<Record<string, unknown>>;
  const written: string[] = [];
  for (const name of Object.keys(members).sort()) {
    const text = write(members[name], name);
    if (text !== undefined) written.push(`${JSON.stringify(name)}:${text}`);
  }
  return `{${written.join(",")}}`;
}

function hasToJson(value: object): value is { toJSON(key: string): unknown } {
  return "toJSON" in value && typeof value.toJSON === "function";
}
