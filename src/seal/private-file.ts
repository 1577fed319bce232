// Files for their owner alone.

import { stat } from "node:fs/promises";

/** Readable and writable by its owner, and by nobody else. */
export const PRIVATE_MODE = 0o600;
const OTHERS = 0o077;

/** Says what is wrong with a file, in the error of whoever reads it. */
export type Refuse = (message: string) => never;

/** Refuses a file that others can read. */
export async function requirePrivate(
  what: string,
  path: string,
  remedy: string,
  refuse: Refuse,
): Promise<void> {
  // Windows has no such bits.
  if (process.platform === "win32") return;
  const { mode } = await stat(path);
  if ((mode & OTHERS) !== 0) refuse(`The ${what} ${path} can be read by others than its owner. ${remedy}`);
}
