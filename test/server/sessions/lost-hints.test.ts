// The store is the truth: two nodes go on though the bus is late, or carries nothing at all.

import { afterEach, describe, expect, it } from "vitest";
import { createServer, type Engine, type Server } from "../../../src/index.js";
import { createFakeClock } from "../../../src/testing/index.js";
import { engines } from "../async-engine.js";
import { readEvents } from "../event-stream.js";
import { openSession } from "../speak.js";

const KEYS = ["a key of two nodes, long enough to be one"];
const KEEP_ALIVE_MS = 15_000;

describe.each(engines)("on an engine that %s, two nodes", (_name, createEngine) => {
  const made: Server[] = [];
  afterEach(async () => {
    for (const server of made.splice(0)) await server.close({ graceMs: 0 });
  });

  /** Two nodes whose bus is made of the engine's. */
  function makeNodes(toBus: (bus: Engine["bus"]) => Engine["bus"]) {
    const clock = createFakeClock();
    const whole = createEngine({ clock });
    const engine: Engine = { ...whole, bus: toBus(whole.bus) };
    let finish = (): void => {};
    let aborted = false;
    const makeNode = (): Server => {
      const server = createServer({
        name: "test",
        version: "1.0.0",
        engine,
        keys: KEYS,
        clock,
        http: { keepAliveMs: KEEP_ALIVE_MS },
        logger: { debug() {}, info() {}, warn() {}, error() {} },
      });
      made.push(server);
      server.tool("hold", {}, (_input, ctx) => {
        ctx.progress(1);
        ctx.signal.addEventListener("abort", () => {
          aborted = true;
        });
        return new Promise<string>((resolve) => {
          finish = () => resolve("held");
        });
      });
      return server;
    };
    const settle = async (): Promise<void> => {
      for (let left = 40; left > 0; left -= 1) await clock.advance(0);
    };
    const wait = async (ms: number): Promise<void> => {
      for (let left = 20; left > 0; left -= 1) {
        await clock.advance(ms / 20);
        await settle();
      }
    };
    return {
      one: makeNode(),
      two: makeNode(),
      clock,
      settle,
      wait,
      finish: () => finish(),
      isAborted: () => aborted,
    };
  }

  const hold = {
    jsonrpc: "2.0",
    id: "held",
    method: "tools/call",
    params: { name: "hold", _meta: { progressToken: 1 } },
  };
  const silent = (bus: Engine["bus"]): Engine["bus"] => ({ ...bus, publish: () => {} });

  it("lose no result that is logged while the other one has yet to hear of the stream", async () => {
    let subscribe = (): void => {};
    const gate = new Promise<void>((resolve) => {
      subscribe = resolve;
    });
    const { one, two, settle, finish } = makeNodes((bus) => ({
      ...bus,
      subscribe: async (topic, listener) => {
        if (topic.startsWith("stream:")) await gate;
        return bus.subscribe(topic, listener);
      },
    }));
    const here = await openSession(one);
    const broken = readEvents(await here.post(hold));
    const { eventId } = await broken.message();
    await broken.close();
    const resumed = await here.through(two).listen(eventId);
    await settle();
    finish();
    await settle();
    subscribe();
    expect(await resumed.message()).toMatchObject({ id: "held", result: {} });
    await resumed.ended();
  });

  it("find each other's results without a hint, at the next tick", async () => {
    const { one, two, settle, wait, finish } = makeNodes(silent);
    const here = await openSession(one);
    const broken = readEvents(await here.post(hold));
    const { eventId } = await broken.message();
    await broken.close();
    const resumed = await here.through(two).listen(eventId);
    await settle();
    finish();
    await wait(KEEP_ALIVE_MS);
    expect(await resumed.message()).toMatchObject({ id: "held", result: {} });
    await resumed.ended();
  });

  it("let go of what they hold for a session that the other one ended", async () => {
    const { one, two, wait, isAborted } = makeNodes(silent);
    const here = await openSession(one);
    const stream = await here.listen();
    const reply = readEvents(await here.post(hold));
    await reply.message();
    expect((await here.through(two).end()).status).toBe(204);
    await wait(70_000);
    expect(isAborted()).toBe(true);
    await stream.ended();
    await reply.ended();
  });

  it("let go of a stream that moved to the other one", async () => {
    const { one, two, wait } = makeNodes(silent);
    const here = await openSession(one);
    const older = await here.listen();
    const newer = await here.through(two).listen();
    await wait(70_000);
    await older.ended();
    expect(await newer.next()).toMatchObject({ id: "s.0" });
    await newer.close();
  });

  it("keep a stream for as long as it is open, whatever becomes of the claim to it", async () => {
    const { one, wait } = makeNodes((bus) => bus);
    const here = await openSession(one);
    const stream = await here.listen();
    await stream.next();
    await wait(3_600_000);
    await one.session(here.id).log("error", "still there");
    expect(await stream.message()).toMatchObject({ params: { data: "still there" } });
    await stream.close();
  });

  it("agree on one of two streams that open at once", async () => {
    const { one, two, settle } = makeNodes((bus) => ({
      ...bus,
      // Late enough that both hear the other after both have opened.
      publish: async (topic, message) => {
        for (let left = 20; left > 0; left -= 1) await new Promise((resolve) => setImmediate(resolve));
        await bus.publish(topic, message);
      },
    }));
    const here = await openSession(one);
    const streams = await Promise.all([here.listen(), here.through(two).listen()]);
    await settle();
    await one.session(here.id).log("error", "once");
    await settle();
    // The node that lost ends its stream; the other's ends with its server.
    await Promise.all(made.splice(0).map((server) => server.close()));
    const told = await Promise.all(
      streams.map(async (stream) => {
        let count = 0;
        for (let event = await stream.next(); event !== undefined; event = await stream.next())
          if (event.message) count += 1;
        return count;
      }),
    );
    expect(told.toSorted()).toEqual([0, 1]);
  });
});
