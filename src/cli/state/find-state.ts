// Finds the folder in which `beckon serve` keeps its state.

import { stat } from "node:fs/promises";
import { dirname, join, resolve } from "node:path";
import { DEFAULT_STATE } from "../../app/config/options.js";
import { CliError } from "../frame/cli-error.js";
import type { Surroundings } from "../frame/surroundings.js";

/** The option that names the folder. */
export const stateOption = {
  state: {
    type: "text",
    value: "FOLDER",
    summary: "the state folder of the server (BECKON_STATE); else .beckon here or in a folder above",
  },
} as const;

/**
 * The folder that is named, or the nearest `.beckon` from here upwards; `undefined` when there is none. One that belongs
 * to somebody else is refused: whatever is in it would be believed, and secrets put into it.
 */
export async function findState(
  named: string | undefined,
  { cwd, env }: Surroundings,
): Promise<string | undefined> {
  const given = named ?? (env.BECKON_STATE || undefined);
  if (given !== undefined) {
    const path = resolve(cwd, given);
    return (await isOwnFolder(path)) ? path : undefined;
  }
  for (let folder = resolve(cwd); ; folder = dirname(folder)) {
    const path = join(folder, DEFAULT_STATE);
    if (await isOwnFolder(path)) return path;
    if (dirname(folder) === folder) return undefined;
  }
}

/** The same, or an error that says what to do. */
export async function requireState(named: string | undefined, surroundings: Surroundings): Promise<string> {
  const found = await findState(named, surroundings);
  if (found !== undefined) return found;
  throw new CliError(
    "failed",
    `There is no state folder ${named ?? "here or in a folder above"}. \`beckon serve\` makes one; --state names another.`,
  );
}

async function isOwnFolder(path: string): Promise<boolean> {
  const found = await stat(path).catch((error: NodeJS.ErrnoException) => {
    if (error.code === "ENOENT" || error.code === "ENOTDIR" || error.code === "EACCES") return undefined;
    throw error;
  });
  if (found === undefined || !found.isDirectory()) return false;
  const user = process.getuid?.();
  if (user === undefined || found.uid === user) return true;
  throw new CliError(
    "failed",
    `The state folder ${path} belongs to somebody else, and is not used. Name your own with --state, or the server with --url and --token-file.`,
  );
}
