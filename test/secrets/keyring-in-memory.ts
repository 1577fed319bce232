// A keyring without an operating system: what the vault does with its entries shows in a Map.

import type { Vault } from "../../src/core/vault.js";
import { entriesVault } from "../../src/secrets/entries-vault.js";

/** A vault on the entries of a Map. Every access takes a turn, as those of a real keyring do. */
export function keyringVaultOn(entries: Map<string, string>): Vault {
  const turn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));
  return entriesVault({
    async get(account) {
      await turn();
      return entries.get(account);
    },
    async set(account, text) {
      await turn();
      entries.set(account, text);
    },
    async remove(account) {
      await turn();
      return entries.delete(account);
    },
  });
}
