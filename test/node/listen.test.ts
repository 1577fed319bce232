// Listening: where, on which paths, and how it stops.

import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { get } from "node:http";
import { connect } from "node:net";
import { describe, expect, it } from "vitest";
import { createServer, type Server, type ServerOptions } from "../../src/index.js";
import { type ListenOptions, listen } from "../../src/node/index.js";
import { addAskingTool, answer, askCall } from "../server/asking-tool.js";
import { readEvents } from "../server/event-stream.js";
import { callTool, type Door, openSession, postModern, readReply } from "../server/speak.js";

const make = (options: Partial<ServerOptions> = {}): Server => {
  const server = createServer({ name: "test", version: "1.0.0", ...options });
  server.tool("echo", {}, () => "echo");
  return server;
};
const start = (server: Server, options: ListenOptions = {}) =>
  listen(server, { port: 0, keepSignals: true, ...options });
const doorTo =
  (url: string): Door =>
  (path, init) =>
    fetch(new URL(path, url), init);

/** What is said to a request that names this host. */
const statusAt = (port: number, path: string, host: string): Promise<number | undefined> =>
  new Promise((resolve, reject) => {
    const options = { port, path, headers: { host } };
    get(options, (response) => resolve(response.resume().statusCode)).on("error", reject);
  });

describe("listen", () => {
  it("binds the loopback unless told otherwise, and tells its url", async () => {
    await using listening = await start(make());
    expect(listening.url).toBe(`http://127.0.0.1:${listening.port}/mcp`);
    expect(listening.httpServer.address()).toMatchObject({ address: "127.0.0.1" });
    expect((await callTool(doorTo(listening.url), "echo")).status).toBe(200);
  });

  it.each([
    ["ASCII", "plain"],
    ["characters of one byte in memory", "Grüße ÿ"],
    ["characters of two", "日本語 🙂"],
    ["much of one kind", "x".repeat(20_000)],
    ["much of the other", "é".repeat(20_000)],
  ])("sends a text of %s as it is", async (_what, text) => {
    const server = make();
    server.tool("say", {}, () => text);
    await using listening = await start(server);
    const reply = await postModern(doorTo(listening.url), "tools/call", { name: "say" });
    const body = Buffer.from(await reply.arrayBuffer());
    expect(reply.headers.get("content-length")).toBe(String(body.byteLength));
    expect(JSON.parse(body.toString())).toMatchObject({ result: { content: [{ text }] } });
  });

  it.each(["0.0.0.0", "::", "192.168.1.1", "example.com", ""])(
    "refuses the host %j without allowedHosts",
    async (host) => {
      await expect(start(make(), { host })).rejects.toMatchObject({
        code: "invalid-option",
        message: `Listening on ${host} makes the server reachable from other machines. Say which names it goes by: createServer({ http: { allowedHosts: ["mcp.example.com"] } }).`,
      });
    },
  );

  it.each([
    ["a name", { allowedHosts: ["mcp.test"] }],
    ["any", { allowedHosts: "any" as const }],
  ])("takes other hosts once %s is allowed", async (_what, http) => {
    await using listening = await start(make({ http }), { host: "0.0.0.0" });
    expect((await callTool(doorTo(`http://127.0.0.1:${listening.port}`), "echo")).status).toBe(200);
  });

  it.each(["127.0.0.2", "localhost", "::1"])("serves on the loopback address %s", async (host) => {
    await using listening = await start(make(), { host });
    expect((await callTool(doorTo(listening.url), "echo")).status).toBe(200);
  });

  it("keeps its routes from a foreign Host", async () => {
    await using listening = await listen(createServer({ name: "t", version: "1" }), {
      port: 0,
      keepSignals: true,
      routes: { "/metrics": (_request, response) => void response.end("metrics") },
    });
    expect(await statusAt(listening.port, "/metrics", "evil.example.com")).toBe(404);
  });

  it("serves what `fetch` knows beside them, and keeps it from a foreign Host", async () => {
    await using listening = await listen(createServer({ name: "a", version: "1.0.0" }), {
      port: 0,
      keepSignals: true,
      fetch: async (request) => {
        const { pathname } = new URL(request.url);
        if (pathname === "/broken") throw new Error("broken");
        return pathname === "/echo" ? new Response(await request.text(), { status: 201 }) : undefined;
      },
    });
    const at = (path: string): string => new URL(path, listening.url).href;

    const echoed = await fetch(at("/echo"), { method: "POST", body: "hello" });
    expect([echoed.status, await echoed.text()]).toEqual([201, "hello"]);
    expect((await fetch(at("/other"))).status).toBe(404);
    expect((await fetch(at("/broken"))).status).toBe(500);
    expect(await statusAt(listening.port, "/echo", "evil.example.com")).toBe(403);
  });

  it("serves its path, the routes it was given, and nothing else", async () => {
    await using listening = await start(make(), {
      path: "/tools",
      routes: { "/metrics": (_request, response) => void response.end("metrics") },
    });
    const door = doorTo(listening.url);
    expect((await callTool(door, "echo", {}, { path: "/tools" })).status).toBe(200);
    expect((await callTool(door, "echo", {}, { path: "/tools?x=1" })).status).toBe(200);
    expect(await (await door("/metrics?x=1")).text()).toBe("metrics");
    const other = await door("/mcp");
    expect([other.status, await other.text()]).toEqual([404, "Nothing here. The MCP endpoint is /tools.\n"]);
    for (const path of ["/constructor", "/tools/", "/.well-known/oauth-protected-resource"])
      expect((await door(path)).status).toBe(404);
  });

  it("says that the port is taken, and keeps what Node said", async () => {
    await using listening = await start(make());
    await expect(start(make(), { port: listening.port })).rejects.toMatchObject({
      code: "invalid-option",
      message: `Port ${listening.port} is taken. Give another port, or 0 for any that is free.`,
      cause: { code: "EADDRINUSE" },
    });
  });

  it("refuses a body that is only half sent, without harm to others", async () => {
    await using listening = await start(make());
    const socket = connect(listening.port, "127.0.0.1");
    socket.write(
      'POST /mcp HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: 100\r\n\r\n{"half":',
    );
    await once(socket, "connect");
    socket.destroy();
    expect((await callTool(doorTo(listening.url), "echo")).status).toBe(200);
  });

  it("stops in order: calls finish, streams end, then connections close", async () => {
    const server = make();
    let finish = (): void => {};
    server.tool("waits", {}, (_input, ctx) => {
      ctx.progress(1);
      return new Promise<string>((resolve) => {
        finish = () => resolve("waited");
      });
    });
    const listening = await start(server);
    const door = doorTo(listening.url);
    const session = await openSession(door);
    const stream = await session.listen();
    const call = readEvents(
      await postModern(door, "tools/call", { name: "waits" }, { meta: { progressToken: 1 } }),
    );
    await call.message();
    const closed = listening.close();
    await stream.ended();
    expect((await door("/mcp")).status).toBe(503);
    finish();
    expect(await call.message()).toMatchObject({ result: { content: [{ text: "waited" }] } });
    await closed;
    expect(listening.httpServer.listening).toBe(false);
    await expect(door("/mcp")).rejects.toThrow();
    await listening.close();
  });

  it("takes the answer to a question of a call that is under way while it stops", async () => {
    const server = make();
    addAskingTool(server);
    const listening = await start(server);
    const session = await openSession(doorTo(listening.url));
    const call = readEvents(await session.post(askCall("q")));
    await call.message();
    const closed = listening.close();
    expect((await session.post(answer("q"))).status).toBe(202);
    expect(await call.message()).toMatchObject({ id: 1, result: {} });
    await closed;
  });

  it("leaves the process's signals alone when told to, and once it is closed", async () => {
    const count = (): number => process.listenerCount("SIGTERM") + process.listenerCount("SIGINT");
    const before = count();
    const left = await start(make());
    expect(count()).toBe(before);
    const watching = await start(make(), { keepSignals: false });
    expect(count()).toBe(before + 2);
    await watching.close();
    expect(count()).toBe(before);
    await left.close();
  });
});

