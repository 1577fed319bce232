// JSON text that tells -0 from 0, as `JSON.parse` does and `JSON.stringify` does not.

import { isObject, type JsonObject } from "./json.js";

/** Writes what came from JSON, so that it comes back as it was. */
export function exactJson(value: JsonObject): string {
  return holdsMinusZero(value) ? write(value) : JSON.stringify(value);
}

function holdsMinusZero(value: unknown): boolean {
  if (typeof value !== "object" || value === null) return Object.is(value, -0);
  return Object.values(value).some(holdsMinusZero);
}

function write(value: unknown): string {
  if (Object.is(value, -0)) return "-0";
  if (Array.isArray(value)) return `[${value.map(write).join(",")}]`;
  if (!isObject(value)) return JSON.stringify(value);
  const members = Object.entries(value).map(([name, member]) => `${JSON.stringify(name)}:${write(member)}`);
  return `{${members.join(",")}}`;
}
