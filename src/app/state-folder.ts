// The folder that keeps what outlives a process: the database, keys, tokens, secrets.

import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { BeckonError } from "../core/errors.js";
import { isObject } from "../core/json.js";
import { readKeys } from "../seal/key-file.js";
import { requirePrivate } from "../seal/private-file.js";

/** What lies where. */
export interface StateFolder {
  readonly path: string;
  /** The keys that seal, one a line, the newest first. */
  readonly keys: string;
  /** Digests, names and scopes of tokens. */
  readonly tokens: string;
  /** The value of the first token, for the command line and for whoever sets up a host. */
  readonly token: string;
  readonly vault: string;
}

/** For its owner alone. */
const FOLDER_MODE = 0o700;

/** The places inside a folder. Touches nothing. */
export const stateFolderAt = (path: string): StateFolder => ({
  path,
  keys: join(path, "keys"),
  tokens: join(path, "tokens.json"),
  token: join(path, "token"),
  vault: join(path, "vault"),
});

/** Makes the folder if it is not there. Refuses one that others can look into. */
export async function openStateFolder(path: string): Promise<StateFolder> {
  await mkdir(path, { recursive: true, mode: FOLDER_MODE });
  await requirePrivate("state folder", path, "Run chmod 700 on it.", refuse);
  await leaveOutOfGit(path);
  return stateFolderAt(path);
}

/** The folder lies in people's projects: keys and tokens must not be committed by the way. */
async function leaveOutOfGit(path: string): Promise<void> {
  try {
    await writeFile(join(path, ".gitignore"), "*\n", { mode: 0o600, flag: "wx" });
  } catch (error) {
    if (!isObject(error) || error.code !== "EEXIST") throw error;
  }
}

/** The keys of a state folder; made when there are none. */
export const readStateKeys = ({ keys }: StateFolder): Promise<readonly string[]> => readKeys(keys, refuse);

export function refuse(message: string): never {
  throw new BeckonError("invalid-option", message);
}
