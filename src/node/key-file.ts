// A key that is kept in a file, so that what a process sealed can be opened by the next.

import { readFile, stat, writeFile } from "node:fs/promises";
import { BeckonError } from "../core/errors.js";
import { isObject } from "../core/json.js";
import { newKey } from "../server/server-keys.js";

/** For its owner alone. */
const MODE = 0o600;
const OTHERS = 0o077;

/** Reads the keys of a file, one a line, the newest first; makes the file with a new key when there is none. */
export async function readKeyFile(path: string): Promise<readonly string[]> {
  try {
    await writeFile(path, `${newKey()}\n`, { flag: "wx", mode: MODE });
  } catch (error) {
    if (!isObject(error) || error.code !== "EEXIST") throw error;
    await requirePrivate(path);
  }
  const keys = (await readFile(path, "utf8")).split(/\r?\n/).filter((line) => line !== "");
  if (keys.length === 0)
    throw new BeckonError(
      "invalid-option",
      `The key file ${path} is empty. Delete it to have a new key made.`,
    );
  return keys;
}

async function requirePrivate(path: string): Promise<void> {
  // Windows has no such bits.
  if (process.platform === "win32") return;
  const { mode } = await stat(path);
  if ((mode & OTHERS) !== 0)
    throw new BeckonError(
      "invalid-option",
      `The key file ${path} can be read by others than its owner. Run chmod 600 on it, or delete it to have a new key made.`,
    );
}
