// One execution of a run on behalf of a call, as far as the call must know it.

import type { MaybePromise } from "../../core/maybe-promise.js";

/** How a run ends other than by its handler: with its questions, or because it cannot go on. */
export type RunEnd = { readonly outcome: object } | { readonly error: unknown };

/** Ends a call with what its run has come to, in place of what its handler would give. */
export interface RunEnding {
  end(ended: RunEnd): void;
}

/** How far a run has come. */
export interface RunProgress {
  /** Which exchange this is, from 1. */
  readonly round: number;
  /** True while the handler goes through what earlier executions went through. */
  readonly replaying: boolean;
  /** What comes of something that is asked or begun now, if the execution is over; `undefined` if it is not. */
  tooLate(what: string): Promise<never> | undefined;
  /** True once the handler asked for something. */
  readonly hasAsked: boolean;
}

/** The execution that serves a call. */
export interface Execution {
  readonly run: RunProgress;
  /** The trace context of the first round, in a later one. */
  readonly firstTraceparent: string | undefined;
  /** How long earlier executions were at work, in milliseconds. */
  readonly spentMs: number;
  /** The result of its handler, with what the client should know besides. */
  toResult(outcome: object): object;
  /** The call has its result. */
  finish(): MaybePromise<void>;
  /** The call was ended before it had one: from outside, or because its run failed. */
  abandon(hasFailed?: boolean): void;
}
