// A server whose questions are held by pages or a responder on a broker, on one clock.

import { onTestFinished } from "vitest";
import { type Broker, createBroker } from "../../src/broker/index.js";
import { createMemoryEngine } from "../../src/engines/memory/index.js";
import { allow, createServer, type Engine, field, form, type Server } from "../../src/index.js";
import { createFakeClock, type FakeClock } from "../../src/testing/index.js";
import { createPages, type PagesOptions } from "../../src/web/index.js";
import { settle } from "../server/asking/talk.js";
import { createVisitor, formPairs, identifyByCookie } from "./stage.js";

const KEY = "a key of at least thirty-two bytes";
const BASE = "https://app.example.com";
export const LINKS = { elicitation: { url: {} } };
const table = form("A table for how many?", { guests: field.integer({ minimum: 1 }) });

export interface HeldOptions {
  readonly clock?: FakeClock;
  readonly engine?: Engine;
  readonly holder?: "pages" | "responder" | "both";
  readonly pages?: Partial<PagesOptions>;
}

export interface Held {
  readonly clock: FakeClock;
  readonly engine: Engine;
  readonly broker: Broker;
  readonly server: Server;
  readonly errors: string[];
  /** Somebody signed in as ada. */
  readonly ada: ReturnType<typeof createVisitor>;
  /** Ends the node as a process that is stopped does: first the broker, or first the server. */
  stop(first?: "broker" | "server"): Promise<void>;
}

/** One node. Nodes of one test share a clock and an engine. */
export function startHeld({
  clock = createFakeClock({ now: 1_800_000_000_000 }),
  ...options
}: HeldOptions = {}): Held {
  const { engine = createMemoryEngine({ clock }), holder = "pages" } = options;
  const errors: string[] = [];
  const logger = { debug() {}, info() {}, warn() {}, error: (message: string) => void errors.push(message) };
  const broker = createBroker({ engine, clock, logger, limits: false });
  const pages = createPages({
    broker,
    baseUrl: BASE,
    keys: [KEY],
    identify: identifyByCookie,
    clock,
    logger,
    ...options.pages,
  });
  const server = createServer({
    name: "tables",
    version: "1.0.0",
    engine,
    clock,
    logger,
    keys: [KEY],
    ...(holder !== "responder" && { pages }),
    ...(holder !== "pages" && { responder: broker.responder({ audience: "desk" }) }),
    connect: ({ headers }) =>
      headers["x-user"] === "nobody"
        ? allow()
        : allow({ principal: { id: String(headers["x-user"] ?? "ada") } }),
  });
  server.tool("book", { input: { type: "object" } }, async (_input, ctx) =>
    JSON.stringify(await ctx.elicit(table, { key: "table", timeoutMs: 60_000 })),
  );
  server.tool("wait", { input: { type: "object" } }, async (_input, ctx) =>
    JSON.stringify(await ctx.elicit(table, { key: "table" })),
  );
  server.tool("secret", {}, async (_input, ctx) => {
    const answer = await ctx.secret("a token");
    return answer.action === "accept" ? `${answer.content.reveal().length}` : answer.action;
  });
  const closeServer = async (): Promise<void> => {
    const closed = server.close({ graceMs: 0 });
    await clock.advance(1_000);
    await closed;
  };
  onTestFinished(async () => {
    await closeServer();
    await broker.close();
  });
  return {
    clock,
    engine,
    broker,
    server,
    errors,
    ada: createVisitor((request) => pages.fetch(request), "ada"),
    async stop(first = "server") {
      const [one, two] = [() => broker.close(), closeServer];
      await (first === "broker" ? one() : two());
      await settle();
      await (first === "broker" ? two() : one());
    },
  };
}

/** Says that somebody is at the page, as its script does. */
export async function claim(ada: Held["ada"], url: string): Promise<number> {
  const [token = ["", ""]] = formPairs((await ada.open(url)).text).filter(([name]) => name === "token");
  return (await ada.post(url, [["action", "claim"], token])).status;
}

/** Lets time pass in steps, so that what waits for it in turn comes to its turn. */
export async function pass(clock: FakeClock, ms: number, steps = 4): Promise<void> {
  for (let left = steps; left > 0; left -= 1) {
    await clock.advance(ms / steps);
    await settle(10);
  }
}
