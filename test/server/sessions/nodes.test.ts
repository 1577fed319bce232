// Two servers on one engine are two nodes: any of them serves any request of a session.

import { afterEach, describe, expect, it } from "vitest";
import { createServer, type Engine, type Server, type Terminated } from "../../../src/index.js";
import { engines } from "../async-engine.js";
import { readEvents } from "../event-stream.js";
import { openSession } from "../speak.js";

const KEYS = ["a key of two nodes, long enough to be one"];

describe.each(engines)("on an engine that %s, two nodes", (_name, createEngine) => {
  const made: Server[] = [];
  afterEach(async () => {
    for (const server of made.splice(0)) await server.close({ graceMs: 0 });
  });

  function makeNodes() {
    const engine: Engine = createEngine();
    const terminated: Terminated[] = [];
    const held = new Map<string, { aborted: Promise<unknown>; release: () => void }>();
    const begun = new Map<string, () => void>();
    const makeNode = (name: string): Server => {
      const server = createServer({
        name: "test",
        version: "1.0.0",
        engine,
        keys: KEYS,
        terminate: (event) => void terminated.push(event),
        logger: {
          debug() {},
          info() {},
          warn() {},
          error: (message, fields) => {
            throw new Error(`${message} ${String(fields?.error)}`);
          },
        },
      });
      made.push(server);
      server.tool("where", {}, () => name);
      const key = { type: "object", properties: { key: { type: "string" } }, required: ["key"] } as const;
      server.tool("hold", { input: key }, async ({ key }, ctx) => {
        ctx.progress(1);
        return new Promise<string>((resolve) => {
          const aborted = new Promise((done) =>
            ctx.signal.addEventListener("abort", () => done(ctx.signal.reason)),
          );
          held.set(key, {
            aborted,
            release: () => {
              ctx.progress(2);
              resolve(`released on ${name}`);
            },
          });
          begun.get(key)?.();
        });
      });
      server.resource("note", { uri: "note:///1" }, () => "");
      return server;
    };
    const call = async (key: string) => {
      if (!held.has(key)) await new Promise<void>((resolve) => begun.set(key, resolve));
      const found = held.get(key);
      if (!found) throw new Error(`There is no call ${key}.`);
      return found;
    };
    return { one: makeNode("one"), two: makeNode("two"), terminated, call };
  }

  const holdBody = (id: string) => ({
    jsonrpc: "2.0",
    id,
    method: "tools/call",
    params: { name: "hold", arguments: { key: id }, _meta: { progressToken: 1 } },
  });

  it("share sessions, log levels and subscriptions", async () => {
    const { one, two } = makeNodes();
    const here = await openSession(one);
    const there = here.through(two);
    expect((await there.callTool("where")).result).toMatchObject({ content: [{ text: "two" }] });
    await there.request("logging/setLevel", { level: "error" });
    await there.request("resources/subscribe", { uri: "note:///1" });
    const stream = await here.listen();
    await one.session(here.id).log("warning", "not wanted");
    await two.session(here.id).log("error", "from two");
    expect(await stream.message()).toMatchObject({ params: { level: "error", data: "from two" } });
    two.notifyResourceUpdated("note:///1");
    expect(await stream.message()).toMatchObject({
      method: "notifications/resources/updated",
      params: { uri: "note:///1" },
    });
    await stream.close();
  });

  it("cancel calls of each other", async () => {
    const { one, two, call } = makeNodes();
    const here = await openSession(one);
    const stream = readEvents(await here.post(holdBody("far")));
    await stream.message();
    const { aborted } = await call("far");
    await here.through(two).notify("notifications/cancelled", { requestId: "far", reason: "enough" });
    expect(await aborted).toMatchObject({ code: "cancelled", message: "The call was cancelled: enough" });
    await stream.ended();
  });

  it("end sessions of each other, with their calls and streams", async () => {
    const { one, two, terminated, call } = makeNodes();
    const here = await openSession(one);
    const stream = await here.listen();
    const reply = readEvents(await here.post(holdBody("over")));
    await reply.message();
    const { aborted } = await call("over");
    expect((await here.through(two).end()).status).toBe(204);
    expect(await aborted).toMatchObject({ code: "cancelled" });
    await stream.ended();
    await reply.ended();
    expect(terminated).toHaveLength(1);
    expect((await here.request("ping")).status).toBe(404);
  });

  it("resume each other's calls, past and future events alike", async () => {
    const { one, two, call } = makeNodes();
    const here = await openSession(one);
    const broken = readEvents(await here.post(holdBody("moved")));
    const { eventId } = await broken.message();
    const { release } = await call("moved");
    await broken.close();
    const resumed = await here.through(two).listen(eventId);
    release();
    expect(await resumed.message()).toMatchObject({ params: { progress: 2 } });
    expect(await resumed.message()).toMatchObject({
      id: "moved",
      result: { content: [{ text: "released on one" }] },
    });
    expect(await resumed.next()).toBeUndefined();
    const again = await here.through(two).listen(eventId);
    expect(await again.message()).toMatchObject({ params: { progress: 2 } });
    expect(await again.message()).toMatchObject({ id: "moved" });
    await again.ended();
  });

  it("resume a call whose first connection only seems to be open", async () => {
    const { one, two, call } = makeNodes();
    const here = await openSession(one);
    const silent = readEvents(await here.post(holdBody("seeming")));
    const { eventId } = await silent.message();
    const { release } = await call("seeming");
    const resumed = await here.through(two).listen(eventId);
    release();
    expect(await resumed.message()).toMatchObject({ params: { progress: 2 } });
    expect(await resumed.message()).toMatchObject({ id: "seeming" });
    await resumed.ended();
    await silent.close();
  });

  it("hand a session's stream over: nothing comes twice, nothing is missed", async () => {
    const { one, two } = makeNodes();
    const here = await openSession(one);
    const first = await here.listen();
    await one.session(here.id).log("info", "1");
    const { eventId } = await first.message();
    await first.close();
    await one.session(here.id).log("info", "2");
    const second = await here.through(two).listen(eventId);
    expect(await second.message()).toMatchObject({ eventId: "s.2", params: { data: "2" } });
    await one.session(here.id).log("info", "3");
    await two.session(here.id).log("info", "4");
    expect(await second.message()).toMatchObject({ eventId: "s.3", params: { data: "3" } });
    expect(await second.message()).toMatchObject({ eventId: "s.4", params: { data: "4" } });
    const third = await here.listen("s.4");
    await two.session(here.id).log("info", "5");
    expect(await third.message()).toMatchObject({ eventId: "s.5", params: { data: "5" } });
    await second.ended();
    await third.close();
  });

  it("do not replay old events to a stream that begins anew on the other node", async () => {
    const { one, two } = makeNodes();
    const here = await openSession(one);
    const first = await here.listen();
    await one.session(here.id).log("info", "old");
    await first.message();
    const second = await here.through(two).listen();
    expect(await second.next()).toMatchObject({ id: "s.1", message: undefined });
    await one.session(here.id).log("info", "new");
    expect(await second.message()).toMatchObject({ eventId: "s.2", params: { data: "new" } });
    await second.close();
  });
});

describe("a shared engine", () => {
  it("demands keys", () => {
    const [, createEngine] = engines[0] ?? [];
    if (!createEngine) throw new Error("There is no engine.");
    const engine: Engine = { ...createEngine(), name: "sqlite", shared: true };
    expect(() => createServer({ name: "test", version: "1.0.0", engine })).toThrow(
      "The engine sqlite is shared by several processes, so they need the same keys. Pass keys to createServer.",
    );
    createServer({ name: "test", version: "1.0.0", engine, keys: KEYS });
  });
});
