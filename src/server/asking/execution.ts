// One execution of a run on behalf of a call: the run, what is under way for it, and how it ends.

import type { MaybePromise } from "../../core/maybe-promise.js";
import type { Run } from "../../replay/run.js";
import type { Asked } from "./asked.js";

/** How a run ends other than by its handler: with its questions, or because it cannot go on. */
export type RunEnd = { readonly outcome: object } | { readonly error: unknown };

/** The execution that serves a call. */
export interface Execution {
  readonly run: Run<Asked>;
  /** The trace context of the first round, in a later one. */
  readonly firstTraceparent: string | undefined;
  /** How long earlier executions were at work, in milliseconds. */
  readonly spentMs: number;
  /** The call has its result. */
  finish(): MaybePromise<void>;
  /** The call was ended before it had one. */
  abandon(): void;
  /** Ends the call with an error: its run cannot go on. */
  fail(error: unknown): void;
  /** Ends the round although nothing is asked, so that the handler runs anew in the next; absent where there is none. */
  nextRound?(): void;
}
