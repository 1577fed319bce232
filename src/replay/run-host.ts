// Who carries a run: gets its questions answered and its journal kept.

import type { MaybePromise } from "../core/maybe-promise.js";
import type { AskSpec, OpenAsk, PendingAsk } from "./ask.js";
import type { Entry } from "./journal.js";

/** What a run is carried by: whoever gets its questions answered and its journal kept. */
export interface RunHost<S extends AskSpec<unknown>> {
  /** Throws when there is no room for a question that was not open before. */
  admit(key: string, digest: string): void;
  /** A question that has no answer yet, maybe past its deadline, or whose last answer was invalid: `ask.attempt` counts. */
  begin(ask: OpenAsk<S>): void;
  /** An answer was invalid for the n-th time; gives how many there were in all. */
  refused(key: string, attempt: number): MaybePromise<number>;
  /** A question that waits no longer. */
  end(ask: OpenAsk<S>): void;
  /** Nothing has moved for a turn, and there are questions without an answer. */
  still(): void;
  /**
   * Answers passed and nothing has moved for a turn, but the handler has not come to these questions of the last round.
   * True while it is given time to; then `still` of the run is called when that is over.
   */
  awaits(unasked: readonly PendingAsk[]): boolean;
  /** Called once, before the first new answers are used: whether they may be, and whether they were before. */
  consume(): MaybePromise<"first" | "again" | "refused">;
  /** Keeps what was learned, before the handler sees it. */
  keep(name: string, entry: Entry): MaybePromise<void>;
  /** What another execution of the same round learned. */
  recall(name: string): MaybePromise<Entry | undefined>;
  /** What was deferred failed; the rest of it goes on. */
  cleanUpFailed(error: unknown): void;
  /** The execution cannot go on. */
  fail(error: unknown): void;
  warn(message: string, fields: Readonly<Record<string, unknown>>): void;
}
