// Columns read back: what a row holds, as the contracts say it.

import type { Row } from "./database.js";

/** The text of a column that always has one. */
export function textAt(row: Row, at: number): string {
  return String(row[at]);
}

/** The text of a column, or `undefined` where it is null. */
export function textOrNoneAt(row: Row, at: number): string | undefined {
  const value = row[at] ?? undefined;
  return value === undefined ? undefined : String(value);
}

/** The number of a column that always has one. */
export function numberAt(row: Row, at: number): number {
  return Number(row[at]);
}

/** The number of a column, or `undefined` where it is null. */
export function numberOrNoneAt(row: Row, at: number): number | undefined {
  const value = row[at] ?? undefined;
  return value === undefined ? undefined : Number(value);
}

/** The strings of a column that holds them as a JSON array. */
export function stringsAt(row: Row, at: number): readonly string[] {
  const text = textAt(row, at);
  // Written by this engine from an array of strings.
  return text === "[]" ? [] : (JSON.parse(text) as readonly string[]);
}

/** A bound for SQL's LIMIT, where -1 is none. */
export function toLimit(limit: number): number {
  return limit === Number.POSITIVE_INFINITY ? -1 : Math.max(0, Math.ceil(limit));
}
