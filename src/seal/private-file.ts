// Files for their owner alone.

import { randomBytes } from "node:crypto";
import { constants, type FileHandle, link, open, rename, rm, stat, writeFile } from "node:fs/promises";

/** Readable and writable by its owner, and by nobody else. */
export const PRIVATE_MODE = 0o600;
const OTHERS = 0o077;
/** A pipe in the place of a file is told apart, instead of waited for. Windows has no such flag. */
const READ = constants.O_RDONLY | (constants.O_NONBLOCK ?? 0);

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
  if (!isPrivate(await stat(path))) refuse(exposed(what, path, remedy));
}

/**
 * The text of a file that its owner alone can read; `undefined` when there is none. Refuses one that others can read. What
 * is judged is what is read, whatever is put in its place meanwhile.
 */
export async function readPrivate(
  what: string,
  path: string,
  remedy: string,
  refuse: Refuse,
): Promise<string | undefined> {
  const file = await openIfThere(path);
  if (file === undefined) return undefined;
  try {
    const found = await file.stat();
    if (!found.isFile()) refuse(`The ${what} ${path} is no file. Give the path of one, or take it away.`);
    if (!isPrivate(found)) refuse(exposed(what, path, remedy));
    return await file.readFile("utf8");
  } finally {
    await file.close();
  }
}

async function openIfThere(path: string): Promise<FileHandle | undefined> {
  try {
    return await open(path, READ);
  } catch (error) {
    if (hasCode(error, "ENOENT")) return undefined;
    throw error;
  }
}

const exposed = (what: string, path: string, remedy: string): string =>
  `The ${what} ${path} can be read by others than its owner. ${remedy}`;

const hasCode = (error: unknown, code: string): boolean =>
  error instanceof Error && "code" in error && error.code === code;

/** Makes a file for its owner alone; false when there is one already. Whoever reads finds all of it, or none. */
export const makePrivate = (path: string, text: string): Promise<boolean> =>
  withTemporary(path, text, async (temporary) => {
    try {
      await link(temporary, path);
      return true;
    } catch (error) {
      if (hasCode(error, "EEXIST")) return false;
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
