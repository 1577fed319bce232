// A run that this node has in hand: everything it learns is written down before its handler sees it.
//
// Writes go over the version that this node wrote last. One that is refused says that another node has the run now,
// because this one seemed to be dead: then nothing of it may happen here any more.

import { type Entry, entryName } from "../../replay/journal.js";
import type { NodeLease } from "../../replay/node-lease.js";
import { tooLarge } from "../../replay/state-seal.js";
import type { RecordedAsk, RunRecord } from "./run-record.js";
import type { FoundRun, RunStore } from "./run-store.js";

/** What a run is and what it has learned, without who has it and what is open. */
export type RunFacts = Omit<RunRecord, "asks" | "owner" | "epoch" | "reply" | "isDelivered">;

export interface DurableRunOptions {
  readonly key: string;
  readonly store: RunStore;
  readonly lease: NodeLease;
  /** The run as it is now. */
  readonly facts: () => RunFacts;
  /** The record that this node took over. */
  readonly taken: FoundRun | undefined;
  /** Another node has it. `wasOurs` is false when it had it from the beginning. */
  readonly onLost: (wasOurs: boolean) => void;
  /** This node has nothing more to do with it. May be called twice. */
  readonly onOver: () => void;
  /** Tells others to look at the record. */
  readonly tell: () => void;
  /** How long the journal may get, in characters. */
  readonly mostLength: () => number;
}

export class DurableRun {
  readonly #options: DurableRunOptions;
  readonly #asks: Map<string, RecordedAsk>;
  /** What is to be kept, and is not in the run's own journal yet. */
  readonly #kept = new Map<string, Entry>();
  readonly #epoch: number;
  #version: number | undefined;
  #term = 0;
  /** True once another node may have it. */
  #isLeaving = false;
  #reply: string | undefined;
  #isDelivered = false;
  /** True once another node has it, or nothing more is to be written. */
  #isOver = false;
  #putDown: (() => void) | undefined;
  #writing: Promise<unknown> = Promise.resolve();
  #queued: Promise<boolean> | undefined;

  constructor(options: DurableRunOptions) {
    this.#options = options;
    const { taken, lease } = options;
    this.#asks = new Map(taken?.record.asks.map((ask) => [ask.key, ask]));
    this.#epoch = taken?.record.epoch ?? 0;
    this.#version = taken?.version;
    this.#reply = taken?.record.reply;
    if (taken !== undefined) this.#putDown = lease.pickUp();
  }

  /** True while there is a record and it is this node's. */
  get isOurs(): boolean {
    return this.#version !== undefined && !this.#isOver;
  }

  /** Writes a question down, before it goes out; false when it must not. */
  async asked(ask: RecordedAsk): Promise<boolean> {
    if (this.#isLeaving) return false;
    this.#asks.set(ask.key, ask);
    return this.save();
  }

  /** Writes down what was learned, before the handler sees it; false when it must not. */
  async learned(name: string, entry: Entry): Promise<boolean> {
    if (this.#isLeaving) return false;
    this.#kept.set(name, entry);
    const key = [...this.#asks.keys()].find((one) => entryName("ask", one) === name);
    if (key !== undefined) this.#asks.delete(key);
    try {
      return await this.save();
    } catch (error) {
      // The run writes down that it could not be kept, and goes on.
      this.#kept.delete(name);
      throw error;
    }
  }

  /** Writes down that nobody reads its questions here: they are for another dispatch of its call, if there is one. */
  async unread(): Promise<void> {
    if (this.isOurs && this.#asks.size > 0 && (await this.save())) this.#options.tell();
  }

  /** Makes sure that the run is this node's before something happens that cannot be undone. */
  async ready(): Promise<boolean> {
    if (this.#isOver || this.#isLeaving) return false;
    if (this.#version === undefined) return this.save();
    // Within its term the lease never lapsed, so nobody can have taken the run.
    return (await this.#options.lease.hold()) === this.#term || this.save();
  }

  /** Writes the outcome down, before anybody hears of it; false when another node's counts. */
  async finish(reply: string): Promise<boolean> {
    this.#reply = reply;
    const isOurs = await this.save();
    if (isOurs) this.#options.tell();
    return isOurs;
  }

  /** The client can read the outcome: nobody need see to that any more. */
  async delivered(): Promise<void> {
    if (!this.isOurs) return;
    this.#isDelivered = true;
    try {
      await this.save();
    } finally {
      this.#end();
    }
  }

  /** Forgets the run: its call was cancelled. */
  async discard(): Promise<void> {
    if (this.#isOver) return;
    this.#end();
    // What is being written has a version of its own.
    await this.#writing.catch(() => {});
    if (this.#version === undefined) return;
    await this.#options.store.remove(this.#options.key, this.#version);
    this.#options.tell();
  }

  /** Lets another node have the run at once, or when this node's lease lapses. */
  async release(atOnce: boolean): Promise<void> {
    if (this.#isOver) return;
    this.#isLeaving = true;
    if (atOnce && this.#version !== undefined) {
      await this.save();
      this.#options.tell();
    }
    this.#end();
  }

  #end(): void {
    this.#isOver = true;
    this.#putDown?.();
    this.#options.onOver();
  }

  /** Writes the run as it is when its turn comes: what was asked for meanwhile is one write. False when another node has it. */
  save(): Promise<boolean> {
    if (this.#isOver) return Promise.resolve(false);
    this.#queued ??= this.#writing
      .catch(() => {})
      .then(() => {
        this.#queued = undefined;
        const writing = this.#write();
        this.#writing = writing;
        return writing;
      });
    return this.#queued;
  }

  async #write(): Promise<boolean> {
    if (this.#isOver) return false;
    const { lease } = this.#options;
    const term = await lease.hold();
    const version = await this.#put(this.#toRecord());
    if (version === undefined) {
      const wasOurs = this.#version !== undefined;
      const isNews = !this.#isOver;
      this.#end();
      if (isNews) this.#options.onLost(wasOurs);
      return false;
    }
    this.#version = version;
    this.#term = term;
    this.#putDown ??= lease.pickUp();
    return !this.#isOver;
  }

  async #put(record: RunRecord): Promise<number | undefined> {
    const { key, store } = this.#options;
    const written = await store.write(key, record, this.#version ?? 0);
    if (written !== undefined || this.#version !== undefined) return written;
    const known = await store.find(key);
    // A call of this id that is done with is in nobody's way.
    return known?.record.isDelivered ? store.write(key, record, known.version) : undefined;
  }

  #toRecord(): RunRecord {
    const { facts, lease, mostLength } = this.#options;
    const { journal, ...rest } = facts();
    for (const name of [...this.#kept.keys()]) if (name in journal) this.#kept.delete(name);
    const record = {
      ...rest,
      asks: [...this.#asks.values()],
      journal: { ...journal, ...Object.fromEntries(this.#kept) },
      owner: this.#isLeaving ? "" : lease.node(),
      epoch: this.#epoch,
      reply: this.#reply,
      isDelivered: this.#isDelivered,
    };
    if (this.#reply === undefined && JSON.stringify(record.journal).length > mostLength()) throw tooLarge();
    // What came of it is all that anybody will want of it.
    return this.#reply === undefined ? record : { ...record, journal: {}, asks: [] };
  }
}
