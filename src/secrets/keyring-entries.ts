// The entries of the operating system's keyring under one service.

import type { EntryOptions } from "@napi-rs/keyring";

/** Texts by account. */
export interface KeyringEntries {
  get(account: string): Promise<string | undefined>;
  set(account: string, text: string): Promise<void>;
  /** True when there was one. */
  remove(account: string): Promise<boolean>;
}

/** The kernel's keyring, which the package would fall back to, forgets everything at the next start. */
const LASTING: EntryOptions = { linux: { store: "secret-service" } };

/** Loads the package that knows keyrings; rejects when it is not installed. */
export async function loadKeyring(service: string): Promise<KeyringEntries> {
  const { AsyncEntry } = await import("@napi-rs/keyring");
  // An account must not be empty everywhere.
  const entry = (account: string) => new AsyncEntry(service, account === "" ? "/" : account, LASTING);
  return {
    get: async (account) => (await entry(account).getPassword()) ?? undefined,
    set: (account, text) => entry(account).setPassword(text),
    remove: (account) => entry(account).deleteCredential(),
  };
}
