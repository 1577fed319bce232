// The legacy runs of a server whose engine outlives it, or is shared with others.

import type { ChangeHints } from "../../replay/changes.js";
import type { NodeLease } from "../../replay/node-lease.js";
import type { Run } from "../../replay/run.js";
import type { Asked } from "../asking/asked.js";
import type { Call } from "../call/call.js";
import type { DurableRun } from "./durable-run.js";
import type { FoundRun, RunStore } from "./run-store.js";

/** A run that another node had before. */
export interface TakenRun extends FoundRun {
  /** The ids of the requests that its client can read already. */
  readonly sent: ReadonlySet<string>;
}

/** The executions of runs that are kept. */
export interface KeptExecution {
  readonly run: Run<Asked>;
  /** Goes on elsewhere: nothing more happens here. `wasOurs` is false when another node had the run from the beginning. */
  moveOn(wasOurs: boolean): void;
}

/** A call that waits for a run which another dispatch of it has. */
export interface KeptJoin {
  /** Keeps its record for longer; false when another node has it. */
  renew(): Promise<boolean>;
  /** Its client can read what came of it, or wants it no more. */
  delivered(): Promise<void>;
  /** Lets another node have it. */
  release(): Promise<void>;
}

export interface DurableRuns {
  readonly store: RunStore;
  readonly lease: NodeLease;
  readonly hints: ChangeHints;
  /** Keeps the run of a call from its first question or step on; `undefined` where nobody could go on with it. */
  begin(call: Call, execution: KeptExecution): DurableRun | undefined;
  of(call: Call): DurableRun | undefined;
  /** Keeps a call that waits for a run which another dispatch of it has. */
  join(call: Call, joined: KeptJoin): void;
  /** True when something is kept of a call. */
  isKept(call: Call): boolean;
  /** Says of a call that its client can read what came of it. */
  delivered(call: Call): Promise<void>;
  /** Says that a record is in hand here, until the function is called; the node's lease is renewed as long. */
  pickUp(key: string, by: object): () => void;
  keyOf(call: Call): string;
  /** Says that a call goes on with a run that another node had. */
  take(call: Call, taken: TakenRun): void;
  taken(call: Call): TakenRun | undefined;
  /** Calls back when a call of the same session waits for a run: its node may be dead. */
  whenJoined(listener: (found: FoundRun, call: Call) => Promise<void>): void;
  /** Says that a call waits for what comes of a run. */
  joined(found: FoundRun, call: Call): Promise<void>;
  /** Lets go of all runs that are here, because the server stops: those that only wait, or all. */
  handOver(which: "waiting" | "all"): Promise<void>;
  close(): void;
}
