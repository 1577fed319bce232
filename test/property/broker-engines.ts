// The engines that the broker must behave the same on.

import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createMemoryEngine } from "../../src/engines/memory/index.js";
import { createSqliteEngine } from "../../src/engines/sqlite/index.js";
import type { Clock, Engine } from "../../src/index.js";

/** Opens an empty engine; `close` ends it and deletes what it kept. */
export type OpenEngine = (clock: Clock) => Promise<{ readonly engine: Engine; close(): Promise<void> }>;

export const brokerEngines: readonly (readonly [string, OpenEngine])[] = [
  [
    "memory",
    async (clock) => {
      const engine = createMemoryEngine({ clock });
      return { engine, close: async () => engine.close() };
    },
  ],
  [
    "sqlite",
    async (clock) => {
      const folder = await mkdtemp(join(tmpdir(), "beckon-broker-"));
      const engine = createSqliteEngine({ path: join(folder, "broker.db"), clock });
      return {
        engine,
        async close() {
          await engine.close();
          await rm(folder, { recursive: true, force: true });
        },
      };
    },
  ],
];
