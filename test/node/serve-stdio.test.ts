// Serving on stdio: streams of one's own, standard output kept clean, and an orderly end.

import { spawn } from "node:child_process";
import { PassThrough } from "node:stream";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { createMemoryEngine } from "../../src/engines/memory/index.js";
import { createServer, forbidden, type Server, type ServerOptions } from "../../src/index.js";
import { serveStdio } from "../../src/node/index.js";
import { initializeBody, type Message, modernBody } from "../server/speak.js";

const make = (options: Partial<ServerOptions> = {}): Server => {
  const server = createServer({ name: "test", version: "1.0.0", ...options });
  server.tool("echo", {}, () => "größe");
  return server;
};

async function serve(server: Server, graceMs = 1000) {
  const [input, output] = [new PassThrough(), new PassThrough()];
  const serving = await serveStdio(server, { input, output, graceMs });
  output.setEncoding("utf8");
  let text = "";
  output.on("data", (chunk: string) => {
    text += chunk;
  });
  const messages = (): Message[] =>
    text
      .split("\n")
      .filter(Boolean)
      .map((line) => JSON.parse(line) as Message);
  return { input, output, serving, messages };
}

const silent = { debug() {}, info() {}, warn() {}, error() {} };

const settle = async (): Promise<void> => {
  for (let left = 30; left > 0; left -= 1) await new Promise((resolve) => setImmediate(resolve));
};

const unhandled: unknown[] = [];
const note = (error: unknown): void => void unhandled.push(error);

beforeEach(() => {
  unhandled.length = 0;
  process.on("unhandledRejection", note).on("uncaughtException", note);
});

afterEach(() => {
  process.off("unhandledRejection", note).off("uncaughtException", note);
});

