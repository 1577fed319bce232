// Two nodes on a shared engine: a reply that came to one of them reaches the other, which waits for it.

import { afterEach, describe, expect, it } from "vitest";
import { createServer, type Engine, type Server } from "../../../src/index.js";
import { createFakeClock } from "../../../src/testing/index.js";
import { addAskingTool, answer, askCall } from "../asking-tool.js";
import { engines } from "../async-engine.js";
import { type EventStream, readEvents } from "../event-stream.js";
import { openSession, type Session } from "../speak.js";

const KEYS = ["a key of two nodes, long enough to be one"];
const LOOK_MS = 15_000;

describe.each(engines)("on a shared engine that %s, a reply", (_name, createEngine) => {
  const made: { server: Server; wait: (ms: number) => Promise<void> }[] = [];
  afterEach(async () => {
    for (const { server, wait } of made.splice(0)) {
      const closed = server.close({ graceMs: 0 });
      // What is still open is given up once the clock moves.
      await wait(1);
      await closed;
    }
  });

  /** Two nodes whose engine is made of the given one. */
  function makeNodes(toEngine: (engine: Engine) => Partial<Engine> = () => ({})) {
    const clock = createFakeClock();
    const whole = createEngine({ clock });
    const engine: Engine = { ...whole, shared: true, ...toEngine(whole) };
    const errors: string[] = [];
    const settle = async (): Promise<void> => {
      for (let left = 60; left > 0; left -= 1) await clock.advance(0);
    };
    const wait = async (ms: number): Promise<void> => {
      await settle();
      await clock.advance(ms);
      await settle();
    };
    const makeNode = () => {
      const server = createServer({
        name: "test",
        version: "1.0.0",
        engine,
        keys: KEYS,
        clock,
        logger: { debug() {}, info() {}, warn() {}, error: (message) => errors.push(message) },
      });
      made.push({ server, wait });
      return { server, ...addAskingTool(server) };
    };
    return { one: makeNode(), two: makeNode(), engine, clock, errors, settle, wait };
  }

  const guests = (count: number): object => ({ action: "accept", content: { guests: count } });
  const replyOf = (count: number): object => ({
    result: { content: [{ text: JSON.stringify({ result: guests(count) }) }] },
  });
  const ask = async (session: Session, id = "q"): Promise<EventStream> => {
    const stream = readEvents(await session.post(askCall(id)));
    await stream.message();
    return stream;
  };
  const deaf = (engine: Engine): Partial<Engine> => ({ bus: { ...engine.bus, publish() {} } });

  it("to the other node goes on with the call", async () => {
    const { one, two } = makeNodes();
    const session = await openSession(one.server);
    const stream = await ask(session);
    expect((await session.through(two.server).post(answer("q", guests(4)))).status).toBe(202);
    expect(await stream.message()).toMatchObject(replyOf(4));
    expect(one.requests.size).toBe(0);
  });

  it("to the other node that is the first counts", async () => {
    const { one, two, wait } = makeNodes(deaf);
    const session = await openSession(one.server);
    const stream = await ask(session);
    const other = session.through(two.server);
    await other.post(answer("q", guests(1)));
    await other.post(answer("q", guests(2)));
    await wait(LOOK_MS + 100);
    expect(await stream.message()).toMatchObject(replyOf(1));
  });

  it("whose hint is lost is found at the next look", async () => {
    const { one, two, settle, wait } = makeNodes(deaf);
    const session = await openSession(one.server);
    const stream = await ask(session);
    await wait(LOOK_MS + 100);
    await session.through(two.server).post(answer("q", guests(5)));
    await settle();
    expect(one.requests.size).toBe(1);
    await wait(LOOK_MS + 100);
    expect(await stream.message()).toMatchObject(replyOf(5));
  });

  it("that is there already is found by whoever begins to wait", async () => {
    const { one, two, settle } = makeNodes(deaf);
    const session = await openSession(one.server);
    const other = session.through(two.server);
    // One question is open already, so that the second has no subscription to begin.
    const first = await ask(session, "first");
    await settle();
    for (const id of ["second", "third"]) await other.post(answer(id, guests(6)));
    expect(await (await ask(session, "second")).message()).toMatchObject(replyOf(6));
    await session.post(answer("first", guests(7)));
    expect(await first.message()).toMatchObject(replyOf(7));
    expect(await (await ask(session, "third")).message()).toMatchObject(replyOf(6));
  });

  it("is sealed at rest, for its own session and request, and not kept forever", async () => {
    const { one, two, engine, clock } = makeNodes(deaf);
    const session = await openSession(one.server);
    await ask(session);
    await session.through(two.server).post(answer("q", { action: "accept", content: { word: "plainly" } }));
    const [record] = await engine.records.list("client-reply:", undefined, 10);
    expect(record?.key).toBe(`client-reply:${session.id}:q`);
    expect(record?.value).not.toMatch(/plainly|accept/);
    expect(record?.expiresAt).toBe(clock.now() + 10 * 60_000);
  });

  it("that was put in the place of another's does not count", async () => {
    const { one, two, engine, wait } = makeNodes(deaf);
    const session = await openSession(one.server);
    await ask(session);
    await session.through(two.server).post(answer("other", guests(1)));
    const [record] = await engine.records.list("client-reply:", undefined, 10);
    await engine.records.put(`client-reply:${session.id}:q`, record?.value ?? "");
    await wait(LOOK_MS + 100);
    expect(one.requests.size).toBe(1);
  });

  it("from another session is not taken for it", async () => {
    const { one, two, wait } = makeNodes();
    const session = await openSession(one.server);
    const other = await openSession(two.server);
    await ask(session);
    expect((await other.post(answer("q"))).status).toBe(202);
    await wait(LOOK_MS + 100);
    expect(one.requests.size).toBe(1);
  });

  it("whose id is too long to be one of ours, or a number, is not kept", async () => {
    const { one, engine } = makeNodes();
    const session = await openSession(one.server);
    for (const id of ["x".repeat(101), 1]) expect((await session.post(answer(id))).status).toBe(202);
    expect(await engine.records.list("client-reply:", undefined, 10)).toEqual([]);
  });

  it("that cannot be kept is refused, so that the client may send it again", async () => {
    const { one, two } = makeNodes((engine) => ({
      records: {
        ...engine.records,
        put: () => {
          throw new Error("the engine is down");
        },
      },
    }));
    const session = await openSession(one.server);
    const stream = await ask(session);
    expect((await session.through(two.server).post(answer("q"))).status).toBe(500);
    expect((await session.post(answer("q", guests(8)))).status).toBe(202);
    expect(await stream.message()).toMatchObject(replyOf(8));
  });

  it("that cannot be read is looked for again", async () => {
    let isDown = true;
    const { one, two, wait, errors } = makeNodes((engine) => ({
      records: {
        ...engine.records,
        get: (key) => {
          if (isDown) throw new Error("the engine is down");
          return engine.records.get(key);
        },
      },
    }));
    const session = await openSession(one.server);
    const stream = await ask(session);
    await session.through(two.server).post(answer("q", guests(9)));
    await wait(0);
    expect(errors).toContain("A client's reply could not be read.");
    isDown = false;
    await wait(LOOK_MS + 100);
    expect(await stream.message()).toMatchObject(replyOf(9));
  });

  it("is waited for no longer than its session lives, wherever that is ended", async () => {
    const { one, two, settle } = makeNodes();
    const session = await openSession(one.server);
    one.requests.send(
      { sessionId: session.id, outlet: undefined },
      { id: "q", method: "roots/list", params: {} },
      () => {},
    );
    await settle();
    await session.through(two.server).end();
    await settle();
    expect(one.requests.size).toBe(0);
  });

  /** Two nodes, and how many subscriptions to sessions they have. */
  function makeCounted() {
    let heard = 0;
    const nodes = makeNodes((engine) => ({
      bus: {
        ...engine.bus,
        subscribe: async (topic, listener) => {
          const end = await engine.bus.subscribe(topic, listener);
          if (!topic.startsWith("session:")) return end;
          heard += 1;
          return () => {
            heard -= 1;
            end();
          };
        },
      },
    }));
    return { ...nodes, heard: () => heard };
  }

  it("that is waited for costs one subscription for each session, and none afterwards", async () => {
    const { one, two, settle, heard } = makeCounted();
    const session = await openSession(one.server);
    const [first, second] = [await ask(session, "1"), await ask(session, "2")];
    await settle();
    expect(heard()).toBe(1);
    await session.through(two.server).post(answer("1"));
    await first.message();
    expect(heard()).toBe(1);
    await session.post(answer("2"));
    await second.message();
    await settle();
    expect(heard()).toBe(0);
  });

  it("is waited for no longer than the server runs", async () => {
    const { one, settle, heard } = makeCounted();
    const session = await openSession(one.server);
    const request = { id: "q", method: "roots/list", params: {} };
    const target = { sessionId: session.id, outlet: undefined };
    one.requests.send(target, request, () => {});
    await settle();
    expect(heard()).toBe(1);
    await one.server.close();
    expect(heard()).toBe(0);
    expect(one.requests.size).toBe(0);
    one.requests.send(target, request, () => {}).withdraw();
    await settle();
    expect(heard()).toBe(0);
  });
});
