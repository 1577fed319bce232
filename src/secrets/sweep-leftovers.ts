// Deletes what a process left beside a file when it died while it wrote.

import { readdir, rm, stat } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import { isObject } from "../core/json.js";

/** Writing takes milliseconds: what is older belongs to nobody. */
const OLD_MS = 60_000;

/** A name of ours for the time of writing: `secrets.vault.UUID.tmp`, `secrets.vault.lock.UUID`. */
const TEMPORARY = /^\.(?:lock\.)?[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}(?:\.tmp)?$/;

/** Deletes the temporary files of a file that nobody writes any more: there may be secrets in them that are forgotten. */
export async function sweepLeftovers(path: string): Promise<void> {
  const folder = dirname(path);
  const base = basename(path);
  for (const name of await readdir(folder)) {
    if (!name.startsWith(base) || !TEMPORARY.test(name.slice(base.length))) continue;
    if (await isOld(join(folder, name))) await rm(join(folder, name), { force: true });
  }
}

async function isOld(path: string): Promise<boolean> {
  try {
    return Date.now() - (await stat(path)).mtimeMs > OLD_MS;
  } catch (error) {
    // Its writer is done with it.
    if (isObject(error) && error.code === "ENOENT") return false;
    throw error;
  }
}