describe("serveStdio", () => {
  it("answers line by line, and ends when the input does", async () => {
    const { input, serving, messages } = await serve(make());
    input.write(`${JSON.stringify(initializeBody())}\n`);
    input.write(`${JSON.stringify(modernBody("tools/call", { name: "echo" }))}\n`);
    input.end(JSON.stringify({ jsonrpc: "2.0", id: 9, method: "ping" }));
    await serving.closed;
    expect(messages()).toMatchObject([
      { id: 0, result: { protocolVersion: "2025-11-25" } },
      { id: 1, result: { content: [{ text: "größe" }] } },
      { id: 9, result: {} },
    ]);
  });

  it("puts characters together that were cut between chunks", async () => {
    const server = make();
    server.tool(
      "back",
      { input: { type: "object", properties: { text: { type: "string" } } } },
      ({ text }) => text ?? "",
    );
    const { input, serving, messages } = await serve(server);
    const bytes = Buffer.from(
      `${JSON.stringify(modernBody("tools/call", { name: "back", arguments: { text: "ü🙂" } }))}\n`,
    );
    for (const byte of bytes) input.write(Buffer.from([byte]));
    input.end();
    await serving.closed;
    expect(messages()).toMatchObject([{ result: { content: [{ text: "ü🙂" }] } }]);
  });

  it("lets calls finish after the input ended, and ends subscriptions at once", async () => {
    const server = make();
    let finish = (): void => {};
    server.tool(
      "waits",
      {},
      () =>
        new Promise<string>((resolve) => {
          finish = () => resolve("waited");
        }),
    );
    const { input, serving, messages } = await serve(server, 60_000);
    const listen = modernBody(
      "subscriptions/listen",
      { notifications: { toolsListChanged: true } },
      { id: "sub" },
    );
    input.write(`${JSON.stringify(listen)}\n`);
    input.write(`${JSON.stringify(modernBody("tools/call", { name: "waits" }, { id: "call" }))}\n`);
    input.end();
    await new Promise<void>((resolve) => input.once("close", resolve));
    finish();
    await serving.closed;
    expect(messages().map(({ id, method }) => id ?? method)).toEqual([
      "notifications/subscriptions/acknowledged",
      "sub",
      "call",
    ]);
  });

  it("tells the client of a call that does not finish in time", async () => {
    const server = make();
    server.tool("never", {}, () => new Promise<string>(() => {}));
    const { input, serving, messages } = await serve(server, 0);
    input.end(`${JSON.stringify(modernBody("tools/call", { name: "never" }))}\n`);
    await serving.closed;
    expect(messages()).toMatchObject([{ id: 1, error: { message: "The server is stopping" } }]);
  });

  it("ends when the client's end of the output is gone", async () => {
    const { output, serving } = await serve(make());
    output.destroy(new Error("EPIPE"));
    await serving.closed;
  });

  it("ends when the server is closed by somebody else", async () => {
    const server = make();
    const [input, output] = [new PassThrough(), new PassThrough()];
    const listeners = (): readonly number[] => [
      ...["data", "end", "error"].map((event) => input.listenerCount(event)),
      output.listenerCount("error"),
    ];
    const before = listeners();
    const serving = await serveStdio(server, { input, output });
    await server.close();
    await serving.closed;
    expect(input.isPaused()).toBe(true);
    await settle();
    expect(listeners()).toEqual(before);
  });

  it("gives standard output back when the server is closed by somebody else", async () => {
    const { write } = process.stdout;
    const server = make();
    const serving = await serveStdio(server, { input: new PassThrough() });
    expect(process.stdout.write).not.toBe(write);
    await server.close();
    await serving.closed;
    expect(process.stdout.write).toBe(write);
  });

  it("ends in order when the engine is down", async () => {
    const engine = createMemoryEngine();
    const remove = (): never => {
      throw new Error("the engine is down");
    };
    const errors: string[] = [];
    const server = make({
      engine: { ...engine, sessions: { ...engine.sessions, remove } },
      logger: { ...silent, error: (message) => void errors.push(message) },
    });
    const { input, serving } = await serve(server);
    input.end(`${JSON.stringify(initializeBody())}\n`);
    await serving.closed;
    await serving.close();
    await settle();
    expect(errors).toEqual(["A connection could not be closed."]);
    expect(unhandled).toEqual([]);
  });

  it("survives a client that is gone before its last response arrives", async () => {
    const server = make();
    const { input, output, serving } = await serve(server);
    output._write = (_chunk, _encoding, done) => setImmediate(done, new Error("EPIPE"));
    input.end(`${JSON.stringify(modernBody("tools/call", { name: "echo" }))}\n`);
    await serving.closed;
    await settle();
    expect(output.destroyed).toBe(true);
    expect(unhandled).toEqual([]);
  });

  it("tells the client that a line is too long, and goes on", async () => {
    const { input, serving, messages } = await serve(make());
    input.write("x".repeat(5 * 1024 * 1024));
    input.end(`\n${JSON.stringify({ jsonrpc: "2.0", id: 9, method: "ping" })}\n`);
    await serving.closed;
    expect(messages()).toMatchObject([
      { error: { code: -32700, message: "Parse error: a line is longer than 4194304 characters" } },
      { id: 9, result: {} },
    ]);
  });

  it("drops notifications that a slow client leaves waiting, says so once, and never drops a response", async () => {
    const warnings: string[] = [];
    const server = make({ logger: { ...silent, warn: (message) => void warnings.push(message) } });
    server.tool("flood", {}, (_input, ctx) => {
      for (let count = 0; count < 100; count += 1) ctx.log("info", "x".repeat(65_536));
      return "flooded";
    });
    const [input, output] = [new PassThrough(), new PassThrough()];
    const serving = await serveStdio(server, { input, output });
    input.write(`${JSON.stringify(initializeBody())}\n`);
    for (const id of [1, 2])
      input.write(
        `${JSON.stringify({ jsonrpc: "2.0", id, method: "tools/call", params: { name: "flood" } })}\n`,
      );
    await settle();
    expect(output.writableLength).toBeLessThan(2 * 1024 * 1024);
    const lines = (async () => {
      let text = "";
      for await (const chunk of output.setEncoding("utf8")) text += chunk;
      return text
        .trim()
        .split("\n")
        .map((line) => JSON.parse(line) as Message);
    })();
    await serving.close();
    output.end();
    const ids = (await lines).flatMap(({ id }) => id ?? []);
    expect(ids).toEqual([0, 1, 2]);
    expect((await lines).length).toBeGreaterThan(10);
    expect(warnings).toEqual(["A client on stdio is slow: notifications to it are dropped."]);
  });

  it("fails on a server that is closed", async () => {
    const server = make();
    await server.close();
    await expect(serve(server)).rejects.toMatchObject({ code: "closed" });
  });

  it("fails when connect refuses, and leaves standard output as it was", async () => {
    const { write } = process.stdout;
    await expect(serveStdio(make({ connect: () => forbidden({ message: "no" }) }))).rejects.toMatchObject({
      code: "refused",
    });
    expect(process.stdout.write).toBe(write);
  });

  it("keeps standard output for the protocol in a process of its own", async () => {
    const program = `
      import { createServer } from "./dist/index.js";
      import { serveStdio } from "./dist/node/index.js";
      const server = createServer({ name: "test", version: "1.0.0" });
      server.tool("noisy", {}, () => { console.log("noise"); process.stdout.write("more noise\\n"); return "done"; });
      const serving = await serveStdio(server);
      console.log("ready");
      await serving.closed;
      console.log("over");
    `;
    const child = spawn(process.execPath, ["--input-type=module", "-e", program], { stdio: "pipe" });
    const read = { stdout: "", stderr: "" };
    child.stdout.on("data", (chunk) => {
      read.stdout += chunk;
    });
    child.stderr.on("data", (chunk) => {
      read.stderr += chunk;
    });
    child.stdin.end(`${JSON.stringify(modernBody("tools/call", { name: "noisy" }))}\n`);
    const code = await new Promise((resolve) => child.once("close", resolve));
    expect(code).toBe(0);
    const [answer, farewell] = read.stdout.trim().split("\n");
    expect(JSON.parse(answer ?? "")).toMatchObject({ result: { content: [{ text: "done" }] } });
    expect(farewell).toBe("over");
    for (const noise of ["ready", "noise", "more noise"]) expect(read.stderr).toContain(noise);
  });
});
