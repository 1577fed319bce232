// One client that takes as much as it can get: connections that say little, slowly, and streams without end.

import { once } from "node:events";
import { connect, type Socket } from "node:net";
import { describe, expect, it, onTestFinished } from "vitest";
import { createServer, type Server, unauthorized } from "../../src/index.js";
import { type Listening, type ListenOptions, listen } from "../../src/node/index.js";
import type { EventStream } from "../server/event-stream.js";
import { openSession } from "../server/speak.js";

async function start(server: Server = make(), options: ListenOptions = {}): Promise<Listening> {
  const listening = await listen(server, { port: 0, keepSignals: true, graceMs: 0, ...options });
  onTestFinished(() => listening.close());
  return listening;
}

const make = (): Server => createServer({ name: "test", version: "1.0.0" });

/** A connection that has said this much. */
async function say(port: number, text: string): Promise<Socket> {
  const socket = connect(port, "127.0.0.1");
  // It may be hung up on before all is said.
  socket.on("error", () => {});
  await once(socket, "connect");
  socket.write(text);
  onTestFinished(() => void socket.destroy());
  return socket;
}

/** What it is told before it is hung up on. */
async function lastWords(socket: Socket): Promise<string> {
  let heard = "";
  socket.on("data", (data) => {
    heard += String(data);
  });
  if (!socket.closed) await once(socket, "close");
  return heard;
}

const POST =
  "POST /mcp HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nAccept: application/json, text/event-stream\r\n";

describe("a request that never ends", () => {
  it("is given 15 seconds for its head, and a minute in all", async () => {
    const { httpServer } = await start();
    expect([httpServer.headersTimeout, httpServer.requestTimeout]).toEqual([15_000, 60_000]);
  });

  it.each([
    ["without a word", ""],
    ["in its first line", "POST /m"],
    ["among its headers", `${POST}X-A: b\r\n`],
    ["in its body", `${POST}Content-Length: 100\r\n\r\n{"half":`],
    ["in a chunk of its body", `${POST}Transfer-Encoding: chunked\r\n\r\n64\r\n{"half":`],
    ["in the body of a page", "POST /elicit/x HTTP/1.1\r\nHost: localhost\r\nContent-Length: 100\r\n\r\na="],
  ])("is hung up on when its time is over: %s", async (_where, text) => {
    const { httpServer, port } = await start();
    httpServer.headersTimeout = 1;
    httpServer.requestTimeout = 1;
    const socket = await say(port, text);
    await lastWords(socket);
    expect(socket.closed).toBe(true);
  });
});

it("connections beyond the bound are hung up on, and one that ends makes room", async () => {
  const { port } = await start(make(), { maxConnections: 3 });
  const open = await Promise.all([1, 2, 3].map(() => say(port, POST)));
  const refused = connect(port, "127.0.0.1").on("error", () => {});
  if (!refused.closed) await once(refused, "close");
  const [first] = open;
  first?.destroy();
  await expect
    .poll(() =>
      fetch(`http://127.0.0.1:${port}/`).then(
        ({ status }) => status,
        () => 0,
      ),
    )
    .toBe(404);
  expect(open.slice(1).every(({ closed }) => !closed)).toBe(true);
});

describe("streams of a legacy session", () => {
  it("are 16 at most: one more ends the oldest, and the newest is written to", async () => {
    const server = make();
    server.tool("first", {}, () => "");
    const { url } = await start(server);
    const session = await openSession((path, init) => fetch(new URL(path, url), init));
    const streams: EventStream[] = [];
    for (let at = 0; at < 20; at += 1) streams.push(await session.listen());
    for (const ended of streams.slice(0, 4)) await ended.ended();
    server.tool("second", {}, () => "");
    expect(await streams.at(-1)?.message()).toMatchObject({ method: "notifications/tools/list_changed" });
    for (const open of streams.slice(4)) await open.close();
  });

  it("are not opened for who is not let in, nor for a session that is none", async () => {
    const server = createServer({ name: "test", version: "1.0.0", connect: () => unauthorized() });
    const { url } = await start(server);
    const statuses = await Promise.all(
      Array.from({ length: 50 }, async () => {
        const response = await fetch(url, {
          headers: { accept: "text/event-stream", "mcp-session-id": "x" },
        });
        await response.text();
        return response.status;
      }),
    );
    expect(new Set(statuses)).toEqual(new Set([401]));
  });
});
