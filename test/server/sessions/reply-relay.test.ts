// Two nodes on a shared engine: a reply that came to one of them reaches the other, which waits for it.

import { afterEach, describe, expect, it } from "vitest";
import { createServer, type Engine, type Server } from "../../../src/index.js";
import { idFrom } from "../../../src/replay/identifiers.js";
import { createFakeClock } from "../../../src/testing/index.js";
import { addAskingTool, answer, askCall } from "../asking-tool.js";
import { engines } from "../async-engine.js";
import { type EventStream, readEvents } from "../event-stream.js";
import { openSession, type Session } from "../speak.js";

const KEYS = ["a key of two nodes, long enough to be one"];
const LOOK_MS = 15_000;
/** The id of a question. */
const Q = idFrom("q");

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
  const ask = async (session: Session, id = Q): Promise<EventStream> => {
    const stream = readEvents(await session.post(askCall(id)));
    await stream.message();
    return stream;
  };
  const deaf = (engine: Engine): Partial<Engine> => ({ bus: { ...engine.bus, publish() {} } });

  it("to the other node goes on with the call", async () => {
    const { one, two } = makeNodes();
    const session = await openSession(one.server);
    const stream = await ask(session);
    expect((await session.through(two.server).post(answer(Q, guests(4)))).status).toBe(202);
    expect(await stream.message()).toMatchObject(replyOf(4));
    expect(one.requests.size).toBe(0);
  });

  it("to the other node that is the first counts", async () => {
    const { one, two, wait } = makeNodes(deaf);
    const session = await openSession(one.server);
    const stream = await ask(session);
    const other = session.through(two.server);
    await other.post(answer(Q, guests(1)));
    await other.post(answer(Q, guests(2)));
    await wait(LOOK_MS + 100);
    expect(await stream.message()).toMatchObject(replyOf(1));
  });

  it("whose hint is lost is found at the next look", async () => {
    const { one, two, settle, wait } = makeNodes(deaf);
    const session = await openSession(one.server);
    const stream = await ask(session);
    await wait(LOOK_MS + 100);
    await session.through(two.server).post(answer(Q, guests(5)));
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
    const first = await ask(session);
    await settle();
    const [second, third] = [idFrom("second"), idFrom("third")];
    for (const id of [second, third]) await other.post(answer(id, guests(6)));
    expect(await (await ask(session, second)).message()).toMatchObject(replyOf(6));
    await session.post(answer(Q, guests(7)));
    expect(await first.message()).toMatchObject(replyOf(7));
    expect(await (await ask(session, third)).message()).toMatchObject(replyOf(6));
  });

  it("is sealed at rest, for its own session and request, and not kept forever", async () => {
    const { one, two, engine, clock } = makeNodes(deaf);
    const session = await openSession(one.server);
    await ask(session);
    await session.through(two.server).post(answer(Q, { action: "accept", content: { word: "plainly" } }));
    const [record] = await engine.records.list("client-reply:", undefined, 10);
    expect(record?.key).toBe(`client-reply:${session.id}:${Q}`);
    expect(record?.value).not.toMatch(/plainly|accept/);
    expect(record?.expiresAt).toBe(clock.now() + 60 * 60_000);
  });

  it("that was put in the place of another's does not count", async () => {
    const { one, two, engine, wait } = makeNodes(deaf);
    const session = await openSession(one.server);
    await ask(session);
    await session.through(two.server).post(answer(idFrom("other"), guests(1)));
    const [record] = await engine.records.list("client-reply:", undefined, 10);
    await engine.records.put(`client-reply:${session.id}:${Q}`, record?.value ?? "");
    await wait(LOOK_MS + 100);
    expect(one.requests.size).toBe(1);
  });

  it("from another session is not taken for it", async () => {
    const { one, two, wait } = makeNodes();
    const session = await openSession(one.server);
    const other = await openSession(two.server);
    await ask(session);
    expect((await other.post(answer(Q))).status).toBe(202);
    await wait(LOOK_MS + 100);
    expect(one.requests.size).toBe(1);
  });

  it.each([
    ["made up", "made-up"],
    ["longer than ours", `${Q}0`],
    ["of another version of UUID", "0b6e7c1a-52f4-4d1e-9a57-3c2f1d0e4b6a"],
    ["in capitals", Q.toUpperCase()],
    ["a number", 1],
  ])("whose id is %s is not kept", async (_what, id) => {
    const { one, engine } = makeNodes();
    const session = await openSession(one.server);
    expect((await session.post(answer(id))).status).toBe(202);
    expect(await engine.records.list("client-reply:", undefined, 10)).toEqual([]);
  });

  it("is kept up to two mebibytes of text", async () => {
    const { one, two, engine } = makeNodes(deaf);
    const session = await openSession(one.server);
    const other = session.through(two.server);
    const bytes = 2 * 1024 * 1024;
    const junk = (length: number): object => ({ action: "accept", content: { junk: "x".repeat(length) } });
    const around = JSON.stringify({ result: junk(0) }).length;
    await other.post(answer(Q, junk(bytes - around + 1)));
    expect(await engine.records.list("client-reply:", undefined, 10)).toEqual([]);
    await other.post(answer(Q, junk(bytes - around)));
    expect(await engine.records.list("client-reply:", undefined, 10)).toHaveLength(1);
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
    expect((await session.through(two.server).post(answer(Q))).status).toBe(500);
    expect((await session.post(answer(Q, guests(8)))).status).toBe(202);
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
    await session.through(two.server).post(answer(Q, guests(9)));
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
      { id: Q, method: "roots/list", paramsJson: "{}" },
      { replied() {} },
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
    const ids = [idFrom("1"), idFrom("2")] as const;
    const [first, second] = [await ask(session, ids[0]), await ask(session, ids[1])];
    await settle();
    expect(heard()).toBe(1);
    await session.through(two.server).post(answer(ids[0]));
    await first.message();
    expect(heard()).toBe(1);
    await session.post(answer(ids[1]));
    await second.message();
    await settle();
    expect(heard()).toBe(0);
  });

  it("is waited for no longer than the server runs", async () => {
    const { one, settle, heard } = makeCounted();
    const session = await openSession(one.server);
    const request = { id: Q, method: "roots/list", paramsJson: "{}" };
    const target = { sessionId: session.id, outlet: undefined };
    one.requests.send(target, request, { replied() {} });
    await settle();
    expect(heard()).toBe(1);
    await one.server.close();
    expect(heard()).toBe(0);
    expect(one.requests.size).toBe(0);
    one.requests.send(target, request, { replied() {} }).withdraw();
    await settle();
    expect(heard()).toBe(0);
  });
});
