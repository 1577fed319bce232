// A vault in the memory of this process: for tests, and for servers that may forget.

import { BeckonError } from "../core/errors.js";
import type { Vault } from "../core/vault.js";
import { requireVaultName, requireVaultNames } from "../core/vault-name.js";
import { createKeyRing, randomKey } from "../seal/key-ring.js";
import { openToken, sealToken } from "../seal/token.js";
import { forgetIn, namesIn, requireSecret, type SecretTable, setIn } from "./secret-table.js";

/**
 * Makes a vault that lasts as long as it is open. What it holds is sealed with a key of its own, so that a heap dump
 * shows it to nobody who does not look for the key.
 *
 * @example
 * import { createMemoryVault } from "beckon/secrets";
 *
 * const vault = createMemoryVault();
 */
export function createMemoryVault(): Vault {
  const ring = createKeyRing([randomKey()]);
  const table: SecretTable = new Map();
  let isClosed = false;
  const purpose = (owner: string, name: string): string => JSON.stringify(["secret", owner, name]);
  function requireOpen(): void {
    if (isClosed) throw new BeckonError("closed", "The vault is closed.");
  }
  return {
    name: "memory",
    get(owner, name) {
      requireOpen();
      requireVaultNames(owner, name);
      const sealed = table.get(owner)?.get(name);
      return sealed && openToken(ring, purpose(owner, name), sealed)?.toString();
    },
    set(owner, name, value) {
      requireOpen();
      requireVaultNames(owner, name);
      requireSecret(value);
      setIn(table, owner, name, sealToken(ring, purpose(owner, name), value));
    },
    forget(owner, name) {
      requireOpen();
      requireVaultNames(owner, name);
      return forgetIn(table, owner, name);
    },
    names(owner) {
      requireOpen();
      requireVaultName("The owner of a secret", owner);
      return namesIn(table, owner);
    },
    close() {
      isClosed = true;
      table.clear();
    },
  };
}
