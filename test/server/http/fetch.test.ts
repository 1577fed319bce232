// The fetch form: a body that is not ours to read any more, and clients that go away.

import { describe, expect, it } from "vitest";
import { createServer, type Server } from "../../../src/index.js";
import { collectGarbage } from "../collect-garbage.js";
import { readEvents } from "../event-stream.js";
import { doorOf, modernBody, modernHeaders, postModern, readReply } from "../speak.js";

function make(errors: string[] = []): Server {
  const logger = { debug() {}, info() {}, warn() {}, error: (message: string) => void errors.push(message) };
  const server = createServer({ name: "fetch", version: "1.0.0", logger });
  server.tool("echo", {}, () => "hello");
  server.tool("waits", {}, async (_input, ctx) => {
    ctx.log("info", "waiting");
    await new Promise((resolve) => ctx.signal.addEventListener("abort", resolve));
  });
  return server;
}

const echo = (body: string | ReadableStream): Request =>
  new Request("http://localhost/mcp", {
    method: "POST",
    headers: modernHeaders("tools/call", { name: "echo" }),
    body,
    duplex: "half",
  } as RequestInit);

const text = JSON.stringify(modernBody("tools/call", { name: "echo" }));

describe("server.fetch", () => {
  it.each<[string, (request: Request) => unknown]>([
    ["read", (request) => request.text()],
    ["being read", (request) => request.body?.getReader()],
  ])("says that a body was %s by somebody else", async (_what, use) => {
    const errors: string[] = [];
    await using server = make(errors);
    const request = echo(text);
    await use(request);
    const reply = await readReply(await server.fetch(request));
    expect(reply).toMatchObject({
      status: 500,
      error: { code: -32603, message: "The body was read before it reached the server" },
    });
    expect(errors).toHaveLength(1);
  });

  it("settles a request that is aborted before its response began", async () => {
    const server = createServer({ name: "t", version: "1.0.0" });
    server.tool("wait", {}, () => new Promise(() => {}));
    const controller = new AbortController();
    const reply = postModern(doorOf(server), "tools/call", { name: "wait" }, { signal: controller.signal });
    controller.abort();
    expect((await reply).status).toBe(499);
  });

  it("hears that a request is aborted, also when nobody else holds the request any more", async () => {
    await using server = make();
    const controller = new AbortController();
    const ended = new Promise<string>((resolve) => {
      server.tool("quiet", {}, async (_input, ctx) => {
        await new Promise((done) => ctx.signal.addEventListener("abort", done));
        resolve("aborted");
      });
    });
    const reply = postModern(doorOf(server), "tools/call", { name: "quiet" }, { signal: controller.signal });
    await collectGarbage();
    controller.abort();
    expect((await reply).status).toBe(499);
    expect(await ended).toBe("aborted");
  });

  it("ends the body of a stream when the request is aborted", async () => {
    await using server = make();
    const closing = new AbortController();
    const response = await postModern(
      (path, init) => server.fetch(new Request(`http://localhost${path}`, init)),
      "tools/call",
      { name: "waits" },
      { meta: { "io.modelcontextprotocol/logLevel": "info" }, signal: closing.signal },
    );
    const stream = readEvents(response);
    expect(await stream.message()).toMatchObject({ params: { data: "waiting" } });
    closing.abort();
    expect(await stream.next()).toBeUndefined();
  });

  it("takes a reader that cancels the body of a stream", async () => {
    await using server = make();
    const response = await postModern(
      (path, init) => server.fetch(new Request(`http://localhost${path}`, init)),
      "tools/call",
      { name: "waits" },
      { meta: { "io.modelcontextprotocol/logLevel": "info" } },
    );
    await response.body?.cancel();
  });
});
