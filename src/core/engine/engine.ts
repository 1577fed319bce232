// The engine: where state lives. Six small contracts, one suite (`beckon/testing`) that checks them all.
//
// The store is the truth and the bus is a hint: write first, then wake. Whoever waits also re-reads, so a
// lost or doubled hint changes nothing but latency. Contracts return `MaybePromise`, so that an engine in
// this process costs no promise.

import type { MaybePromise } from "../maybe-promise.js";
import type { Bus } from "./bus.js";
import type { ElicitationStore } from "./elicitations.js";
import type { EventLog } from "./event-log.js";
import type { LimitStore } from "./limits.js";
import type { RecordStore } from "./records.js";
import type { SessionStore } from "./sessions.js";

/** Where state lives: memory, SQLite, Postgres, Redis, or your own. */
export interface Engine {
  /** What the engine is called in logs and errors: `"memory"`. */
  readonly name: string;
  /** True when other processes see the same state; then keys must be configured. */
  readonly shared: boolean;
  /** True when state survives the end of this process. */
  readonly durable: boolean;
  /** True when its elicitations stay in this process as they were given: then nothing of them is written as text. */
  readonly keepsObjects?: boolean;
  readonly sessions: SessionStore;
  readonly events: EventLog;
  readonly records: RecordStore;
  readonly bus: Bus;
  readonly limits: LimitStore;
  readonly elicitations: ElicitationStore;
  /** Releases what the engine holds. Closing twice is harmless. */
  close(): MaybePromise<void>;
  /** Closes, for `await using`. */
  [Symbol.asyncDispose](): PromiseLike<void>;
}
