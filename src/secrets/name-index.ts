// The names of an owner's secrets in a keyring, which cannot be asked what it holds without giving all of it away.

import type { KeyringEntries } from "./keyring-entries.js";

export interface NameIndex {
  add(owner: string, name: string): Promise<void>;
  remove(owner: string, name: string): Promise<void>;
  /** Sorted. */
  names(owner: string): Promise<readonly string[]>;
}

/** How often a list is written again that another process wrote over. */
const MOST_TRIES = 5;

export function createNameIndex(entries: KeyringEntries): NameIndex {
  let last: Promise<unknown> = Promise.resolve();
  // Secrets have a slash in their accounts, lists have none.
  const account = (owner: string): string => encodeURIComponent(owner);
  async function names(owner: string): Promise<readonly string[]> {
    const text = await entries.get(account(owner));
    return text === undefined ? [] : text.split("\n").map(decodeURIComponent);
  }
  /** Writes until the list says what it must: other processes have no way to wait for this one. */
  async function change(owner: string, name: string, isIn: boolean): Promise<void> {
    for (let left = MOST_TRIES; left > 0; left -= 1) {
      const known = await names(owner);
      if (known.includes(name) === isIn) return;
      const wanted = (isIn ? [...known, name] : known.filter((one) => one !== name)).sort();
      if (wanted.length === 0) await entries.remove(account(owner));
      else await entries.set(account(owner), wanted.map(encodeURIComponent).join("\n"));
    }
  }
  const inTurn = (work: () => Promise<void>): Promise<void> => {
    const mine = last.then(work);
    last = mine.catch(() => {});
    return mine;
  };
  return {
    add: (owner, name) => inTurn(() => change(owner, name, true)),
    remove: (owner, name) => inTurn(() => change(owner, name, false)),
    names,
  };
}
