// A vault in the entries of a keyring: one for each secret, and one for each owner's list of names.

import { BeckonError } from "../core/errors.js";
import type { Vault } from "../core/vault.js";
import { requireVaultName, requireVaultNames } from "../core/vault-name.js";
import type { KeyringEntries } from "./keyring-entries.js";
import { createNameIndex } from "./name-index.js";
import { requireSecret } from "./secret-table.js";

/** Makes a vault of the entries of a keyring. */
export function entriesVault(entries: KeyringEntries): Vault {
  const index = createNameIndex(entries);
  let isClosed = false;
  const requireOpen = (): void => {
    if (isClosed) throw new BeckonError("closed", "The vault is closed.");
  };
  return {
    name: "keyring",
    async get(owner, name) {
      requireOpen();
      requireVaultNames(owner, name);
      return entries.get(accountOf(owner, name));
    },
    async set(owner, name, value) {
      requireOpen();
      requireVaultNames(owner, name);
      requireSecret(value);
      // In this order: a secret that no list has can still be found by its name, and forgotten.
      await entries.set(accountOf(owner, name), value);
      await index.add(owner, name);
    },
    async forget(owner, name) {
      requireOpen();
      requireVaultNames(owner, name);
      const wasThere = await entries.remove(accountOf(owner, name));
      await index.remove(owner, name);
      return wasThere;
    },
    async names(owner) {
      requireOpen();
      requireVaultName("The owner of a secret", owner);
      return index.names(owner);
    },
    close() {
      isClosed = true;
    },
  };
}

const accountOf = (owner: string, name: string): string =>
  `${encodeURIComponent(owner)}/${encodeURIComponent(name)}`;
