// A vault for the tests of agents.

import type { Vault } from "../../src/core/vault.js";

export function vaultInMemory(): Vault & { readonly kept: ReadonlyMap<string, string> } {
  const kept = new Map<string, string>();
  const place = (owner: string, name: string): string => `${owner}/${name}`;
  return {
    name: "memory",
    kept,
    get: (owner, name) => kept.get(place(owner, name)),
    set: (owner, name, value) => void kept.set(place(owner, name), value),
    forget: (owner, name) => kept.delete(place(owner, name)),
    names: () => [...kept.keys()].sort(),
    close() {},
  };
}
