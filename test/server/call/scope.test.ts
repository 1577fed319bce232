// What handlers are given: log, progress, client, request, trace.

import { describe, expect, it } from "vitest";
import { allow, type CallContext, createServer, type LogLevel, type Server } from "../../../src/index.js";
import { callTool, modern, openSession } from "../speak.js";

const LEVELS: readonly LogLevel[] = [
  "debug",
  "info",
  "notice",
  "warning",
  "error",
  "critical",
  "alert",
  "emergency",
];

const withTool = (act: (ctx: CallContext) => void): Server => {
  const server = createServer({
    name: "test",
    version: "1.0.0",
    connect: () => allow({ principal: { id: "ann", name: "Ann" }, assigns: { plan: "gold" } }),
  });
  server.tool("it", {}, (_input, ctx) => {
    act(ctx);
  });
  return server;
};

const logsAll = withTool(({ log }) => {
  for (const level of LEVELS) log(level, `at ${level}`, "tester");
});

describe("ctx.log", () => {
  it("is silent in the modern era unless the request asks for a level", async () => {
    expect(await callTool(logsAll, "it")).toMatchObject({ streamed: false, notifications: [] });
  });

  it.each(LEVELS)("sends what is at least %s when a modern request asks for it", async (level) => {
    const reply = await callTool(logsAll, "it", {}, { meta: { "io.modelcontextprotocol/logLevel": level } });
    expect(reply.notifications.map(({ params }) => params?.level)).toEqual(
      LEVELS.slice(LEVELS.indexOf(level)),
    );
  });

  it("sends level, logger and data, and null for nothing", async () => {
    const server = withTool(({ log }) => {
      log("info", { a: 1 }, "part");
      log("info", undefined);
    });
    const reply = await callTool(server, "it", {}, { meta: { "io.modelcontextprotocol/logLevel": "info" } });
    expect(reply.notifications).toEqual([
      {
        jsonrpc: "2.0",
        method: "notifications/message",
        params: { level: "info", logger: "part", data: { a: 1 } },
      },
      { jsonrpc: "2.0", method: "notifications/message", params: { level: "info", data: null } },
    ]);
  });

  it("refuses a level that is none", async () => {
    const reply = await callTool(logsAll, "it", {}, { meta: { "io.modelcontextprotocol/logLevel": "loud" } });
    expect(reply).toMatchObject({ status: 400, error: { code: -32602 } });
  });

  it("begins at info in a legacy session, and follows logging/setLevel", async () => {
    const session = await openSession(logsAll);
    const heard = async () => (await session.callTool("it")).notifications.map(({ params }) => params?.level);
    expect(await heard()).toEqual(LEVELS.slice(1));
    expect((await session.request("logging/setLevel", { level: "critical" })).result).toEqual({});
    expect(await heard()).toEqual(["critical", "alert", "emergency"]);
    await session.request("logging/setLevel", { level: "debug" });
    expect(await heard()).toEqual(LEVELS);
    expect((await session.request("logging/setLevel", { level: "loud" })).error).toMatchObject({
      code: -32602,
      message: "level must be one of the eight log levels",
    });
  });
});

describe("server.session(id).log", () => {
  it("arrives on the session's stream, under its level", async () => {
    const session = await openSession(logsAll);
    const stream = await session.listen();
    await logsAll.session(session.id).log("debug", "below info");
    await logsAll.session(session.id).log("notice", { n: 1 }, "app");
    expect(await stream.message()).toMatchObject({
      method: "notifications/message",
      params: { level: "notice", data: { n: 1 }, logger: "app" },
    });
    await session.request("logging/setLevel", { level: "error" });
    await logsAll.session(session.id).log("notice", "below error");
    await logsAll.session(session.id).log("error", "heard");
    expect(await stream.message()).toMatchObject({ params: { data: "heard" } });
    await stream.close();
  });

  it("for a session that is not there does nothing", async () => {
    await logsAll.session("none").log("error", "x");
  });
});

