// Files for their owner alone.

import { stat } from "node:fs/promises";

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
