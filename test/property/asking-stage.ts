// Two servers with the same tool and the same keys, as nodes behind one address are.

import fc from "fast-check";
import { createMemoryEngine } from "../../src/engines/memory/index.js";
import { createServer, type Engine, type Server } from "../../src/index.js";
import { createFakeClock, type FakeClock } from "../../src/testing/index.js";
import { engines } from "../server/async-engine.js";
import { createWorld, toHandler, type World } from "./asking-handler.js";
import type { Program } from "./asking-program.js";

export interface Stage {
  readonly world: World;
  readonly clock: FakeClock;
  readonly servers: readonly [Server, Server];
  close(): Promise<void>;
}

const createEngineThat = new Map(engines);

/** The engines, by how they answer. */
export const anyEngine: fc.Arbitrary<string> = fc.constantFrom(...createEngineThat.keys());

const KEY = "a key that both servers have, of 32 bytes";
const silent = { debug() {}, info() {}, warn() {}, error() {} };

/** How much a run learns before anything else, in characters: nothing, or more than a client is given to carry. */
export const anyLearned: fc.Arbitrary<number> = fc.oneof(
  { weight: 9, arbitrary: fc.constant(0) },
  { weight: 1, arbitrary: fc.constant(60_000) },
);

/** Opens both with the tool `program`, on one engine or on one each. */
export function openStage(program: Program, engineThat: string, sharesEngine: boolean, learned = 0): Stage {
  const createEngine = createEngineThat.get(engineThat) ?? createMemoryEngine;
  const clock = createFakeClock({ now: 1_000 });
  const world = createWorld();
  const open = (engine: Engine): Server => {
    const server = createServer({
      name: "stage",
      version: "1.0.0",
      engine,
      keys: [KEY],
      clock,
      // Programs have no end of questions.
      asking: { maxRounds: 1000 },
      logger: silent,
    });
    const handler = toHandler(program, world);
    server.tool("program", {}, async (input, ctx) => {
      if (learned > 0) await ctx.step("learn", () => "x".repeat(learned));
      return handler(input, ctx);
    });
    return server;
  };
  const made = createEngine({ clock });
  // Servers that share one are nodes to each other.
  const engine: Engine = sharesEngine ? { ...made, name: "shared", shared: true, durable: true } : made;
  const servers = [open(engine), open(sharesEngine ? engine : createEngine({ clock }))] as const;
  return {
    world,
    clock,
    servers,
    async close() {
      await Promise.all(servers.map((server) => server.close({ graceMs: 0 })));
    },
  };
}
