// The way of a value through JSON and back, so that the handler gets now what it would get from the journal.

import { BeckonError } from "../core/errors.js";
import { isObject, type JsonObject } from "../core/json.js";
import { messageOf } from "../core/message-of.js";
import { setMember } from "../core/set-member.js";

/** The value as JSON gives it back; throws for what JSON cannot carry. */
export function jsonRoundTrip(value: unknown, key: string): unknown {
  if (value === undefined) return undefined;
  if (typeof value !== "object" || value === null) return checkScalar(value, key);
  const text = stringify(value, key);
  if (text === undefined) throw notJson(key, "it turns into nothing");
  return JSON.parse(text);
}

function stringify(value: object, key: string): string | undefined {
  try {
    return JSON.stringify(value, function (this: unknown, name: string, member: unknown): unknown {
      // `this` holds the member as it is, before its own `toJSON`.
      const given = isObject(this) || Array.isArray(this) ? (this as JsonObject)[name] : member;
      const problem = problemOf(given);
      if (problem !== undefined) throw notJson(key, `${name || "it"} is ${problem}`);
      return member;
    });
  } catch (cause) {
    if (cause instanceof BeckonError) throw cause;
    // Circular structures and big integers.
    throw notJson(key, messageOf(cause), cause);
  }
}

/** What keeps a value from coming back as it was. */
function problemOf(given: unknown): string | undefined {
  if (typeof given === "function" || typeof given === "symbol") return `a ${typeof given}`;
  if (typeof given === "number" && !Number.isFinite(given)) return String(given);
  if (given instanceof Date && Number.isNaN(given.getTime())) return "an invalid Date";
  if (typeof given !== "object" || given === null) return undefined;
  return NOT_JSON.some((one) => given instanceof one) || losesAll(given)
    ? `a ${given.constructor.name}`
    : undefined;
}

const NOT_JSON = [Map, Set, Promise, Error, RegExp, WeakMap, WeakSet];

/** True for what comes back as an empty object, or as a heap of numbered bytes: a Response, an ArrayBuffer, a Uint8Array. */
function losesAll(given: object): boolean {
  if (Array.isArray(given) || UNBOXED.some((one) => given instanceof one)) return false;
  if ("toJSON" in given && typeof given.toJSON === "function") return false;
  if (ArrayBuffer.isView(given)) return true;
  // Any object has a prototype, or none.
  const prototype = Object.getPrototypeOf(given) as object | null;
  const isPlain = prototype === null || Object.getPrototypeOf(prototype) === null;
  return !isPlain && Object.keys(given).length === 0;
}

/** Objects that JSON takes for the value they hold. */
const UNBOXED = [String, Number, Boolean];

function checkScalar(value: unknown, key: string): unknown {
  if (typeof value === "string" || typeof value === "boolean" || value === null) return value;
  if (typeof value === "number" && Number.isFinite(value)) return Object.is(value, -0) ? 0 : value;
  throw notJson(key, `it is ${typeof value === "number" ? value : `a ${typeof value}`}`);
}

const notJson = (key: string, why: string, cause?: unknown): BeckonError =>
  new BeckonError(
    "not-json",
    `The step ${key} gave something that JSON cannot carry: ${why}. Return plain data from it.`,
    { cause },
  );

/** A copy that shares nothing with a JSON value. */
export function jsonCopy(value: unknown): unknown {
  if (typeof value !== "object" || value === null) return value;
  return Array.isArray(value) ? value.map(jsonCopy) : copyMembers(value);
}

function copyMembers(value: object): object {
  const copy: Record<string, unknown> = {};
  // Any object may be read by the names of its own members.
  const members = value as JsonObject;
  for (const name of Object.keys(members)) setMember(copy, name, jsonCopy(members[name]));
  return copy;
}
