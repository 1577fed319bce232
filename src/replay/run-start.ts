// How an execution begins.

import type { Clock } from "../core/clock.js";
import type { PendingAsk } from "./ask.js";
import type { Journal } from "./journal.js";
import type { Pin } from "./pins.js";
import type { RunWatch } from "./run-watch.js";
import type { StepScope } from "./step-scope.js";

export interface RunStart {
  readonly id: string;
  /** Which exchange this is, from 1. */
  readonly round: number;
  /** What earlier executions learned. */
  readonly journal: Journal | undefined;
  /** The questions that were open when the last execution ended. */
  readonly pending: readonly PendingAsk[] | undefined;
  /** False where there is but one exchange: then nobody waits for it to end. */
  readonly hasRounds: boolean;
  readonly tools: RunTools;
}

/** What all runs of a server share. */
export interface RunTools {
  readonly stepScope: StepScope;
  readonly pin: Pin;
  readonly watch: RunWatch | undefined;
  readonly clock: Clock;
}