describe("a process that listens", () => {
  /** Starts a server with a call that takes until SIGTERM has come. */
  async function launch(): Promise<{ child: ChildProcess; url: string }> {
    const program = `
      import { createServer } from "./dist/index.js";
      import { listen } from "./dist/node/index.js";
      const server = createServer({ name: "test", version: "1.0.0" });
      server.tool("waits", {}, (_input, ctx) => {
        ctx.progress(1);
        return new Promise((resolve) => process.once("SIGTERM", () => setImmediate(() => resolve("finished"))));
      });
      server.tool("never", {}, (_input, ctx) => { ctx.progress(1); return new Promise(() => {}); });
      const { url } = await listen(server, { port: 0, graceMs: 200 });
      console.log(url);
    `;
    const child = spawn(process.execPath, ["--input-type=module", "-e", program], {
      stdio: ["ignore", "pipe", "inherit"],
    });
    const [chunk] = (await once(child.stdout, "data")) as [Buffer];
    return { child, url: chunk.toString().trim() };
  }

  it("finishes its calls and ends its streams on SIGTERM, then dies of it", async () => {
    const { child, url } = await launch();
    const door = doorTo(url);
    const exited = once(child, "exit");
    const session = await openSession(door);
    const stream = await session.listen();
    const listening = readEvents(
      await postModern(door, "subscriptions/listen", { notifications: { toolsListChanged: true } }),
    );
    await listening.message();
    const modern = await postModern(door, "tools/call", { name: "waits" }, { meta: { progressToken: 1 } });
    const legacy = await session.post({
      jsonrpc: "2.0",
      id: 1,
      method: "tools/call",
      params: { name: "waits", _meta: { progressToken: 1 } },
    });
    child.kill("SIGTERM");
    for (const response of [modern, legacy])
      expect((await readReply(response)).result).toMatchObject({ content: [{ text: "finished" }] });
    await stream.ended();
    expect(await listening.message()).toMatchObject({ result: { resultType: "complete" } });
    expect(await exited).toEqual([null, "SIGTERM"]);
  });

  it("ends calls that do not finish in time, tells their clients, and dies all the same", async () => {
    const { child, url } = await launch();
    const exited = once(child, "exit");
    const response = await postModern(
      doorTo(url),
      "tools/call",
      { name: "never" },
      { meta: { progressToken: 1 } },
    );
    child.kill("SIGTERM");
    expect((await readReply(response)).error).toMatchObject({ message: "The server is stopping" });
    expect(await exited).toEqual([null, "SIGTERM"]);
  });
});
