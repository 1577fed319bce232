// The journal: what a run has learned, by name, in the order in which it learned it.

import { FewMap } from "../core/few-map.js";
import { isObject } from "../core/json.js";
import { jsonBytes, MOST_CHARACTER } from "./json-bytes.js";

/** One thing learned: what was answered, what a step gave, a value that must not change. */
export type Entry =
  /** An answer, pinned to the digest of its question. */
  | { readonly digest: string; readonly answer: unknown }
  /** The result of a step; absent for `undefined`. */
  | { readonly result?: unknown }
  /** The failure of a step. */
  | { readonly failure: StepFailure }
  /** A time, a random number, something the client was found to be able to do. */
  | { readonly value: unknown };

/** A step's error, as far as it can be kept. */
export interface StepFailure {
  readonly name: string;
  readonly message: string;
  readonly code?: string | number;
}

/** What entries are about. Names of different kinds never meet. */
export type EntryKind = "ask" | "held" | "step" | "value";

/** What is held is an answer that waits for the others of its round: the handler has not had it. */
const prefixes: Readonly<Record<EntryKind, string>> = { ask: "q:", held: "h:", step: "s:", value: "v:" };

/** The name under which the journal has an entry. */
export const entryName = (kind: EntryKind, key: string): string => prefixes[kind] + key;

/** What stands around an entry. */
const AROUND = 4;

/** At most how many bytes an entry takes in a journal. */
export const entryBytes = (name: string, entry: Entry): number =>
  jsonBytes(entry) + name.length * MOST_CHARACTER + AROUND;

/** The key that an entry of a kind has; `undefined` for one of another kind. */
export const keyIn = (kind: EntryKind, name: string): string | undefined =>
  name.startsWith(prefixes[kind]) ? name.slice(prefixes[kind].length) : undefined;

/** What a run has learned so far, and how much of it the present execution has gone through. */
export class Journal {
  #entries: FewMap<string, Entry> | undefined;
  /** The names of those that were there at the beginning; absent when there were none. */
  readonly #earlier: ReadonlySet<string> | undefined;
  /** Those of them that this execution came by. */
  #passed: Set<string> | undefined;

  constructor(entries: Iterable<readonly [string, Entry]> = []) {
    for (const [name, entry] of entries) this.#set(name, entry);
    if (this.#entries !== undefined) this.#earlier = new Set([...this.#entries].map(([name]) => name));
  }

  /** True while nothing was learned. */
  get isEmpty(): boolean {
    return this.#entries === undefined;
  }

  /** How many entries of earlier executions this one has not come to yet. */
  get unread(): number {
    return (this.#earlier?.size ?? 0) - (this.#passed?.size ?? 0);
  }

  /** The names of those. */
  get unreadNames(): readonly string[] {
    return [...(this.#earlier ?? [])].filter((name) => !this.#passed?.has(name));
  }

  has(name: string): boolean {
    return this.#entries?.has(name) === true;
  }

  read(name: string): Entry | undefined {
    this.#pass(name);
    return this.#entries?.get(name);
  }

  /** Reads an entry that is not to be there any more. */
  take(name: string): Entry | undefined {
    const entry = this.read(name);
    if (entry !== undefined) this.#entries?.delete(name);
    return entry;
  }

  write(name: string, entry: Entry): void {
    this.#pass(name);
    this.#set(name, entry);
  }

  #set(name: string, entry: Entry): void {
    this.#entries ??= new FewMap();
    this.#entries.set(name, entry);
  }

  #pass(name: string): void {
    if (!this.#earlier?.has(name)) return;
    this.#passed ??= new Set();
    this.#passed.add(name);
  }

  /** What can be kept as JSON. */
  toJSON(): { readonly [name: string]: Entry } {
    return this.#entries === undefined ? {} : Object.fromEntries(this.#entries);
  }
}

/** Reads back what `toJSON` gave. */
export function readJournal(kept: unknown): Journal {
  if (!isObject(kept)) return new Journal();
  // Sealed by this server, so its members are what was written.
  return new Journal(Object.entries(kept) as [string, Entry][]);
}
