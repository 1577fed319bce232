// A vault in one sealed file, for any number of processes on one machine.

import { BeckonError } from "../core/errors.js";
import { messageOf } from "../core/message-of.js";
import type { Vault } from "../core/vault.js";
import { requireVaultName, requireVaultNames } from "../core/vault-name.js";
import { readKeys } from "../seal/key-file.js";
import { createKeyRing, type Key, type KeyRing } from "../seal/key-ring.js";
import { type FileLock, openLock } from "./file-lock.js";
import { openSealedFile, type SealedFile } from "./sealed-file.js";
import { forgetIn, namesIn, requireSecret, type SecretTable, setIn } from "./secret-table.js";
import { sweepLeftovers } from "./sweep-leftovers.js";

/** Where a file vault is, and what it is sealed with. */
export interface FileVaultOptions {
  /** The file; made with the first secret, for its owner alone. */
  readonly path: string;
  /** Secrets of at least 32 bytes: the first seals, all open. @default those of `keyFile` */
  readonly keys?: readonly Key[];
  /** A file with the keys, one a line, the newest first; made when there is none. @default the path with `.key` behind it */
  readonly keyFile?: string;
}

/**
 * Opens a vault in a file. What was sealed with an older key is sealed anew with the first one. Rejects, and leaves the
 * file as it is, when none of the keys opens it.
 *
 * @example
 * import { createFileVault } from "beckon/secrets";
 *
 * const vault = await createFileVault({ path: "secrets.vault" });
 */
export async function createFileVault(options: FileVaultOptions): Promise<Vault> {
  const { path, keys, keyFile } = options;
  if (typeof path !== "string" || path === "") refuse("A file vault needs a path.");
  if (keys !== undefined && keyFile !== undefined)
    refuse("A file vault was given keys and a key file. Give one of them.");
  const ring = toRing(keys ?? (await readKeys(keyFile ?? `${path}.key`, refuse)));
  const file = openSealedFile(path, ring);
  const lock = openLock(`${path}.lock`);
  await sweepLeftovers(path);
  if ((await file.read()).isOld)
    await lock.during(async (mayWrite) => file.write((await file.read()).table, mayWrite));
  return vaultIn(file, lock);
}

function vaultIn(file: SealedFile, lock: FileLock): Vault {
  let isClosed = false;
  const requireOpen = (): void => {
    if (isClosed) throw new BeckonError("closed", "The vault is closed.");
  };
  /** Changes the table while nobody else does; `change` says whether there is something to write. */
  const update = (change: (table: SecretTable) => boolean): Promise<boolean> =>
    lock.during(async (mayWrite) => {
      const { table } = await file.read();
      const hasChanged = change(table);
      if (hasChanged) await file.write(table, mayWrite);
      return hasChanged;
    });
  return {
    name: "file",
    async get(owner, name) {
      requireOpen();
      requireVaultNames(owner, name);
      return (await file.read()).table.get(owner)?.get(name);
    },
    async set(owner, name, value) {
      requireOpen();
      requireVaultNames(owner, name);
      requireSecret(value);
      await update((table) => {
        setIn(table, owner, name, value);
        return true;
      });
    },
    async forget(owner, name) {
      requireOpen();
      requireVaultNames(owner, name);
      return update((table) => forgetIn(table, owner, name));
    },
    async names(owner) {
      requireOpen();
      requireVaultName("The owner of a secret", owner);
      return namesIn((await file.read()).table, owner);
    },
    async close() {
      isClosed = true;
      await lock.idle();
    },
  };
}

function toRing(keys: readonly Key[]): KeyRing {
  try {
    return createKeyRing(keys);
  } catch (cause) {
    throw new BeckonError("invalid-option", `The keys of the vault cannot be used: ${messageOf(cause)}`, {
      cause,
    });
  }
}

function refuse(message: string): never {
  throw new BeckonError("invalid-option", message);
}
