// Elicitations in order of creation: all of them, and those that are open among themselves.

import { isOpenStatus } from "../../core/engine/change-elicitation.js";
import type { ElicitationRecord } from "../../core/engine/elicitations.js";
import { TickEntry } from "../../core/tick-slots.js";

/** One elicitation, with its neighbours in both orders. */
export class ElicitationEntry extends TickEntry {
  record: ElicitationRecord;
  /** Counts upward in the order of creation. */
  number = 0;
  older: ElicitationEntry | undefined = undefined;
  newer: ElicitationEntry | undefined = undefined;
  olderOpen: ElicitationEntry | undefined = undefined;
  newerOpen: ElicitationEntry | undefined = undefined;

  constructor(record: ElicitationRecord) {
    super();
    this.record = record;
  }

  get isOpen(): boolean {
    return isOpenStatus(this.record.status);
  }
}

/** The order of creation. */
export class CreationOrder {
  #first: ElicitationEntry | undefined;
  #last: ElicitationEntry | undefined;
  #firstOpen: ElicitationEntry | undefined;
  #lastOpen: ElicitationEntry | undefined;

  /** Adds the newest entry. */
  add(entry: ElicitationEntry): void {
    entry.older = this.#last;
    entry.number = (this.#last?.number ?? 0) + 1;
    if (this.#last === undefined) this.#first = entry;
    else this.#last.newer = entry;
    this.#last = entry;
    if (!entry.isOpen) return;
    entry.olderOpen = this.#lastOpen;
    if (this.#lastOpen === undefined) this.#firstOpen = entry;
    else this.#lastOpen.newerOpen = entry;
    this.#lastOpen = entry;
  }

  /** Takes an entry out of the open ones. */
  settle(entry: ElicitationEntry): void {
    if (entry.olderOpen === undefined) this.#firstOpen = entry.newerOpen;
    else entry.olderOpen.newerOpen = entry.newerOpen;
    if (entry.newerOpen === undefined) this.#lastOpen = entry.olderOpen;
    else entry.newerOpen.olderOpen = entry.olderOpen;
    entry.olderOpen = undefined;
    entry.newerOpen = undefined;
  }

  /** Takes a settled entry out of all. */
  remove(entry: ElicitationEntry): void {
    if (entry.older === undefined) this.#first = entry.newer;
    else entry.older.newer = entry.newer;
    if (entry.newer === undefined) this.#last = entry.older;
    else entry.newer.older = entry.older;
    // What is gone and not collected yet must not keep its neighbours, which keep theirs.
    entry.older = undefined;
    entry.newer = undefined;
  }

  /** The entries after `start` (from the first, if there is none), oldest first. */
  *after(start: ElicitationEntry | undefined): Generator<ElicitationEntry> {
    for (let entry = start ? start.newer : this.#first; entry !== undefined; entry = entry.newer) yield entry;
  }

  /** The entries before `start` (from the last, if there is none), newest first. */
  *before(start: ElicitationEntry | undefined): Generator<ElicitationEntry> {
    for (let entry = start ? start.older : this.#last; entry !== undefined; entry = entry.older) yield entry;
  }

  /** The open entries after `start`, which need not be open itself. */
  *openAfter(start: ElicitationEntry | undefined): Generator<ElicitationEntry> {
    let entry = this.#firstOpen;
    if (start !== undefined) {
      entry = start.isOpen ? start.newerOpen : start.newer;
      while (entry !== undefined && !entry.isOpen) entry = entry.newer;
    }
    for (; entry !== undefined; entry = entry.newerOpen) yield entry;
  }
}
