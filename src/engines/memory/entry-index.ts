// Some of the elicitations, found by a word and in order of creation: those of a lease, those that are active.

import type { ElicitationEntry } from "./elicitation-entry.js";

class Found {
  entries = new Set<ElicitationEntry>();
  newest = 0;
  /** False once an older one came after a newer one, until somebody asks for the order. */
  isInOrder = true;
}

export class EntryIndex {
  readonly #byWord = new Map<string, Found>();

  add(word: string, entry: ElicitationEntry): void {
    let found = this.#byWord.get(word);
    if (found === undefined) {
      found = new Found();
      this.#byWord.set(word, found);
    }
    found.entries.add(entry);
    if (entry.number < found.newest) found.isInOrder = false;
    else found.newest = entry.number;
  }

  remove(word: string, entry: ElicitationEntry): void {
    const entries = this.#byWord.get(word)?.entries;
    entries?.delete(entry);
    if (entries?.size === 0) this.#byWord.delete(word);
  }

  /** Those that were created after `start`, which need not be one of them. */
  *after(word: string, start: ElicitationEntry | undefined): Generator<ElicitationEntry> {
    const found = this.#byWord.get(word);
    if (found === undefined) return;
    if (!found.isInOrder) {
      found.entries = new Set([...found.entries].sort((one, other) => one.number - other.number));
      found.isInOrder = true;
    }
    const number = start?.number ?? 0;
    for (const entry of found.entries) if (entry.number > number) yield entry;
  }
}
