// Follows the change feed for everybody in this process who waits or watches: each event is read once.

import type { Unsubscribe } from "../core/engine/bus.js";
import type { ElicitationEvent } from "../core/engine/elicitations.js";
import { BeckonError } from "../core/errors.js";
import type { BrokerEvent } from "./broker.js";
import { isOpenStatus } from "./change-record.js";
import { findEnd } from "./find-end.js";
import { hearChanges } from "./hints.js";
import { nextTurn } from "./next-turn.js";
import type { BrokerParts } from "./parts.js";
import { answerOf, findRecord } from "./read.js";
import { showEvents } from "./show-events.js";

const PAGE = 250;
/** How many of the last events are kept for those who watch. */
const KEPT = 1_000;

/** Reads the feed on every hint, and now and then without one. */
export class FeedFollower {
  readonly #parts: BrokerParts;
  readonly #rereadMs: number;
  #started: Promise<void> | undefined;
  #unsubscribe: Unsubscribe | undefined;
  #timer: { cancel(): void } | undefined;
  #position = 0;
  /** The last events, and the position from which on none of them is missing. */
  #recent: BrokerEvent[] = [];
  #recentAfter = 0;
  /** What ended and was not told to those who wait for it, since it could not be read. */
  readonly #owed = new Set<string>();
  #watchers = 0;
  readonly #sleepers = new Set<() => void>();
  #isReading = false;
  #isBehind = false;
  #isClosed = false;

  constructor(parts: BrokerParts, rereadMs: number) {
    this.#parts = parts;
    this.#rereadMs = rereadMs;
  }

  get isClosed(): boolean {
    return this.#isClosed;
  }

  /** Begins to follow, unless it has begun; resolves to the position from which on nothing is missed. */
  async begin(): Promise<number> {
    this.#started ??= this.#start();
    await this.#started;
    return this.#position;
  }

  async #start(): Promise<void> {
    try {
      this.#unsubscribe = await hearChanges(this.#parts.engine, () => this.#wake());
      this.#position = await findEnd(this.#parts.engine.elicitations);
      this.#recent = [];
      this.#recentAfter = this.#position;
      if (this.#isClosed) this.#stop();
      else this.#rest();
    } catch (error) {
      this.#stop();
      throw error;
    }
  }

  #stop(): void {
    this.#started = undefined;
    this.#unsubscribe?.();
    this.#unsubscribe = undefined;
    this.#timer?.cancel();
    this.#timer = undefined;
  }

  /** Reads again after a while, in case a hint was lost; stops when nobody is there to hear. */
  #rest(): void {
    this.#timer = this.#parts.wheel.schedule(this.#rereadMs, () => {
      if (this.#watchers === 0 && this.#parts.waits.size === 0) return this.#stop();
      this.#rest();
      this.#wake();
    });
  }

  #wake(): void {
    this.#isBehind = true;
    if (this.#isReading) return;
    this.#isReading = true;
    void this.#catchUp();
  }

  async #catchUp(): Promise<void> {
    try {
      await this.#tellOwed();
      while (this.#isBehind && this.#started !== undefined) {
        this.#isBehind = false;
        const events = await this.#parts.engine.elicitations.changes(this.#position, PAGE);
        if (events.length > 0) await this.#take(events);
        if (events.length < PAGE) continue;
        this.#isBehind = true;
        await nextTurn();
      }
    } catch (error) {
      this.#parts.logger.error("The change feed could not be read.", { error });
    } finally {
      // In the same turn as the last look at whether it is behind, so that no hint falls between the two.
      this.#isReading = false;
    }
  }

  async #take(events: readonly ElicitationEvent[]): Promise<void> {
    const shown = this.#watchers > 0 ? await showEvents(this.#parts, events) : undefined;
    const isWhole = events[0]?.number === this.#position + 1;
    if (shown === undefined || !isWhole) this.#recent = [];
    if (this.#recent.length === 0) this.#recentAfter = shown === undefined ? last(events) : first(events) - 1;
    this.#position = last(events);
    this.#remember(shown ?? []);
    this.rouse();
    // A gap may be one in the numbers only, or hold the end of something that somebody waits for.
    const isFinal = ({ status }: ElicitationEvent): boolean => !isOpenStatus(status);
    const ended = isWhole ? events.filter(isFinal).map(({ id }) => id) : this.#parts.waits.ids();
    for (const id of ended) if (this.#parts.waits.has(id)) this.#owed.add(id);
    await this.#tellOwed();
  }

  #remember(shown: readonly BrokerEvent[]): void {
    this.#recent.push(...shown);
    const forgotten = this.#recent.splice(0, Math.max(0, this.#recent.length - KEPT));
    this.#recentAfter = forgotten.at(-1)?.number ?? this.#recentAfter;
  }

  /** One that cannot be read just now is tried again with the next look, and costs no other anything. */
  async #tellOwed(): Promise<void> {
    for (const id of [...this.#owed]) {
      try {
        await this.#tellWaits(id);
        this.#owed.delete(id);
      } catch (error) {
        this.#parts.logger.error("An answer could not be read for those who wait for it.", { id, error });
        if (!(error instanceof BeckonError && error.code === "unreadable")) continue;
        // Trying again changes nothing.
        this.#owed.delete(id);
        this.#parts.waits.fail(id, error);
      }
    }
  }

  async #tellWaits(id: string): Promise<void> {
    const { waits } = this.#parts;
    if (!waits.has(id)) return;
    const record = await findRecord(this.#parts, id);
    if (record === undefined) waits.gone(id);
    else waits.answer(id, () => answerOf(this.#parts, record));
  }

  /** The events after a position, if they are all at hand. */
  recentAfter(position: number): readonly BrokerEvent[] | undefined {
    if (position < this.#recentAfter || position > this.#position) return undefined;
    return this.#recent.filter(({ number }) => number > position);
  }

  /** Counts somebody who watches; gives how to leave. */
  enter(): () => void {
    this.#watchers += 1;
    return () => {
      this.#watchers -= 1;
    };
  }

  /** Resolves when there are events after a position, the signal aborts, or the broker closes. */
  async changedAfter(position: number, signal: AbortSignal | undefined): Promise<void> {
    await this.begin();
    if (this.#position > position || this.#isClosed || signal?.aborted) return;
    await new Promise<void>((resolve) => {
      const wake = (): void => {
        this.#sleepers.delete(wake);
        signal?.removeEventListener("abort", wake);
        resolve();
      };
      this.#sleepers.add(wake);
      signal?.addEventListener("abort", wake);
    });
  }

  /** Wakes those who wait for events. */
  rouse(): void {
    for (const wake of [...this.#sleepers]) wake();
  }

  close(): void {
    this.#isClosed = true;
    this.#stop();
    this.rouse();
  }
}

const first = (events: readonly ElicitationEvent[]): number => events[0]?.number ?? 0;
const last = (events: readonly ElicitationEvent[]): number => events.at(-1)?.number ?? 0;
