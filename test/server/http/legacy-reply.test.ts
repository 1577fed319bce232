// Replies to legacy POSTs: JSON or stream, one answer or several, and what becomes of broken connections.

import { afterEach, describe, expect, it } from "vitest";
import { createServer, type Server } from "../../../src/index.js";
import { createFakeClock } from "../../../src/testing/index.js";
import { engines } from "../async-engine.js";
import { readEvents } from "../event-stream.js";
import { openSession, readReply, type Session } from "../speak.js";

describe.each(engines)("on an engine that %s", (_name, createEngine) => {
  const made: Server[] = [];
  afterEach(async () => {
    for (const server of made.splice(0)) await server.close({ graceMs: 0 });
  });

  function make() {
    const clock = createFakeClock();
    const server = createServer({ name: "test", version: "1.0.0", clock, engine: createEngine({ clock }) });
    made.push(server);
    const finish = new Map<string, () => void>();
    server.tool("echo", {}, () => "echo");
    server.tool("tells", {}, (_input, ctx) => {
      ctx.log("info", "told");
      return "told";
    });
    server.tool("waits", {}, (_input, ctx) => {
      return new Promise<string>((resolve) => {
        finish.set(String(ctx.request.headers["x-key"] ?? "key"), () => resolve("waited"));
      });
    });
    server.tool("releases", {}, (_input, ctx) => {
      ctx.release({ retryMs: 1234 });
      return new Promise<string>((resolve) => finish.set("key", () => resolve("after")));
    });
    const settle = async (): Promise<void> => {
      for (let left = 30; left > 0; left -= 1) await clock.advance(0);
    };
    return { clock, server, finish: (key = "key") => finish.get(key)?.(), settle };
  }

  const call = (name: string, id: unknown = 1): object => ({
    jsonrpc: "2.0",
    id,
    method: "tools/call",
    params: { name },
  });

  it("a result within a second, with nothing before it, is JSON", async () => {
    const { clock, server, finish, settle } = make();
    const session = await openSession(server);
    const reply = session.post(call("waits"));
    await settle();
    await clock.advance(900);
    finish();
    const response = await reply;
    expect(response.headers.get("content-type")).toBe("application/json");
    expect(await response.json()).toMatchObject({ id: 1, result: { content: [{ text: "waited" }] } });
  });

  it("a result after more than a second comes on a stream", async () => {
    const { clock, server, finish, settle } = make();
    const session = await openSession(server);
    const reply = session.post(call("waits"));
    await settle();
    await clock.advance(1100);
    const response = await reply;
    expect(response.headers.get("content-type")).toBe("text/event-stream");
    finish();
    expect((await readReply(response)).result).toMatchObject({ content: [{ text: "waited" }] });
  });

  it("what the client does not take is not sent", async () => {
    const { server } = make();
    const session = await openSession(server);
    const json = await session.post(call("tells"), { accept: "application/json" });
    expect(json.headers.get("content-type")).toBe("application/json");
    expect(await json.json()).toMatchObject({ result: { content: [{ text: "told" }] } });
    const stream = await session.post(call("echo"), { accept: "text/event-stream" });
    expect(stream.headers.get("content-type")).toBe("text/event-stream");
    expect((await readReply(stream)).result).toMatchObject({ content: [{ text: "echo" }] });
  });

  it.each([
    ["2025-11-25", true],
    ["2025-06-18", false],
    ["2025-03-26", false],
    ["2024-11-05", false],
  ])("a stream of %s is primed: %s", async (revision, primed) => {
    const { server } = make();
    const session = await openSession(server, { revision });
    const call = await readEvents(
      await session.post({ jsonrpc: "2.0", id: 1, method: "tools/call", params: { name: "tells" } }),
    ).next();
    expect(call?.message === undefined).toBe(primed);
    expect(call?.id).toMatch(primed ? /\.0$/ : /\.1$/);
    const stream = await session.listen();
    await server.session(session.id).log("error", "x");
    const own = await stream.next();
    expect(own?.message === undefined).toBe(primed);
    await stream.close();
  });

  it("ctx.release closes the connection, with a time to come back after; the rest waits", async () => {
    const { server, finish, settle } = make();
    const session = await openSession(server);
    const stream = readEvents(await session.post(call("releases", "r")));
    const priming = await stream.next();
    expect(await stream.next()).toMatchObject({ retryMs: 1234 });
    expect(await stream.next()).toBeUndefined();
    const resumed = await session.listen(priming?.id);
    await settle();
    finish();
    expect(await resumed.message()).toMatchObject({ id: "r", result: { content: [{ text: "after" }] } });
    await resumed.ended();
  });

  it("ctx.release does nothing before 2025-11-25", async () => {
    const { server, finish, settle } = make();
    const session = await openSession(server, { revision: "2025-06-18" });
    const reply = session.post(call("releases"));
    await settle();
    finish();
    expect((await reply).headers.get("content-type")).toBe("application/json");
  });

  it("a broken connection cancels nothing", async () => {
    const { clock, server, finish, settle } = make();
    const session = await openSession(server);
    const reply = session.post(call("waits", "b"));
    await settle();
    await clock.advance(1100);
    const stream = readEvents(await reply);
    const priming = await stream.next();
    await stream.close();
    finish();
    await settle();
    const resumed = await session.listen(priming?.id);
    expect(await resumed.message()).toMatchObject({ id: "b", result: { content: [{ text: "waited" }] } });
  });

  it("a stream that is no longer kept ends with an error for its request", async () => {
    const { clock, server, settle } = make();
    const session = await openSession(server);
    const stream = readEvents(await session.post(call("tells", "gone")));
    const { eventId } = await stream.message();
    await stream.message();
    await clock.advance(6 * 60_000);
    await settle();
    const resumed = await session.listen(eventId);
    expect(await resumed.message()).toMatchObject({
      id: "gone",
      error: { code: -32603, message: "The response is no longer available" },
    });
    await resumed.ended();
  });

  it("a session's stream that comes back after a long time still hears news", async () => {
    const { clock, server, settle } = make();
    const session = await openSession(server);
    const first = await session.listen();
    await server.session(session.id).log("error", "1");
    const { eventId } = await first.message();
    await first.close();
    await clock.advance(6 * 60_000);
    await settle();
    const second = await session.listen(eventId);
    await settle();
    await server.session(session.id).log("error", "2");
    expect(await second.message()).toMatchObject({ params: { data: "2" } });
    await second.close();
  });

  describe("a batch", () => {
    const open = (server: Server): Promise<Session> => openSession(server, { revision: "2025-03-26" });

    it("is answered with a list, in the order in which answers are there", async () => {
      const { server } = make();
      const session = await open(server);
      const response = await session.post([
        call("echo", "a"),
        { jsonrpc: "2.0", method: "notifications/initialized" },
        { jsonrpc: "1.0", id: "b" },
        call("none", "c"),
      ]);
      expect(await response.json()).toMatchObject([
        { id: "a", result: {} },
        { id: "b", error: { code: -32600 } },
        { id: "c", error: { code: -32602 } },
      ]);
    });

    it("comes on a stream when something comes before the results", async () => {
      const { server } = make();
      const session = await open(server);
      const stream = readEvents(
        await session.post([call("echo", "a"), call("tells", "b"), call("echo", "c")]),
      );
      const messages = [
        await stream.message(),
        await stream.message(),
        await stream.message(),
        await stream.message(),
      ];
      expect(messages.map(({ id, method }) => id ?? method).toSorted()).toEqual([
        "a",
        "b",
        "c",
        "notifications/message",
      ]);
      await stream.ended();
    });

    it("of notifications and responses is taken with 202", async () => {
      const { server } = make();
      const session = await open(server);
      const response = await session.post([
        { jsonrpc: "2.0", method: "notifications/initialized" },
        { jsonrpc: "2.0", id: 1, result: {} },
      ]);
      expect([response.status, await response.text()]).toEqual([202, ""]);
    });

    it.each([
      ["nothing", []],
      ["too much", Array.from({ length: 101 }, (_, id) => ({ jsonrpc: "2.0", id, method: "ping" }))],
      ["initialize", [{ jsonrpc: "2.0", id: 1, method: "initialize", params: {} }]],
    ])("of %s is refused", async (_what, body) => {
      const { server } = make();
      const session = await open(server);
      expect(await readReply(await session.post(body))).toMatchObject({
        status: 400,
        error: { code: -32600 },
      });
    });

    it.each(["2024-11-05", "2025-06-18", "2025-11-25"])("is refused in %s", async (revision) => {
      const { server } = make();
      const session = await openSession(server, { revision });
      expect(await readReply(await session.post([call("echo")]))).toMatchObject({
        status: 400,
        error: { code: -32600 },
      });
    });
  });
});
