// The entries of the operating system's keyring under one service.

import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import type { AsyncEntry, EntryOptions } from "@napi-rs/keyring";

/** Texts by account. */
export interface KeyringEntries {
  get(account: string): Promise<string | undefined>;
  set(account: string, text: string): Promise<void>;
  /** True when there was one. */
  remove(account: string): Promise<boolean>;
}

/** The kernel's keyring, which the package would fall back to, forgets everything at the next start. */
const LASTING: EntryOptions = { linux: { store: "secret-service" } };

/**
 * How many entries are held at a time. On Linux each has a connection to the session's bus until it is collected, and a
 * bus lets one person have 256, for all programs together.
 */
const MOST_ENTRIES = 64;

/** Loads the package that knows keyrings; rejects when it is not installed. */
export async function loadKeyring(service: string): Promise<KeyringEntries> {
  const keyring = await import("@napi-rs/keyring");
  const open = (account: string): AsyncEntry => new keyring.AsyncEntry(service, account, LASTING);
  const held = new Map<string, AsyncEntry>();
  let last: Promise<unknown> = Promise.resolve();

  function entryOf(account: string): AsyncEntry {
    const known = held.get(account);
    if (known !== undefined) return known;
    if (held.size >= MOST_ENTRIES) {
      held.clear();
      collectGarbage();
    }
    const entry = open(account);
    held.set(account, entry);
    return entry;
  }

  async function attempt<T>(account: string, act: (entry: AsyncEntry) => Promise<T>): Promise<T> {
    const wasHeld = held.has(account);
    try {
      return await act(entryOf(account));
    } catch (error) {
      // Its connection may have ended long ago, with the session that it was to.
      held.delete(account);
      if (!wasHeld) throw error;
      return act(entryOf(account));
    }
  }

  /** One after the other: what is under way cannot be collected. */
  function inTurn<T>(account: string, act: (entry: AsyncEntry) => Promise<T>): Promise<T> {
    // An account must not be empty everywhere.
    const mine = last.then(() => attempt(account === "" ? "/" : account, act));
    last = mine.catch(() => {});
    return mine;
  }

  return {
    get: (account) => inTurn(account, async (entry) => (await entry.getPassword()) ?? undefined),
    set: (account, text) => inTurn(account, (entry) => entry.setPassword(text)),
    remove: (account) => inTurn(account, (entry) => entry.deleteCredential()),
  };
}

/** The package has no other way to close what an entry holds. */
function collectGarbage(): void {
  setFlagsFromString("--expose-gc");
  const collect: unknown = runInNewContext("gc");
  if (typeof collect === "function") collect();
}
