// An engine that answers later: the memory engine, as a database across the network would give it.

import { createMemoryEngine, type MemoryEngineOptions } from "../../src/engines/memory/index.js";
import type { Engine } from "../../src/index.js";

/**
 * Every method waits before it does its work. The stores wait longer for some calls than for others, so that
 * whoever does not wait for one step before taking the next gets them in the wrong order; the bus keeps its order.
 */
function createAsyncEngine(options: MemoryEngineOptions = {}): Engine {
  const engine = createMemoryEngine(options);
  let calls = 0;
  const uneven = (): number => {
    calls += 1;
    return (calls * 5) % 4;
  };
  return {
    ...engine,
    sessions: later(engine.sessions, uneven),
    events: later(engine.events, uneven),
    records: later(engine.records, uneven),
    limits: later(engine.limits, uneven),
    elicitations: later(engine.elicitations, uneven),
    bus: later(engine.bus, () => 1),
  };
}

/** The engines that a server must behave the same on. */
export const engines: readonly (readonly [string, (options?: MemoryEngineOptions) => Engine])[] = [
  ["answers at once", createMemoryEngine],
  ["answers later", createAsyncEngine],
];

function later<T extends object>(store: T, turns: () => number): T {
  const entries = Object.entries(store).map(([name, method]) => [
    name,
    async (...given: unknown[]): Promise<unknown> => {
      for (let left = turns(); left > 0; left -= 1) await new Promise((resolve) => setImmediate(resolve));
      return (method as (...given: unknown[]) => unknown)(...given);
    },
  ]);
  // Every method of a contract may give a promise of its value.
  return Object.fromEntries(entries) as T;
}
