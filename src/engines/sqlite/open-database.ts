// Opens the database file: for its owner alone, with a write-ahead log, at the newest schema.

import {
  accessSync,
  chmodSync,
  closeSync,
  constants,
  existsSync,
  lstatSync,
  openSync,
  statSync,
} from "node:fs";
import { resolve } from "node:path";
import { BeckonError } from "../../core/errors.js";
import { isObject } from "../../core/json.js";
import { type Database, wrapConnection } from "./database.js";
import { loadLibsql } from "./load-libsql.js";
import { migrate } from "./schema.js";
import { isBusy, sqliteFailure } from "./sqlite-failure.js";

/** How long the start of the engine waits for others, who may be starting too. */
const openTimeoutMs = 10_000;
/** How long the event loop may stand still for a lock; who needs it longer comes back later. */
const standstillMs = 5;

/** Opens the file, and makes it where there is none. */
export function openDatabase(givenPath: string, survivePowerLoss: boolean): Database {
  const path = requirePath(givenPath);
  const { Connection } = loadLibsql();
  makePrivate(path);
  let database: Database | undefined;
  try {
    database = wrapConnection(new Connection(path, { timeout: openTimeoutMs }), path);
    prepare(database, survivePowerLoss);
    return database;
  } catch (error) {
    database?.close();
    throw sqliteFailure(error, path);
  }
}

/**
 * Sets the connection up. Processes that open a new file at the same moment get in each other's way, and SQLite does not
 * wait for a lock when it begins or recovers a log, whatever the timeout: so they try again.
 */
function prepare(database: Database, survivePowerLoss: boolean): void {
  const giveUpAt = performance.now() + openTimeoutMs;
  for (;;) {
    try {
      setUp(database, survivePowerLoss);
      return;
    } catch (error) {
      if (!isBusy(error) || performance.now() > giveUpAt) throw error;
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 1 + Math.random() * 10);
    }
  }
}

/** Can be done again when it was broken off: what is set is set again, and migrations happen whole. */
function setUp(database: Database, survivePowerLoss: boolean): void {
  const [mode] = database.query("PRAGMA journal_mode = WAL").first() ?? [];
  if (mode !== "wal") {
    throw new BeckonError(
      "engine-failed",
      `The database ${database.path} cannot have a write-ahead log (its journal mode stays ${mode}). Put it on a local disk.`,
    );
  }
  // In WAL mode a commit is in the operating system's hands at once; only FULL waits until it is on the disk.
  database.execute(`PRAGMA synchronous = ${survivePowerLoss ? "FULL" : "NORMAL"}`);
  // The log is carried over to the file by checkpoint.ts; when it begins anew it is cut to a length that tells.
  database.execute("PRAGMA wal_autocheckpoint = 0; PRAGMA journal_size_limit = 16777216");
  database.execute("PRAGMA temp_store = MEMORY; PRAGMA cache_size = -32768");
  migrate(database);
  database.query(`PRAGMA busy_timeout = ${standstillMs}`).first();
}

function requirePath(path: string): string {
  if (typeof path !== "string" || path === "" || path.includes("\0")) {
    throw new BeckonError("invalid-option", "The SQLite engine needs a path. Give the path of its file.");
  }
  if (path === ":memory:") {
    throw new BeckonError(
      "invalid-option",
      'The SQLite engine keeps its state in a file, not in ":memory:". Give a path, or use the memory engine.',
    );
  }
  return resolve(path);
}

/**
 * Makes the file, or takes it from everybody but its owner. What SQLite puts beside it gets the same mode.
 *
 * A file that is there is never opened here: closing it again would drop the locks that other connections of this
 * process have on it, and another process could then take the write-ahead log away from under them.
 */
function makePrivate(path: string): void {
  try {
    if (!existsSync(path)) makeFile(path);
    if (statSync(path).isDirectory()) throw Object.assign(new Error("is a directory"), { code: "EISDIR" });
    accessSync(path, constants.R_OK | constants.W_OK);
    takeFromOthers(path);
  } catch (cause) {
    if (cause instanceof BeckonError) throw cause;
    const code = isObject(cause) ? cause.code : undefined;
    const remedy =
      code === "ENOENT"
        ? "Make its directory first."
        : code === "EISDIR"
          ? "It is a directory: give the path of a file in it."
          : "Give this process the right to write it.";
    throw new BeckonError("invalid-option", `The database ${path} cannot be opened (${code}). ${remedy}`, {
      cause,
    });
  }
}

/** What others can write may be of their making; where a link leads is for whoever made it to say. */
function takeFromOthers(path: string): void {
  const { mode } = statSync(path);
  // Windows has no such bits.
  if (process.platform === "win32" || (mode & OTHERS) === 0) return;
  const why =
    (mode & WRITTEN_BY_OTHERS) !== 0
      ? "can be written by others than its owner"
      : lstatSync(path).isSymbolicLink() && "is a link to a file that others can read";
  if (why !== false)
    throw new BeckonError(
      "invalid-option",
      `The database ${path} ${why}. If it is yours, run chmod 600 on it.`,
    );
  chmodSync(path, 0o600);
}

const OTHERS = 0o077;
const WRITTEN_BY_OTHERS = 0o022;

function makeFile(path: string): void {
  try {
    closeSync(openSync(path, "wx", 0o600));
  } catch (error) {
    // Another process that opens it too was faster.
    if (!isObject(error) || error.code !== "EEXIST") throw error;
  }
}
