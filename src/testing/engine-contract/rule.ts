// What a rule of the engine contract is.

import type { Engine } from "../../core/engine/engine.js";
import type { FakeClock } from "../fake-clock.js";

/** A fresh engine, its clock, and the settings it was opened with. */
export interface RuleContext {
  readonly engine: Engine;
  readonly clock: FakeClock;
  readonly maxEventsPerStream: number;
  readonly retentionMs: number;
}

/** One sentence that holds for every engine, and the check that it does. */
export interface Rule {
  readonly title: string;
  readonly check: (context: RuleContext) => Promise<void>;
}
