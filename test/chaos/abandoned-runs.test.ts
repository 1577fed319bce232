// What is left of runs that nobody comes back for: nothing.

import { getEventListeners, setMaxListeners } from "node:events";
import { request } from "node:http";
import { beforeAll, describe, expect, it } from "vitest";
import { andThen } from "../../src/core/maybe-promise.js";
import { createMemoryEngine } from "../../src/engines/memory/index.js";
import { createServer, type Engine, field, form } from "../../src/index.js";
import { listen } from "../../src/node/index.js";
import { createFakeClock } from "../../src/testing/index.js";
import { capabilities } from "../server/asking/play.js";
import { readEvents } from "../server/event-stream.js";
import { callTool, modernBody, modernHeaders, openSession } from "../server/speak.js";

const RUNS = 10_000;
const WARM_UP = 2000;
const AT_ONCE = 50;
const PARTS = 5;
/** Longer than everything here takes, so that nothing ends by itself. */
const MONTH_MS = 30 * 24 * 60 * 60_000;
/** What ten thousand runs may leave in all: less than four pointers for each. */
const MOST_BYTES = 300_000;

const turn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

async function settledHeap(): Promise<number> {
  if (globalThis.gc === undefined) throw new Error("Run with --expose-gc, as vitest.config.ts does.");
  for (let times = 0; times < 4; times += 1) {
    await turn();
    globalThis.gc();
  }
  const { heapUsed, arrayBuffers } = process.memoryUsage();
  return heapUsed + arrayBuffers;
}

/** An engine that counts what it was given to keep and who listens on its bus. */
function counted(engine: Engine) {
  const held = { writes: 0, listeners: 0 };
  const { records, bus } = engine;
  const wrapped: Engine = {
    ...engine,
    records: {
      ...records,
      put(...given) {
        held.writes += 1;
        return records.put(...given);
      },
    },
    bus: {
      ...bus,
      subscribe(...given) {
        held.listeners += 1;
        return andThen(bus.subscribe(...given), (stop) => () => {
          held.listeners -= 1;
          stop();
        });
      },
    },
  };
  return { engine: wrapped, held };
}

function make() {
  const clock = createFakeClock();
  const { engine, held } = counted(createMemoryEngine({ clock }));
  const server = createServer({
    name: "test",
    version: "1.0.0",
    clock,
    engine,
    logger: { debug() {}, info() {}, warn() {}, error() {} },
  });
  const withdrawn = new AbortController();
  setMaxListeners(0, withdrawn.signal);
  const frames = { made: 0, collected: 0, cleaned: 0, wentOn: 0 };
  const registry = new FinalizationRegistry(() => {
    frames.collected += 1;
  });
  server.tool("ask", { timeoutMs: MONTH_MS }, async (_input, ctx) => {
    const frame = { bytes: new Uint8Array(64), of: ctx };
    registry.register(frame, undefined);
    frames.made += 1;
    ctx.defer(() => {
      frames.cleaned += 1;
    });
    await ctx.step("begin", () => turn());
    try {
      const [first] = await Promise.all([
        ctx.elicit(form("Sure?", { it: field.string() }), { signal: withdrawn.signal, timeoutMs: MONTH_MS }),
        ctx.confirm("Really?"),
      ]);
      return `${first.action} ${frame.bytes.length}`;
    } catch {
      frames.wentOn += 1;
      return "";
    } finally {
      frames.wentOn += 1;
    }
  });
  return { server, clock, held, frames, withdrawn };
}

async function times(count: number, act: () => Promise<void>): Promise<void> {
  for (let done = 0; done < count; done += AT_ONCE)
    await Promise.all(Array.from({ length: AT_ONCE }, () => act()));
}

type Made = ReturnType<typeof make>;

/** Waits until the registry has told of everything that was collected, and what is kept for a while is gone. */
async function collected({ clock, frames }: Made): Promise<number> {
  await clock.advance(600_000);
  for (let left = 50; left > 0 && frames.collected < frames.made; left -= 1) await settledHeap();
  return frames.collected;
}

/** Does it ten thousand times, and looks at what is left then. */
async function measure(made: Made, act: () => Promise<void>) {
  // Once beforehand, so that what the process keeps for its own speed is there already.
  await times(WARM_UP, act);
  await collected(made);
  const before = { heap: await settledHeap(), held: { ...made.held }, timers: made.clock.pendingTimers };
  const grown: number[] = [];
  for (let from = before.heap; grown.length < PARTS; ) {
    await times(RUNS / PARTS, act);
    await collected(made);
    const to = await settledHeap();
    grown.push(to - from);
    from = to;
  }
  // What runs leave they leave in each part; what the compiler makes for itself comes now and then, whenever it comes.
  const growth = PARTS * Math.min(...grown);
  return { before, growth, resources: process.getActiveResourcesInfo() };
}

