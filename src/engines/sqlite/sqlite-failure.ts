// What SQLite says when it cannot go on, as an error that tells the operator what to do.

import { BeckonError } from "../../core/errors.js";
import { isObject } from "../../core/json.js";
import { messageOf } from "../../core/message-of.js";

/** SQLite's primary result codes that have a remedy of their own. */
const remedies: Readonly<Record<number, string>> = {
  5: "is locked by another process. Find out who holds a transaction open for so long, or raise lockTimeoutMs.",
  8: "can only be read. Give this process the right to write the file and its directory.",
  10: "could not be read or written by the system. Look after the disk, its quota and its limits.",
  11: "is damaged. Stop every process that uses it and restore a backup.",
  13: "cannot grow: the disk is full. Make room; nothing that was acknowledged is lost.",
  14: "cannot be opened. See that the directory exists and that this process may write in it.",
  26: "is no SQLite database. Give the path of another file.",
};
const BUSY = 5;
const CONSTRAINT = 19;

/** An error with which every write of the engine can end. */
export function sqliteFailure(error: unknown, path: string): BeckonError {
  if (error instanceof BeckonError) return error;
  const remedy = remedies[primaryCode(error) ?? -1];
  const message = remedy
    ? `The database ${path} ${remedy}`
    : `The database ${path} failed: ${messageOf(error)}. Look after the file and its disk.`;
  return new BeckonError("engine-failed", message, { cause: error });
}

/** True when somebody else holds the lock that was needed. */
export function isBusy(error: unknown): boolean {
  return primaryCode(error) === BUSY;
}

/** True when a row with that key is there already. */
export function isConflict(error: unknown): boolean {
  return primaryCode(error) === CONSTRAINT;
}

/** The low byte of SQLite's result code; the rest says where it happened. */
function primaryCode(error: unknown): number | undefined {
  if (!isObject(error)) return undefined;
  if (typeof error.rawCode === "number") return error.rawCode & 0xff;
  // Opening fails without a code, but its text ends with one.
  const [, code] = /: (\d+)["')\]]*$/.exec(messageOf(error)) ?? [];
  return code === undefined ? undefined : Number(code) & 0xff;
}
