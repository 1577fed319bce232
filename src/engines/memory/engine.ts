// The engine that keeps everything in the memory of this process: for tests and small servers.

import { type Clock, systemClock } from "../../core/clock.js";
import type { Bus } from "../../core/engine/bus.js";
import type { ElicitationStore } from "../../core/engine/elicitations.js";
import type { Engine } from "../../core/engine/engine.js";
import type { EventLog } from "../../core/engine/event-log.js";
import type { LimitStore } from "../../core/engine/limits.js";
import type { RecordStore } from "../../core/engine/records.js";
import type { SessionStore } from "../../core/engine/sessions.js";
import { consoleLogger } from "../../core/logger.js";
import { createMemoryBus } from "./bus.js";
import { createMemoryElicitations, type MemoryElicitationsOptions } from "./elicitations.js";
import { createMemoryEventLog, type MemoryEventLogOptions } from "./event-log.js";
import { createGate } from "./gate.js";
import { createMemoryLimits } from "./limits.js";
import { createMemoryRecords, type MemoryRecordsOptions } from "./records.js";
import { createMemorySessions, type MemorySessionsOptions } from "./sessions.js";
import type { Synchronous } from "./synchronous.js";

/** An engine whose every method gives its value at once, never a promise. */
export interface MemoryEngine extends Engine {
  readonly sessions: Synchronous<SessionStore>;
  readonly events: Synchronous<EventLog>;
  readonly records: Synchronous<RecordStore>;
  readonly bus: Synchronous<Bus>;
  readonly limits: Synchronous<LimitStore>;
  readonly elicitations: Synchronous<ElicitationStore>;
  close(): void;
}

/** What a memory engine keeps, and for how long. */
export interface MemoryEngineOptions {
  /** Where the time comes from. @default the machine's clock */
  readonly clock?: Clock;
  /** Hears what listeners of the bus throw. @default a line on standard error */
  readonly onError?: (error: unknown) => void;
  /** The bounds of the event log. @default 1,000 events and 1 MiB a stream, 100,000 streams and 64 MiB in all */
  readonly events?: MemoryEventLogOptions;
  /** The bounds of the sessions. @default 100,000 sessions */
  readonly sessions?: MemorySessionsOptions;
  /** The bounds of the records. @default 1,000,000 records */
  readonly records?: MemoryRecordsOptions;
  /** The bounds of the elicitations' change feed. @default 100,000 events */
  readonly elicitations?: MemoryElicitationsOptions;
}

const defaults = {
  clock: systemClock,
  onError: (error: unknown): void => consoleLogger.error("A listener of the bus failed.", { error }),
};

/**
 * Creates an engine in memory. It sets no timers: what has expired is found when it is asked for, or in passing.
 *
 * @example
 * import { createServer } from "beckon";
 * import { createMemoryEngine } from "beckon/engines/memory";
 *
 * const engine = createMemoryEngine({ events: { maxEventsPerStream: 100 } });
 * const server = createServer({ name: "tea", version: "1.0.0", engine });
 */
export function createMemoryEngine(options: MemoryEngineOptions = {}): MemoryEngine {
  const { clock, onError } = { ...defaults, ...options };
  const gate = createGate();
  const limits = createMemoryLimits(gate);
  return {
    name: "memory",
    shared: false,
    durable: false,
    keepsObjects: true,
    sessions: createMemorySessions(gate, options.sessions),
    events: createMemoryEventLog(gate, clock, options.events),
    records: createMemoryRecords(gate, clock, options.records),
    bus: createMemoryBus(gate, onError),
    limits,
    elicitations: createMemoryElicitations(gate, clock, limits, options.elicitations),
    close: () => gate.close(),
    [Symbol.asyncDispose]: async () => gate.close(),
  };
}
