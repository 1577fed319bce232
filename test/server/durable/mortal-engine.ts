// The view that one node has of a shared engine: it can die, as a process does, or stand still and wake up again.

import { createMemoryEngine, type MemoryEngineOptions } from "../../../src/engines/memory/index.js";
import type { Engine } from "../../../src/index.js";

/** An engine that several nodes share, and that outlives them. */
export const createSharedEngine = (options: MemoryEngineOptions = {}): Engine => ({
  ...createMemoryEngine(options),
  name: "shared",
  shared: true,
  durable: true,
});

/** A node's way to the engine. */
export interface MortalEngine {
  readonly engine: Engine;
  /** Nothing that the node does from now on happens, and it hears of nothing. */
  kill(): void;
  /** Whatever the node does waits until the node wakes up. */
  pause(): void;
  wake(): void;
}

export function createMortalEngine(shared: Engine): MortalEngine {
  let isDead = false;
  let asleep: Promise<void> | undefined;
  let wake = (): void => {};

  const mortal = <T extends object>(store: T): T => {
    const entries = Object.entries(store).map(([name, method]) => [
      name,
      async (...given: unknown[]): Promise<unknown> => {
        while (asleep !== undefined) await asleep;
        if (isDead) return new Promise(() => {});
        const listener = given[1];
        if (name === "subscribe" && typeof listener === "function")
          given[1] = (message: string) => {
            if (!isDead && asleep === undefined) listener(message);
          };
        const done = await (method as (...given: unknown[]) => unknown)(...given);
        return isDead ? new Promise(() => {}) : done;
      },
    ]);
    // Every method of a contract may give a promise of its value.
    return Object.fromEntries(entries) as T;
  };

  return {
    engine: {
      ...shared,
      sessions: mortal(shared.sessions),
      events: mortal(shared.events),
      records: mortal(shared.records),
      bus: mortal(shared.bus),
      limits: mortal(shared.limits),
      elicitations: mortal(shared.elicitations),
      // It is everybody's.
      close() {},
    },
    kill() {
      isDead = true;
      wake();
    },
    pause() {
      asleep = new Promise((resolve) => {
        wake = () => {
          asleep = undefined;
          resolve();
        };
      });
    },
    wake: () => wake(),
  };
}
