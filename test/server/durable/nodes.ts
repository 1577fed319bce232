// Nodes that share an engine and a clock, with tools whose effects are counted.

import { onTestFinished } from "vitest";
import { allow, createServer, type Engine, type Server, type ServerOptions } from "../../../src/index.js";
import { createKeyRing } from "../../../src/seal/key-ring.js";
import { sealEvents } from "../../../src/server/streams/sealed-events.js";
import { createFakeClock, type FakeClock } from "../../../src/testing/index.js";
import { type Gate, gate, settle } from "../asking/talk.js";
import type { Message } from "../speak.js";
import { createMortalEngine, createSharedEngine, type MortalEngine } from "./mortal-engine.js";

export const KEY = "a key of several nodes, long enough to be one";
const LEASE_MS = 1000;

export interface Node extends MortalEngine {
  readonly name: string;
  readonly server: Server;
}

export interface Nodes {
  readonly clock: FakeClock;
  readonly engine: Engine;
  /** What was done, by whom. */
  readonly effects: string[];
  /** Opened where a step waits. */
  readonly gates: Map<string, Gate>;
  add(name: string, options?: Partial<ServerOptions>): Node;
  /** Lets the leases of dead nodes lapse, while the others renew theirs. */
  lapse(): Promise<void>;
}

export function makeNodes(define: (server: Server, name: string, nodes: Nodes) => void): Nodes {
  const clock = createFakeClock({ now: 1_700_000_000_000 });
  const engine = createSharedEngine({ clock });
  const nodes: Nodes = {
    clock,
    engine,
    effects: [],
    gates: new Map(),
    add(name, options = {}) {
      const mortal = createMortalEngine(engine);
      const server = createServer({
        name: "test",
        version: "1.0.0",
        logger: { debug() {}, info() {}, warn() {}, error() {} },
        engine: mortal.engine,
        keys: [KEY],
        clock,
        asking: { leaseMs: LEASE_MS },
        connect: ({ headers }) => allow({ principal: { id: String(headers["x-user"] ?? "ada") } }),
        ...options,
      });
      define(server, name, nodes);
      // Not waited for: one that is dead never comes to its end.
      onTestFinished(() => void server.close({ graceMs: 0 }));
      return { ...mortal, name, server };
    },
    async lapse() {
      for (let left = 8; left > 0; left -= 1) {
        await clock.advance(LEASE_MS / 4);
        await settle(10);
      }
    },
  };
  return nodes;
}

/** What is in the log of the stream that an event belongs to, as a holder of the key reads it. */
export async function readLog(
  { engine }: Nodes,
  sessionId: string,
  eventId: string | undefined,
): Promise<readonly Message[]> {
  const name = `${sessionId}/${(eventId ?? "").replace(/\.\d+$/, "")}`;
  const events = sealEvents(engine, () => createKeyRing([KEY]));
  const page = await events.read(name, 0);
  return (page?.events ?? []).map(({ data }) => JSON.parse(data) as Message);
}

export const gateOf = ({ gates }: Nodes, name: string): Gate => {
  const known = gates.get(name) ?? gate();
  gates.set(name, known);
  return known;
};
