// Questions to clients of the legacy era on a line.

import { describe, expect, it } from "vitest";
import { createServer } from "../../../src/index.js";
import { openLine } from "../../../src/server/line/open-line.js";
import { transportParts } from "../../../src/server/server.js";
import { addAskingTool, answer, askCall } from "../asking-tool.js";
import { engines } from "../async-engine.js";
import { initializeBody, type Message, modernBody } from "../speak.js";

describe.each(engines)("on an engine that %s, a question on a line", (_name, createEngine) => {
  async function open() {
    const server = createServer({
      name: "test",
      version: "1.0.0",
      engine: createEngine(),
      logger: { debug() {}, info() {}, warn() {}, error() {} },
    });
    server.tool("echo", {}, () => "echo");
    const asking = addAskingTool(server);
    const lines: Message[] = [];
    let wake = (): void => {};
    let waitingBytes = 0;
    const line = await openLine(server[transportParts], {
      write(text) {
        lines.push(JSON.parse(text) as Message);
        wake();
      },
      waitingBytes: () => waitingBytes,
      onClose() {},
    });
    const send = (message: unknown): void => line.receive(JSON.stringify(message));
    const next = async (): Promise<Message> => {
      while (lines.length === 0)
        await new Promise<void>((resolve) => {
          wake = resolve;
        });
      return lines.shift() ?? {};
    };
    const begin = async (revision?: string): Promise<void> => {
      send(initializeBody(revision));
      await next();
    };
    const clog = (): void => {
      waitingBytes = Infinity;
    };
    return { ...asking, server, line, lines, send, next, begin, clog };
  }

  const guests = (count: number): object => ({ action: "accept", content: { guests: count } });
  const replyOf = (count: number): object => ({
    result: { content: [{ text: JSON.stringify({ result: guests(count) }) }] },
  });
  const settle = async (): Promise<void> => {
    for (let left = 40; left > 0; left -= 1) await new Promise((resolve) => setImmediate(resolve));
  };

  it("is answered among other messages", async () => {
    const { begin, send, next } = await open();
    await begin();
    send(askCall("a", 1));
    expect(await next()).toMatchObject({ id: "a", method: "elicitation/create" });
    send(askCall("b", 2));
    expect(await next()).toMatchObject({ id: "b", method: "elicitation/create" });
    send({ jsonrpc: "2.0", id: 3, method: "ping" });
    expect(await next()).toEqual({ jsonrpc: "2.0", id: 3, result: {} });
    send(answer("unknown"));
    send(answer("b", guests(2)));
    expect(await next()).toMatchObject({ id: 2, ...replyOf(2) });
    send(modernBody("tools/call", { name: "echo" }, { id: 4 }));
    expect(await next()).toMatchObject({ id: 4, result: { content: [{ text: "echo" }] } });
    send(answer("a", guests(1)));
    expect(await next()).toMatchObject({ id: 1, ...replyOf(1) });
  });

  it("may be answered in a batch", async () => {
    const { begin, send, next, lines } = await open();
    await begin("2025-03-26");
    for (const id of ["a", "b"]) {
      send(askCall(id, `call ${id}`));
      await next();
    }
    send([answer("a", guests(1)), answer("b", guests(2))]);
    const responses = [await next(), await next()];
    expect(responses).toContainEqual(expect.objectContaining({ id: "call a" }));
    expect(responses).toContainEqual(expect.objectContaining({ id: "call b" }));
    await settle();
    expect(lines).toEqual([]);
  });

  it("reaches a client that reads slowly", async () => {
    const { begin, send, next, clog, requests, server, lines } = await open();
    await begin();
    clog();
    send(askCall("q"));
    expect(await next()).toMatchObject({ id: "q" });
    const sessionId = [...server[transportParts].lines][0]?.sessionId ?? "";
    await server.session(sessionId).log("error", "dropped");
    requests.send(
      { sessionId, outlet: undefined },
      { id: "r", method: "roots/list", paramsJson: "{}" },
      { replied() {} },
    );
    expect(await next()).toMatchObject({ id: "r" });
    await settle();
    expect(lines).toEqual([]);
  });

  it("that is withdrawn is cancelled", async () => {
    const { begin, send, next, open: asked } = await open();
    await begin();
    send(askCall("q"));
    await next();
    asked.get("q")?.withdraw("too late");
    expect(await next()).toMatchObject({
      method: "notifications/cancelled",
      params: { requestId: "q", reason: "too late" },
    });
  });

  it("is answered while the server stops", async () => {
    const { begin, send, next, server } = await open();
    await begin();
    send(askCall("q"));
    await next();
    const stopped = server.close({ graceMs: 60_000 });
    send(answer("q", guests(3)));
    expect(await next()).toMatchObject({ id: 1, ...replyOf(3) });
    await stopped;
  });

  it("is let go with the line", async () => {
    const { begin, send, next, line, requests } = await open();
    await begin();
    send(askCall("q"));
    await next();
    expect(requests.size).toBe(1);
    await line.close();
    expect(requests.size).toBe(0);
  });

  it("is not there before initialize: responses are harmless", async () => {
    const { send, begin, next } = await open();
    send(answer("q"));
    await begin();
    send({ jsonrpc: "2.0", id: 3, method: "ping" });
    expect(await next()).toMatchObject({ id: 3 });
  });
});
