// The event log contract: what went out on a stream, so that a broken one can be resumed on any node.

import type { MaybePromise } from "../maybe-promise.js";

/** One event of a stream. */
export interface LoggedEvent {
  /** Counts from 1 in each stream. */
  readonly sequence: number;
  readonly data: string;
}

/** What a stream's log holds after some point. */
export interface LogPage {
  /** In order, without gaps among themselves. */
  readonly events: readonly LoggedEvent[];
  /** True when events between the asked point and the first one given are gone. */
  readonly evicted: boolean;
  /** True when the stream has ended: after these events nothing will come. */
  readonly ended: boolean;
}

/** Keeps the recent events of each stream: bounded, and for a limited time. */
export interface EventLog {
  /** Makes a stream known before its first event. Opening twice is harmless. */
  open(stream: string): MaybePromise<void>;
  /** Adds an event (opening the stream if need be) and gives its sequence number. */
  append(stream: string, data: string): MaybePromise<number>;
  /** The events after sequence `after`; `undefined` when the stream is unknown or forgotten. */
  read(stream: string, after: number): MaybePromise<LogPage | undefined>;
  /** Says that nothing more will come; the log is kept for the retention time. */
  end(stream: string): MaybePromise<void>;
  /** Forgets a stream at once. */
  drop(stream: string): MaybePromise<void>;
}
