// Files for their owner alone.

import { randomBytes } from "node:crypto";
import { link, rename, rm, stat, writeFile } from "node:fs/promises";

/** Readable and writable by its owner, and by nobody else. */
export const PRIVATE_MODE = 0o600;
const OTHERS = 0o077;

/** Says what is wrong with a file, in the error of whoever reads it. */
export type Refuse = (message: string) => never;

/** True when the bits of a file let nobody but its owner in. */
export function isPrivate({ mode }: { readonly mode: number }): boolean {
  // Windows has no such bits.
  return process.platform === "win32" || (mode & OTHERS) === 0;
}

/** Refuses a file that others can read. */
export async function requirePrivate(
  what: string,
  path: string,
  remedy: string,
  refuse: Refuse,
): Promise<void> {
  if (!isPrivate(await stat(path)))
    refuse(`The ${what} ${path} can be read by others than its owner. ${remedy}`);
}

/** Makes a file for its owner alone; false when there is one already. Whoever reads finds all of it, or none. */
export const makePrivate = (path: string, text: string): Promise<boolean> =>
  withTemporary(path, text, async (temporary) => {
    try {
      await link(temporary, path);
      return true;
    } catch (error) {
      if (error instanceof Error && "code" in error && error.code === "EEXIST") return false;
      throw error;
    }
  });

/**
 * Makes a file for its owner alone, or replaces it as a whole: whoever reads finds the old text or the new one. `mayWrite`
 * rejects when it is too late for that.
 */
export const replacePrivate = (
  path: string,
  text: string,
  mayWrite: () => Promise<void> = async () => {},
): Promise<void> =>
  withTemporary(path, text, async (temporary) => {
    await mayWrite();
    await rename(temporary, path);
  });

async function withTemporary<T>(
  path: string,
  text: string,
  put: (temporary: string) => Promise<T>,
): Promise<T> {
  const temporary = `${path}.${randomBytes(6).toString("hex")}.tmp`;
  try {
    await writeFile(temporary, text, { mode: PRIVATE_MODE, flag: "wx" });
    return await put(temporary);
  } finally {
    await rm(temporary, { force: true });
  }
}
