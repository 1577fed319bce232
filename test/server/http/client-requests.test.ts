// Questions to clients of the legacy era over HTTP: where they go out, and whose responses are taken.

import { afterEach, describe, expect, it } from "vitest";
import { allow, createServer, type Server, type ServerOptions } from "../../../src/index.js";
import { addAskingTool, answer, askCall } from "../asking-tool.js";
import { engines } from "../async-engine.js";
import { type EventStream, readEvents } from "../event-stream.js";
import { openSession, type Session } from "../speak.js";

describe.each(engines)("on an engine that %s, a question", (_name, createEngine) => {
  const made: Server[] = [];
  afterEach(async () => {
    for (const server of made.splice(0)) await server.close({ graceMs: 0 });
  });

  function make(options: Partial<ServerOptions> = {}) {
    const server = createServer({
      name: "test",
      version: "1.0.0",
      engine: createEngine(),
      connect: ({ headers }) => allow({ principal: { id: String(headers["x-user"] ?? "ada") } }),
      logger: { debug() {}, info() {}, warn() {}, error() {} },
      ...options,
    });
    made.push(server);
    return { server, ...addAskingTool(server) };
  }

  const ask = async (session: Session, id = "q"): Promise<EventStream> =>
    readEvents(await session.post(askCall(id)));

  const replyOf = (guests: number): object => ({
    result: { content: [{ text: JSON.stringify({ result: { action: "accept", content: { guests } } }) }] },
  });

  const settle = async (): Promise<void> => {
    for (let left = 40; left > 0; left -= 1) await new Promise((resolve) => setImmediate(resolve));
  };

  it("comes on the stream of its call, and its reply goes on with the call", async () => {
    const { server, requests } = make();
    const session = await openSession(server);
    const stream = await ask(session);
    expect(await stream.message()).toMatchObject({
      id: "q",
      method: "elicitation/create",
      params: { message: "How many?" },
    });
    const accepted = await session.post(answer("q"));
    expect(accepted.status).toBe(202);
    expect(await accepted.text()).toBe("");
    expect(await stream.message()).toMatchObject({ id: 1, ...replyOf(2) });
    await stream.ended();
    expect(requests.size).toBe(0);
  });

  it("gets an error as well as a result", async () => {
    const { server } = make();
    const session = await openSession(server);
    const stream = await ask(session);
    await stream.message();
    await session.post({ jsonrpc: "2.0", id: "q", error: { code: -1, message: "I cannot", data: 1 } });
    expect(await stream.message()).toMatchObject({
      result: { content: [{ text: '{"error":{"code":-1,"message":"I cannot"}}' }] },
    });
  });

  it("stays open when its stream breaks, and is in the log for the client that comes back", async () => {
    const { server, requests } = make();
    const session = await openSession(server);
    const stream = await ask(session);
    const primed = await stream.next();
    await stream.message();
    await stream.close();
    await settle();
    expect(requests.size).toBe(1);
    const resumed = await session.listen(primed?.id);
    expect(await resumed.message()).toMatchObject({ id: "q", method: "elicitation/create" });
    await session.post(answer("q"));
    expect(await resumed.message()).toMatchObject({ id: 1, ...replyOf(2) });
  });

  it("is answered by one response; whatever nobody waits for is taken and harmless", async () => {
    const { server } = make();
    const session = await openSession(server);
    const stream = await ask(session);
    await stream.message();
    for (const late of [answer("unknown"), answer(1), answer("q"), answer("q", { action: "decline" })])
      expect((await session.post(late)).status).toBe(202);
    expect(await stream.message()).toMatchObject(replyOf(2));
  });

  it("is answered by its own session only", async () => {
    const { server, requests } = make();
    const session = await openSession(server);
    const other = await openSession(server);
    await (await ask(session)).message();
    expect((await other.post(answer("q"))).status).toBe(202);
    expect((await session.post(answer("q"), { "mcp-session-id": "unknown" })).status).toBe(404);
    expect((await session.post(answer("q"), { "mcp-session-id": undefined })).status).toBe(400);
    expect(requests.size).toBe(1);
  });

  it("is answered by its own principal only", async () => {
    const { server, requests } = make();
    const session = await openSession(server);
    await (await ask(session)).message();
    expect((await session.post(answer("q"), { "x-user": "eve" })).status).toBe(404);
    expect(requests.size).toBe(1);
  });

  it("is not answered by what is no response", async () => {
    const { server, requests } = make();
    const session = await openSession(server);
    await (await ask(session)).message();
    for (const wrong of [
      { jsonrpc: "2.0", id: "q", result: "yes" },
      { jsonrpc: "2.0", id: "q", result: {}, error: { code: 1, message: "both" } },
      { jsonrpc: "2.0", id: "q" },
    ])
      expect((await session.post(wrong)).status).toBe(400);
    expect(requests.size).toBe(1);
  });

  it("may be answered in a batch, with other questions and requests", async () => {
    const { server } = make();
    const session = await openSession(server, { revision: "2025-03-26" });
    const [one, two, three] = [await ask(session, "1"), await ask(session, "2"), await ask(session, "3")];
    for (const stream of [one, two, three]) await stream.message();
    const guests = (count: number): object => ({ action: "accept", content: { guests: count } });
    const batch = [answer("1", guests(1)), answer("2", guests(2)), answer("unknown")];
    const accepted = await session.post(batch);
    expect(accepted.status).toBe(202);
    expect(await one.message()).toMatchObject(replyOf(1));
    expect(await two.message()).toMatchObject(replyOf(2));
    const mixed = await session.post([{ jsonrpc: "2.0", id: 9, method: "ping" }, answer("3", guests(3))]);
    expect(await mixed.json()).toEqual([{ jsonrpc: "2.0", id: 9, result: {} }]);
    expect(await three.message()).toMatchObject(replyOf(3));
  });

  it("that is withdrawn is cancelled on the same stream", async () => {
    const { server, open, requests } = make();
    const session = await openSession(server);
    const stream = await ask(session);
    await stream.message();
    open.get("q")?.withdraw("too late");
    expect(await stream.message()).toMatchObject({
      method: "notifications/cancelled",
      params: { requestId: "q", reason: "too late" },
    });
    expect((await session.post(answer("q"))).status).toBe(202);
    expect(requests.size).toBe(0);
  });

  it("comes on the session's own stream when its call's client takes no stream there", async () => {
    const { server, open } = make();
    const session = await openSession(server);
    const stream = await session.listen();
    await stream.next();
    const calling = session.post(askCall("q"), { accept: "application/json" });
    expect(await stream.message()).toMatchObject({ id: "q", method: "elicitation/create" });
    await session.post(answer("q"));
    expect(await (await calling).json()).toMatchObject(replyOf(2));
    const second = session.post(askCall("r"), { accept: "application/json" });
    await stream.message();
    open.get("r")?.withdraw("too late");
    expect(await stream.message()).toMatchObject({ params: { requestId: "r" } });
    await session.post({ jsonrpc: "2.0", method: "notifications/cancelled", params: { requestId: 1 } });
    await second;
  });

  it("that comes after the response of its call goes to the session's own stream", async () => {
    const { server, requests, outlets } = make();
    const session = await openSession(server);
    const own = await session.listen();
    await own.next();
    const stream = await ask(session);
    await stream.message();
    await session.post(answer("q"));
    await stream.message();
    requests.send(
      { sessionId: session.id, outlet: outlets.get("q") },
      { id: "late", method: "roots/list", paramsJson: "{}" },
      { replied() {} },
    );
    expect(await own.message()).toMatchObject({ id: "late" });
    await stream.ended();
  });

  it("outside a call comes on the session's own stream", async () => {
    const { server, requests } = make();
    const session = await openSession(server);
    const stream = await session.listen();
    await stream.next();
    const reply = new Promise((resolve) =>
      requests.send(
        { sessionId: session.id, outlet: undefined },
        { id: "q", method: "roots/list", paramsJson: "{}" },
        { replied: resolve },
      ),
    );
    expect(await stream.message()).toMatchObject({ id: "q", method: "roots/list" });
    await session.post(answer("q", { roots: [] }));
    expect(await reply).toEqual({ result: { roots: [] } });
  });

  it.each([
    [
      "its call is cancelled",
      (session: Session) => session.notify("notifications/cancelled", { requestId: 1 }),
    ],
    ["its session is ended", (session: Session) => session.end()],
  ])("is let go when %s", async (_when, end) => {
    const { server, requests } = make();
    const session = await openSession(server);
    await (await ask(session)).message();
    expect(requests.size).toBe(1);
    await end(session);
    await settle();
    expect(requests.size).toBe(0);
  });

  it("outside a call is let go when its session is ended", async () => {
    const { server, requests } = make();
    const session = await openSession(server);
    requests.send(
      { sessionId: session.id, outlet: undefined },
      { id: "1", method: "roots/list", paramsJson: "{}" },
      { replied() {} },
    );
    await session.end();
    expect(requests.size).toBe(0);
  });

  describe("while the server stops", () => {
    it("is still answered; requests are refused", async () => {
      const { server } = make();
      const session = await openSession(server, { revision: "2025-03-26" });
      const [one, two] = [await ask(session, "1"), await ask(session, "2")];
      for (const stream of [one, two]) await stream.message();
      const stopped = server.close({ graceMs: 60_000 });
      const ping = { jsonrpc: "2.0", id: 9, method: "ping" };
      for (const late of [ping, [answer("1"), ping]]) expect((await session.post(late)).status).toBe(503);
      expect((await session.post(answer("1"), { "mcp-session-id": undefined })).status).toBe(503);
      expect((await session.post(answer("1"), { "x-user": "eve" })).status).toBe(404);
      expect((await session.post(answer("1"))).status).toBe(202);
      expect(await one.message()).toMatchObject(replyOf(2));
      expect((await session.post([answer("2")])).status).toBe(202);
      expect(await two.message()).toMatchObject(replyOf(2));
      await stopped;
      expect((await session.post(answer("2"))).status).toBe(503);
    });

    it("may be given up with its call", async () => {
      const { server, requests } = make();
      const session = await openSession(server);
      await (await ask(session)).message();
      const stopped = server.close({ graceMs: 60_000 });
      expect((await session.notify("notifications/cancelled", { requestId: 1 })).status).toBe(202);
      await stopped;
      expect(requests.size).toBe(0);
    });

    it("is let go when its time is over", async () => {
      const { server, requests } = make();
      const session = await openSession(server);
      await (await ask(session)).message();
      await server.close({ graceMs: 0 });
      expect(requests.size).toBe(0);
    });
  });
});
