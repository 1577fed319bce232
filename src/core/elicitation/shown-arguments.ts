// The arguments of a call as a person may see them beside a question: without credentials, and cut.

import { isObject, type JsonObject } from "../json.js";
import { setMember } from "../set-member.js";
import { looksLikeCredential } from "./credential-name.js";

/** Stands where a credential was. */
const REDACTED = "[redacted]";
/** How much of the arguments is shown, in characters of JSON. */
const MOST = 4_096;
const LONGEST_TEXT = 500;
const LONGEST_NAME = 100;
const MOST_MEMBERS = 50;
const DEEPEST = 5;

/** Arguments to be shown; `undefined` where there are none. */
export function shownArguments(given: unknown): JsonObject | undefined {
  if (!isObject(given)) return undefined;
  const names = Object.keys(given);
  const shown: Record<string, unknown> = {};
  let left = MOST - MORE.length;
  for (const [index, name] of names.entries()) {
    const value = isCredential(name, given[name]) ? REDACTED : show(given[name], 1);
    const length = JSON.stringify([name, value]).length;
    if (length > left || index === MOST_MEMBERS) {
      shown["…"] = `and ${names.length - index} more`;
      break;
    }
    left -= length;
    setMember(shown, name.slice(0, LONGEST_NAME), value);
  }
  return names.length === 0 ? undefined : shown;
}

/** Longer than what says that there is more. */
const MORE = '"…":"and 1000000000 more"';

function show(value: unknown, depth: number): unknown {
  if (typeof value === "string") return value.length > LONGEST_TEXT ? cut(value) : value;
  if (typeof value !== "object" || value === null) return value;
  if (depth === DEEPEST) return "…";
  if (Array.isArray(value)) {
    const first = value.slice(0, MOST_MEMBERS).map((one) => show(one, depth + 1));
    return value.length > MOST_MEMBERS ? [...first, `… ${value.length - MOST_MEMBERS} more`] : first;
  }
  const shown: Record<string, unknown> = {};
  for (const [name, one] of Object.entries(value).slice(0, MOST_MEMBERS))
    setMember(shown, name.slice(0, LONGEST_NAME), isCredential(name, one) ? REDACTED : show(one, depth + 1));
  return shown;
}

/** Not in the middle of a pair of code units. */
const cut = (text: string): string => `${text.slice(0, LONGEST_TEXT).replace(/[\uD800-\uDBFF]$/, "")}…`;

const HEADERS: ReadonlySet<string> = new Set(["authorization", "auth", "cookie", "set-cookie"]);

/** By its name, or since it is what goes into a header for credentials. */
const isCredential = (name: string, value: unknown): boolean =>
  looksLikeCredential(name.slice(0, LONGEST_NAME)) ||
  HEADERS.has(name.toLowerCase()) ||
  (typeof value === "string" && /^(?:bearer|basic) \S/i.test(value));
