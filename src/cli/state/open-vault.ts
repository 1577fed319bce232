// The vault of a state folder, where the secrets are that agents know by handle.

import { isHandleName } from "../../agent/handles.js";
import { SECRET_OWNER } from "../../app/questions/secret-keeper.js";
import { openStateFolder, readStateKeys } from "../../app/state-folder.js";
import type { Vault } from "../../core/vault.js";
import { createFileVault } from "../../secrets/file-vault.js";
import { CliError } from "../frame/cli-error.js";

/** The secrets of a state folder, by name. */
export interface Secrets {
  get(name: string): Promise<string | undefined>;
  set(name: string, value: string): Promise<void>;
  forget(name: string): Promise<boolean>;
  names(): Promise<readonly string[]>;
  close(): Promise<void>;
}

/** Opens the vault with the keys of its folder. */
export async function openVault(state: string): Promise<Vault> {
  const folder = await openStateFolder(state);
  return createFileVault({ path: folder.vault, keys: await readStateKeys(folder) });
}

/** Opens the secrets in it. */
export async function openSecrets(state: string): Promise<Secrets> {
  const vault = await openVault(state);
  return {
    get: async (name) => vault.get(SECRET_OWNER, name),
    set: async (name, value) => vault.set(SECRET_OWNER, name, value),
    forget: async (name) => vault.forget(SECRET_OWNER, name),
    names: async () => vault.names(SECRET_OWNER),
    close: async () => vault.close(),
  };
}

/** The name of a secret, given as it is or as its handle. */
export function secretName(given: string): string {
  const name = given.replace(/^secret:/, "");
  if (isHandleName(name)) return name;
  throw new CliError(
    "usage",
    `No secret can be called ${JSON.stringify(given)}: it begins with a letter, and has letters, digits, _, . and -, 64 at the most.`,
  );
}
