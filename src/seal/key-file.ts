// Keys that are kept in a file, so that what a process sealed can be opened by the next.

import { readFile, writeFile } from "node:fs/promises";
import { randomKey } from "./key-ring.js";
import { PRIVATE_MODE, type Refuse, requirePrivate } from "./private-file.js";

/** Reads the keys of a file, one a line, the newest first; makes the file with a new key when there is none. */
export async function readKeys(path: string, refuse: Refuse): Promise<readonly string[]> {
  try {
    await writeFile(path, `${randomKey()}\n`, { flag: "wx", mode: PRIVATE_MODE });
  } catch (error) {
    if (!(error instanceof Error && "code" in error && error.code === "EEXIST")) throw error;
    const remedy = "Run chmod 600 on it, or delete it to have a new key made.";
    await requirePrivate("key file", path, remedy, refuse);
  }
  const keys = (await readFile(path, "utf8")).split(/\r?\n/).filter((line) => line !== "");
  if (keys.length === 0) refuse(`The key file ${path} is empty. Delete it to have a new key made.`);
  return keys;
}
