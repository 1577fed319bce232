// Lines of the audit as they are found in its file, where others may have written too.

import { isObject } from "../../core/json.js";
import type { Position } from "./audit-line.js";

/** What lines have. */
export interface WrittenLine {
  readonly event: string;
  /** Where it was read; `undefined` for what is in no feed, as what a client was asked. */
  readonly position: Position | undefined;
  /** Lines that say that something is lost have none. */
  readonly id: string | undefined;
}

/** How every line begins. */
const BEGINNING = '{"at":"';

/** The line that a text is; `undefined` when it is none of the audit, or not whole. */
export function readLine(text: string): WrittenLine | undefined {
  if (!text.startsWith(BEGINNING)) return undefined;
  let line: unknown;
  try {
    line = JSON.parse(text);
  } catch {
    return undefined;
  }
  if (!isObject(line)) return undefined;
  const { event, feed, number } = line;
  if (typeof event !== "string") return undefined;
  const id = typeof line.id === "string" ? line.id : undefined;
  if (typeof feed === "string" && typeof number === "number")
    return { event, position: { feed, number }, id };
  return feed === undefined && number === undefined && id !== undefined
    ? { event, position: undefined, id }
    : undefined;
}

/** True for a line of the audit that was broken off, be it after its first character. */
export function isBrokenOff(text: string): boolean {
  if (text.length < BEGINNING.length) return text !== "" && BEGINNING.startsWith(text);
  return text.startsWith(BEGINNING) && !isJson(text);
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}
