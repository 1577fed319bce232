// What a rule of the engine contract is.

import type { Engine } from "../../core/engine/engine.js";
import type { FakeClock } from "../fake-clock.js";

/** A fresh engine, its clock, and the settings it was opened with. */
export interface RuleContext {
  readonly engine: Engine;
  /** Opens another engine on the same state, as another process would. */
  readonly again: () => Promise<Engine>;
  /** What the suite was told to check besides what every engine keeps. */
  readonly checks: { readonly shared: boolean; readonly durable: boolean };
  readonly clock: FakeClock;
  readonly maxEventsPerStream: number;
  readonly retentionMs: number;
}

/** One sentence that holds for every engine, and the check that it does. */
export interface Rule {
  readonly title: string;
  readonly check: (context: RuleContext) => Promise<void>;
}
