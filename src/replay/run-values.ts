// Values that are made once per run: times, random numbers, what the client can do.

import type { MaybePromise } from "../core/maybe-promise.js";
import { type Entry, entryBytes, entryName, type Journal } from "./journal.js";
import { Occurrences } from "./occurrences.js";

/** The name under which the values of an execution are kept together. */
export const VALUES = "values";

export class RunValues {
  readonly #journal: Journal;
  #occurrences: Occurrences | undefined;
  /** Those that were made in this execution. */
  #made: { [name: string]: Entry } | undefined;
  /** True when none was made since they were kept. */
  #areKept = true;
  #bytes = 0;

  constructor(journal: Journal) {
    this.#journal = journal;
  }

  /** At most how many bytes of the journal were added since the execution began. */
  get bytes(): number {
    return this.#bytes;
  }

  /** The n-th value of its kind is the same in every execution. */
  next<T>(kind: string, make: () => T): T {
    this.#occurrences ??= new Occurrences();
    return this.fact(this.#occurrences.name(kind), make);
  }

  /** A value that is the same however often it is looked up in a run. */
  fact<T>(key: string, make: () => T): T {
    const name = entryName("value", key);
    const kept = this.#journal.read(name);
    // What was written under this name came from the same `make`.
    if (kept !== undefined && "value" in kept) return kept.value as T;
    const value = make();
    const entry = { value };
    this.#write(name, entry);
    this.#made ??= {};
    this.#made[name] = entry;
    this.#areKept = false;
    return value;
  }

  /** Keeps what was made, for whoever goes on with a round that is broken off. */
  keep(keep: (name: string, entry: Entry) => MaybePromise<void>): MaybePromise<void> {
    if (this.#areKept) return;
    this.#areKept = true;
    return keep(VALUES, { value: this.#made });
  }

  /** Takes over the values of an execution that was broken off. */
  takeOver(entry: Entry | undefined): void {
    if (entry === undefined || !("value" in entry)) return;
    // Written by `keep`.
    const values = entry.value as { readonly [name: string]: Entry };
    for (const [name, value] of Object.entries(values)) this.#write(name, value);
    this.#made = { ...values };
  }

  #write(name: string, entry: Entry): void {
    this.#journal.write(name, entry);
    this.#bytes += entryBytes(name, entry);
  }
}
