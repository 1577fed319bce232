// Where a process can be told things: a socket that only the file's owner can reach.

import { randomBytes } from "node:crypto";
import { chmodSync, mkdirSync, mkdtempSync } from "node:fs";
import { rm, rmdir } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { isObject } from "../../core/json.js";

/** A place for one socket. */
export interface BusAddress {
  /** Unguessable; names the node in the database. */
  readonly id: string;
  /** What to listen on, and to connect to. */
  readonly address: string;
}

/** What fits into a socket's address on every system, with its ending zero. */
const maxBytes = 103;

/**
 * Makes a place: beside the database, or in a private temporary directory where that path is too long. Listen there at
 * once: another process that closes takes the directory away as long as it is empty.
 */
export function makeAddress(databasePath: string): BusAddress {
  const id = randomBytes(8).toString("hex");
  // A named pipe is no file. Its name is in the database only.
  if (process.platform === "win32")
    return { id, address: `\\\\.\\pipe\\beckon-${id}${randomBytes(8).toString("hex")}` };
  const directory = `${databasePath}-bus`;
  const address = join(directory, id);
  if (Buffer.byteLength(address) <= maxBytes) {
    mkdirSync(directory, { mode: 0o700, recursive: true });
    chmodSync(directory, 0o700);
    return { id, address };
  }
  return { id, address: join(mkdtempSync(join(tmpdir(), "beckon-bus-")), id) };
}

/** Removes what is left of a place, of this process or of one that is gone. */
export async function removeAddress(address: string): Promise<void> {
  if (process.platform === "win32") return;
  await rm(address, { force: true });
  try {
    await rmdir(dirname(address));
  } catch (error) {
    const code = isObject(error) ? error.code : undefined;
    // Others still have their sockets there, or somebody was faster.
    if (code !== "ENOTEMPTY" && code !== "EEXIST" && code !== "ENOENT") throw error;
  }
}