describe("ctx.progress", () => {
  const counts = (...steps: [number, number?, string?][]): Server =>
    withTool((ctx) => {
      for (const step of steps) ctx.progress(...step);
    });
  const told = async (server: Server, progressToken: unknown = "t") =>
    (await callTool(server, "it", {}, { meta: { progressToken } })).notifications.map(({ params }) => params);

  it("is sent with its token, total and message", async () => {
    expect(await told(counts([0], [0.5, 1, "half"], [1, 1]))).toEqual([
      { progressToken: "t", progress: 0 },
      { progressToken: "t", progress: 0.5, total: 1, message: "half" },
      { progressToken: "t", progress: 1, total: 1 },
    ]);
  });

  it("only grows: what does not is dropped, and so is what is no number", async () => {
    const server = counts([2], [2], [1], [Number.NaN], [Number.POSITIVE_INFINITY], [3]);
    expect(await told(server)).toMatchObject([{ progress: 2 }, { progress: 3 }]);
  });

  it("is silent when nobody asked for it", async () => {
    expect(await told(counts([1]), null)).toEqual([]);
    expect((await callTool(counts([1]), "it")).streamed).toBe(false);
  });

  it("takes the number 0 for a token", async () => {
    expect(await told(counts([1]), 0)).toEqual([{ progressToken: 0, progress: 1 }]);
  });

  it("has no message before 2025-03-26", async () => {
    const server = counts([1, 2, "one"]);
    const params = { name: "it", _meta: { progressToken: 1 } };
    const old = await openSession(server, { revision: "2024-11-05" });
    expect((await old.request("tools/call", params)).notifications).toMatchObject([
      { params: { progress: 1, total: 2 } },
    ]);
    expect((await old.request("tools/call", params)).notifications[0]?.params).not.toHaveProperty("message");
    const newer = await openSession(server, { revision: "2025-03-26" });
    expect((await newer.request("tools/call", params)).notifications[0]?.params).toHaveProperty(
      "message",
      "one",
    );
  });
});

describe("the rest of a context", () => {
  it("says who asks, through what, and since when it is traced", async () => {
    let seen: unknown;
    const server = withTool((ctx) => {
      const { principal, assigns, client, era, revision, sessionId, trace, request } = ctx;
      seen = {
        principal,
        assigns,
        client: client.name,
        era,
        revision,
        sessionId,
        trace,
        ua: request.headers["user-agent"],
      };
    });
    const traceparent = "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01";
    await callTool(
      server,
      "it",
      {},
      { headers: { "user-agent": "tests" }, meta: { traceparent, tracestate: "a=b" } },
    );
    expect(seen).toEqual({
      principal: { id: "ann", name: "Ann" },
      assigns: { plan: "gold" },
      client: "tester",
      era: "modern",
      revision: "2026-07-28",
      sessionId: undefined,
      trace: { traceparent, tracestate: "a=b", baggage: undefined },
      ua: "tests",
    });
    const session = await openSession(server, { revision: "2025-06-18", capabilities: { roots: {} } });
    await session.callTool("it");
    expect(seen).toMatchObject({
      era: "legacy",
      revision: "2025-06-18",
      sessionId: session.id,
      trace: undefined,
    });
  });

  it("tells the client's capabilities, and takes what has the wrong shape for not said", async () => {
    let seen: unknown;
    const server = withTool((ctx) => {
      seen = ctx.client;
    });
    await callTool(server, "it", {}, { capabilities: { sampling: {} } });
    expect(seen).toMatchObject({ name: "tester", version: "1.0.0", capabilities: { sampling: {} } });
    await modern(
      server,
      "tools/call",
      { name: "it" },
      { meta: { "io.modelcontextprotocol/clientInfo": undefined } },
    );
    expect(seen).toMatchObject({ name: undefined, version: undefined, capabilities: {} });
  });
});