describe("10,000 suspended modern runs whose client never returns", () => {
  const made = make();
  let left: Awaited<ReturnType<typeof measure>>;

  beforeAll(async () => {
    left = await measure(made, async () => {
      const { result } = await callTool(made.server, "ask", {}, { capabilities });
      if (result.resultType !== "input_required") throw new Error(JSON.stringify(result));
    });
  }, 120_000);

  it("are collected, frame by frame", () => {
    expect(made.frames).toEqual({
      made: RUNS + WARM_UP,
      collected: RUNS + WARM_UP,
      cleaned: RUNS + WARM_UP,
      wentOn: 0,
    });
  });

  it("leave nothing on the heap", () => {
    expect(left.growth).toBeLessThan(MOST_BYTES);
  });

  it("leave no timer, no listener and no record", () => {
    const { clock, held, withdrawn } = made;
    expect(clock.pendingTimers).toBe(0);
    expect(getEventListeners(withdrawn.signal, "abort")).toEqual([]);
    expect(held).toEqual({ writes: 0, listeners: left.before.held.listeners });
    expect(left.resources).not.toContain("Timeout");
  });
});

describe("10,000 legacy calls that are cancelled while they ask", () => {
  const made = make();
  let left: Awaited<ReturnType<typeof measure>>;

  beforeAll(async () => {
    const session = await openSession(made.server, { capabilities });
    let id = 0;
    left = await measure(made, async () => {
      id += 1;
      const call = id;
      const response = await session.post({
        jsonrpc: "2.0",
        id: call,
        method: "tools/call",
        params: { name: "ask" },
      });
      const stream = readEvents(response);
      await stream.message();
      await stream.message();
      await session.notify("notifications/cancelled", { requestId: call });
      await stream.close();
      // What was logged for the stream is kept for a while, in case that the client comes back.
      if (call % 500 === 0) await made.clock.advance(600_000);
    });
  }, 120_000);

  it("are collected, frame by frame", () => {
    expect(made.frames).toEqual({
      made: RUNS + WARM_UP,
      collected: RUNS + WARM_UP,
      cleaned: RUNS + WARM_UP,
      wentOn: 0,
    });
  });

  it("leave nothing on the heap", () => {
    expect(left.growth).toBeLessThan(MOST_BYTES);
  });

  it("leave no timer, no listener and no record", () => {
    const { clock, held, withdrawn } = made;
    expect(getEventListeners(withdrawn.signal, "abort")).toEqual([]);
    expect(clock.pendingTimers).toBe(left.before.timers);
    expect(held).toEqual({ ...left.before.held, writes: 0 });
    expect(left.resources).not.toContain("Timeout");
  });
});

describe("some hundred suspended modern runs over sockets", () => {
  /** Sockets of both ends, as many as are open in this process. */
  const sockets = (): number =>
    process.getActiveResourcesInfo().filter((name) => name === "TCPSocketWrap").length;

  it("leave no socket when their clients hang up, whether they were told the questions or not", async () => {
    const { server, frames } = make();
    const { port, close } = await listen(server, { port: 0, keepSignals: true, graceMs: 0 });
    const body = JSON.stringify(modernBody("tools/call", { name: "ask" }, { capabilities }));
    const headers = Object.fromEntries(modernHeaders("tools/call", { name: "ask" }));
    const before = sockets();
    /** A call on a connection of its own, which is cut off before or after the reply. */
    const call = (isHeard: boolean): Promise<void> =>
      new Promise((resolve, reject) => {
        const sent = request({
          port,
          host: "127.0.0.1",
          path: "/mcp",
          method: "POST",
          headers,
          agent: false,
        });
        sent.on("error", (error) => (isHeard ? reject(error) : resolve()));
        sent.on("response", (response) => {
          response.resume().on("end", () => {
            sent.destroy();
            resolve();
          });
        });
        sent.end(body);
        if (!isHeard) sent.on("socket", (socket) => socket.on("connect", () => sent.destroy()));
      });
    for (let done = 0; done < 300; done += 20)
      await Promise.all(Array.from({ length: 20 }, (_, index) => call(index % 4 > 0)));
    expect(frames.made).toBeGreaterThan(200);
    for (let left = 500; left > 0 && sockets() > before; left -= 1) await turn();
    expect(sockets()).toBe(before);
    await close();
  });
});
