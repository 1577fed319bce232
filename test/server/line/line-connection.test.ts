// A line to a client: both eras on one line, several requests in flight, and an orderly end.

import { describe, expect, it } from "vitest";
import {
  allow,
  createServer,
  type Decision,
  type Disconnected,
  type Server,
  type ServerOptions,
  type Terminated,
  unauthorized,
} from "../../../src/index.js";
import { openLine } from "../../../src/server/line/open-line.js";
import { transportParts } from "../../../src/server/server.js";
import { createFakeClock } from "../../../src/testing/index.js";
import { engines } from "../async-engine.js";
import { initializeBody, type Message, modernBody } from "../speak.js";

describe.each(engines)("on an engine that %s, a line", (_name, createEngine) => {
  async function open(options: Partial<ServerOptions> = {}) {
    const terminated: Terminated[] = [];
    const disconnected: Disconnected[] = [];
    const server = createServer({
      name: "test",
      version: "1.0.0",
      engine: createEngine(),
      logger: { debug() {}, info() {}, warn() {}, error() {} },
      terminate: (event) => void terminated.push(event),
      disconnect: (event) => disconnected.push(event),
      ...options,
    });
    const finish = new Map<string, () => void>();
    let aborted = 0;
    const key = { type: "object", properties: { key: { type: "string" } } } as const;
    server.tool("echo", { input: key }, ({ key }) => key ?? "");
    server.tool("waits", { input: key }, ({ key = "" }, ctx) => {
      ctx.signal.addEventListener("abort", () => {
        aborted += 1;
      });
      return new Promise<string>((resolve) => finish.set(key, () => resolve(`waited ${key}`)));
    });
    server.tool("tells", {}, (_input, ctx) => {
      ctx.log("warning", "told");
    });
    server.resource("note", { uri: "note:///{id}" }, () => "");
    const lines: Message[] = [];
    let wake = (): void => {};
    let closed = 0;
    const line = await openLine(server[transportParts], {
      write(text) {
        expect(text).not.toContain("\n");
        lines.push(JSON.parse(text) as Message);
        wake();
      },
      waitingBytes: () => 0,
      onClose() {
        closed += 1;
      },
    });
    const send = (message: unknown): void =>
      line.receive(typeof message === "string" ? message : JSON.stringify(message));
    const next = async (): Promise<Message> => {
      while (lines.length === 0)
        await new Promise<void>((resolve) => {
          wake = resolve;
        });
      return lines.shift() ?? {};
    };
    const ask = (message: unknown): Promise<Message> => {
      send(message);
      return next();
    };
    const settle = async (): Promise<void> => {
      for (let left = 30; left > 0; left -= 1) await new Promise((resolve) => setImmediate(resolve));
    };
    return {
      server,
      line,
      lines,
      send,
      next,
      ask,
      settle,
      finish,
      terminated,
      disconnected,
      aborted: () => aborted,
      closed: () => closed,
    };
  }

  const call = (id: unknown, name: string, args: object = {}) => ({
    jsonrpc: "2.0",
    id,
    method: "tools/call",
    params: { name, arguments: args },
  });

  it("speaks the modern era from the first message on", async () => {
    const { ask } = await open();
    expect(await ask(modernBody("server/discover"))).toMatchObject({
      result: { supportedVersions: ["2026-07-28"] },
    });
    expect(await ask(modernBody("tools/call", { name: "echo", arguments: { key: "a" } }))).toMatchObject({
      result: { resultType: "complete", content: [{ text: "a" }] },
    });
    expect(await ask({ jsonrpc: "2.0", id: 2, method: "server/discover" })).toMatchObject({
      error: { code: -32602 },
    });
    expect(
      await ask(
        modernBody("tools/list", {}, { meta: { "io.modelcontextprotocol/protocolVersion": "2099-01-01" } }),
      ),
    ).toMatchObject({ error: { code: -32022 } });
  });

  it("speaks the legacy era after initialize", async () => {
    const { ask, send, settle, lines } = await open();
    expect(await ask(call(1, "echo"))).toMatchObject({ id: 1, error: { code: -32600 } });
    expect(await ask({ jsonrpc: "2.0", id: 2, method: "ping" })).toMatchObject({ id: 2, result: {} });
    expect(await ask(initializeBody("2025-06-18"))).toMatchObject({
      result: { protocolVersion: "2025-06-18" },
    });
    send({ jsonrpc: "2.0", method: "notifications/initialized" });
    send({ jsonrpc: "2.0", id: 77, result: {} });
    await settle();
    expect(lines).toEqual([]);
    expect(await ask(call(3, "echo", { key: "b" }))).toMatchObject({
      id: 3,
      result: { content: [{ text: "b" }] },
    });
    expect(await ask(initializeBody())).toMatchObject({ error: { code: -32600 } });
    expect(await ask(modernBody("tools/call", { name: "echo" }))).toMatchObject({
      result: { resultType: "complete" },
    });
  });

  it("opens one session for two initializes in a row", async () => {
    const { line, send, next, terminated } = await open();
    send(initializeBody());
    send({ ...initializeBody(), id: "second" });
    const answers = [await next(), await next()];
    expect(answers.find(({ id }) => id === "second")).toMatchObject({ error: { code: -32600 } });
    expect(answers.find(({ id }) => id === 0)).toMatchObject({ result: {} });
    await line.close();
    expect(terminated).toHaveLength(1);
  });

  it("has several requests in flight, answered as they finish", async () => {
    const { ask, send, next, settle, finish } = await open();
    await ask(initializeBody());
    send(call("slow", "waits", { key: "slow" }));
    send(call("quick", "waits", { key: "quick" }));
    await settle();
    finish.get("quick")?.();
    expect(await next()).toMatchObject({ id: "quick", result: { content: [{ text: "waited quick" }] } });
    finish.get("slow")?.();
    expect(await next()).toMatchObject({ id: "slow" });
  });

  it("cancels a call by notification, without a response", async () => {
    const { ask, send, settle, lines, aborted } = await open();
    await ask(initializeBody());
    send(call("gone", "waits", { key: "gone" }));
    await settle();
    send({ jsonrpc: "2.0", method: "notifications/cancelled", params: { requestId: "gone" } });
    send({ jsonrpc: "2.0", method: "notifications/cancelled", params: {} });
    await settle();
    expect(aborted()).toBe(1);
    expect(lines).toEqual([]);
  });

  it("cancels every call of an id that was used twice", async () => {
    const { ask, send, settle, aborted } = await open();
    await ask(initializeBody());
    for (const key of ["one", "two"]) send(call("twice", "waits", { key }));
    await settle();
    send({ jsonrpc: "2.0", method: "notifications/cancelled", params: { requestId: "twice" } });
    await settle();
    expect(aborted()).toBe(2);
  });

  it("sends a session's notices and logs on itself", async () => {
    const { server, ask, next, send, settle } = await open();
    await ask(initializeBody());
    send(call(1, "tells"));
    const first = [await next(), await next()];
    expect(first).toMatchObject([{ method: "notifications/message", params: { data: "told" } }, { id: 1 }]);
    await ask({ jsonrpc: "2.0", id: 2, method: "resources/subscribe", params: { uri: "note:///1" } });
    await settle();
    server.notifyResourceUpdated("note:///2");
    server.notifyResourceUpdated("note:///1");
    expect(await next()).toMatchObject({ params: { uri: "note:///1" } });
    server.tools.remove("tells");
    expect(await next()).toMatchObject({ method: "notifications/tools/list_changed" });
  });

  it.each([
    ["broken JSON", "{", -32700],
    ["a number", "5", -32600],
    ["another JSON-RPC", '{"jsonrpc":"1.0","id":1,"method":"ping"}', -32600],
    ["a list", "[]", -32600],
    [
      "deep nesting",
      `{"jsonrpc":"2.0","id":1,"method":"ping","params":${'{"a":'.repeat(70)}1${"}".repeat(70)}}`,
      -32700,
    ],
    ["a key for prototypes", '{"jsonrpc":"2.0","id":1,"method":"ping","params":{"__proto__":{}}}', -32700],
  ])("answers %s with an error and goes on", async (_what, text, code) => {
    const { ask } = await open();
    expect(await ask(text)).toMatchObject({ error: { code } });
    expect(await ask({ jsonrpc: "2.0", id: 1, method: "ping" })).toMatchObject({ result: {} });
  });

  it("answers a batch with a list where the revision has batches", async () => {
    const { ask } = await open();
    await ask(initializeBody("2025-03-26"));
    const answers = (await ask([
      call(1, "echo", { key: "a" }),
      { jsonrpc: "2.0", method: "x" },
      call(2, "echo", { key: "b" }),
    ])) as unknown;
    expect(answers).toHaveLength(2);
    expect(answers).toEqual(
      expect.arrayContaining([expect.objectContaining({ id: 1 }), expect.objectContaining({ id: 2 })]),
    );
    const newer = await open();
    await newer.ask(initializeBody("2025-11-25"));
    expect(await newer.ask([call(1, "echo")])).toMatchObject({ error: { code: -32600 } });
  });

  it("that is closed ends its session once, and tells the hooks", async () => {
    const { line, ask, send, settle, terminated, disconnected, aborted } = await open({
      connect: () => allow({ principal: { id: "ann" } }),
    });
    await ask(initializeBody());
    send(call("w", "waits", { key: "w" }));
    await settle();
    await line.close();
    expect(terminated).toMatchObject([{ principalId: "ann", reason: "closed" }]);
    expect(disconnected).toMatchObject([
      { transport: "stdio", principalId: "ann", sessionId: terminated[0]?.sessionId },
    ]);
    expect(aborted()).toBe(1);
  });

  it("keeps its session through any silence", async () => {
    const clock = createFakeClock();
    const { ask, settle, terminated } = await open({ clock });
    await ask(initializeBody());
    for (let minute = 0; minute < 40; minute += 1) {
      await clock.advance(60_000);
      await settle();
    }
    expect(terminated).toEqual([]);
    expect(await ask(call(1, "echo", { key: "a" }))).toMatchObject({ result: { content: [{ text: "a" }] } });
  });

  it("can be initialized again when its session could not be opened", async () => {
    const engine = createEngine();
    let failures = 1;
    const create: typeof engine.sessions.create = (record) => {
      failures -= 1;
      if (failures >= 0) throw new Error("the engine is down");
      return engine.sessions.create(record);
    };
    const { ask } = await open({ engine: { ...engine, sessions: { ...engine.sessions, create } } });
    expect(await ask(initializeBody("2025-03-26"))).toMatchObject({ error: { code: -32603 } });
    expect(await ask([call(1, "echo")])).toMatchObject({ error: { code: -32600 } });
    expect(await ask(initializeBody())).toMatchObject({ result: { protocolVersion: "2025-11-25" } });
    expect(await ask(call(1, "echo"))).toMatchObject({ result: {} });
  });

  it("can be initialized again when its session could not be opened later", async () => {
    const engine = createEngine();
    let failures = 1;
    const create: typeof engine.sessions.create = async (record) => {
      failures -= 1;
      if (failures >= 0) throw new Error("the engine is down");
      return engine.sessions.create(record);
    };
    const { ask } = await open({ engine: { ...engine, sessions: { ...engine.sessions, create } } });
    expect(await ask(initializeBody())).toMatchObject({ error: { code: -32603 } });
    expect(await ask(initializeBody())).toMatchObject({ result: { protocolVersion: "2025-11-25" } });
  });

  it("refuses requests once the server stops, and still hears cancellations", async () => {
    const { server, ask, send, settle, aborted, next } = await open();
    await ask(initializeBody());
    send(call("w", "waits", { key: "w" }));
    await settle();
    const stopped = server.close({ graceMs: 60_000 });
    for (const late of [call("late", "echo"), modernBody("tools/call", { name: "echo" }, { id: "late" })]) {
      expect(await ask(late)).toMatchObject({
        id: "late",
        error: { code: -32603, message: "The server is stopping" },
      });
    }
    send({ jsonrpc: "2.0", method: "notifications/cancelled", params: { requestId: "w" } });
    await stopped;
    expect(aborted()).toBe(1);
    send(call("closed", "echo"));
    expect(await next()).toMatchObject({ id: "closed", error: { message: "The server is stopping" } });
  });

  it.each([
    ["no message", 0, "a batch has 1 to 100 messages"],
    ["more than 100 messages", 101, "a batch has 1 to 100 messages"],
  ])("refuses a batch with %s", async (_what, count, reason) => {
    const { ask } = await open();
    await ask(initializeBody("2025-03-26"));
    const batch = Array.from({ length: count }, (_, id) => ({ jsonrpc: "2.0", id, method: "ping" }));
    expect(await ask(batch)).toMatchObject({
      error: { code: -32600, message: `Invalid request: ${reason}` },
    });
  });

  it("refuses a batch with initialize in it", async () => {
    const { ask } = await open();
    await ask(initializeBody("2025-03-26"));
    expect(await ask([initializeBody()])).toMatchObject({
      error: { code: -32600, message: "Invalid request: initialize cannot be part of a batch" },
    });
  });

  it("that is closed does not begin a call whose session was still looked up", async () => {
    const engine = createEngine();
    let find = (): void => {};
    let forget = (): void => {};
    const found = new Promise<void>((resolve) => {
      find = resolve;
    });
    const forgotten = new Promise<void>((resolve) => {
      forget = resolve;
    });
    const get: typeof engine.sessions.get = (id) => found.then(() => engine.sessions.get(id));
    const remove: typeof engine.sessions.remove = (id) => forgotten.then(() => engine.sessions.remove(id));
    const slow = { ...engine, sessions: { ...engine.sessions, get, remove } };
    const { line, ask, send, next, finish } = await open({ engine: slow });
    await ask(initializeBody());
    send(call("w", "waits", { key: "w" }));
    const closed = line.close();
    find();
    expect(await next()).toMatchObject({ id: "w", error: { message: "The server is stopping" } });
    forget();
    await closed;
    expect(finish.size).toBe(0);
  });

  it("tells its transport of its end once, even when its session cannot be ended", async () => {
    const engine = createEngine();
    const remove: typeof engine.sessions.remove = () => Promise.reject(new Error("the engine is down"));
    const broken = { ...engine, sessions: { ...engine.sessions, remove } };
    const { line, ask, closed, disconnected } = await open({ engine: broken });
    await ask(initializeBody());
    await expect(line.close()).rejects.toThrow("the engine is down");
    await expect(line.close()).rejects.toThrow("the engine is down");
    expect(closed()).toBe(1);
    expect(disconnected).toHaveLength(1);
  });

  it("is not opened when the server stops while connect decides", async () => {
    let server: Server | undefined;
    const connect = async (): Promise<Decision> => {
      await server?.close();
      return allow();
    };
    server = createServer({ name: "test", version: "1.0.0", engine: createEngine(), connect });
    const target = { write() {}, waitingBytes: () => 0, onClose() {} };
    await expect(openLine(server[transportParts], target)).rejects.toMatchObject({ code: "closed" });
  });

  it("is not opened when connect refuses", async () => {
    await expect(open({ connect: () => unauthorized() })).rejects.toMatchObject({
      code: "refused",
      message:
        'connect refused the stdio client: unauthorized. Return allow() for the transport "stdio" to serve it.',
    });
  });
});
