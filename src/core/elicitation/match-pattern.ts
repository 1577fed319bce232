// Holds a text against the pattern of a field, for so long and no longer: patterns come from whoever asks.

import { runInNewContext } from "node:vm";
import { isObject } from "../json.js";

/** How long the patterns of one form may still take, to read and to try, in milliseconds. */
export interface Patience {
  leftMs: number;
}

/** All patterns of a form together: more than any needs that was written for people. */
const MOST_MS = 250;

export const newPatience = (): Patience => ({ leftMs: MOST_MS });

/** How long a pattern may be, in characters: reading one takes its time, and nothing can interrupt that. */
export const LONGEST_PATTERN = 1_000;

/** What came of reading a pattern: it is one, it is none, or that took too long to tell. */
type ReadPattern = RegExp | "none" | "too-long";

/** Reads a pattern, if there is time for it. */
export function readPattern(pattern: string, patience: Patience): ReadPattern {
  if (pattern.length > LONGEST_PATTERN || patience.leftMs < 1) return "too-long";
  const begun = performance.now();
  try {
    return new RegExp(pattern, "u");
  } catch {
    return "none";
  } finally {
    patience.leftMs -= performance.now() - begun;
  }
}

/** True when the text matches; `undefined` when that took too long to tell. */
export function matchPattern(pattern: string, text: string, patience: Patience): boolean | undefined {
  const expression = readPattern(pattern, patience);
  if (expression === "too-long") return undefined;
  // Forms that are built here have no such pattern. In one from elsewhere it says nothing.
  if (expression === "none") return true;
  return isQuick(pattern, text) ? expression.test(text) : matchInTime(expression, text, patience);
}

const LONGEST_QUICK = 200;

/** True where little can be tried again: short, no group, and at most one thing that repeats as often as it likes. */
function isQuick(pattern: string, text: string): boolean {
  if (pattern.length > LONGEST_QUICK || text.length > LONGEST_QUICK) return false;
  const bare = pattern.replace(/\\.|\[(?:\\.|[^\]\\])*\]/gu, "x");
  return !bare.includes("(") && (bare.match(/[*+?]|\{\d*,\d*\}/g)?.length ?? 0) <= 1;
}

/** Only a script can be interrupted while an expression tries and tries. */
function matchInTime(expression: RegExp, text: string, patience: Patience): boolean | undefined {
  if (patience.leftMs < 1) return undefined;
  const begun = performance.now();
  try {
    const timeout = Math.ceil(patience.leftMs);
    return runInNewContext("expression.test(text)", { expression, text }, { timeout }) === true;
  } catch (error) {
    if (isObject(error) && error.code === "ERR_SCRIPT_EXECUTION_TIMEOUT") return undefined;
    // A runtime without scripts bounds the whole request itself.
    return expression.test(text);
  } finally {
    patience.leftMs -= performance.now() - begun;
  }
}
