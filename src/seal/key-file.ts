// Keys that are kept in a file, so that what a process sealed can be opened by the next.

import { existsSync } from "node:fs";
import { randomKey } from "./key-ring.js";
import { makePrivate, type Refuse, readPrivate } from "./private-file.js";

/** Reads the keys of a file, one a line, the newest first; makes the file with a new key when there is none. */
export async function readKeys(path: string, refuse: Refuse): Promise<readonly string[]> {
  // Looked for first: a file that is there may lie where nothing can be written.
  if (!existsSync(path)) await makePrivate(path, `${randomKey()}\n`);
  const text = await readPrivate(
    "key file",
    path,
    "Run chmod 600 on it, or delete it to have a new key made.",
    refuse,
  );
  if (text === undefined)
    refuse(`The key file ${path} is a link to nothing. Delete it to have a new key made.`);
  const keys = text.split(/\r?\n/).filter((line) => line !== "");
  if (keys.length === 0) refuse(`The key file ${path} is empty. Delete it to have a new key made.`);
  return keys;
}
