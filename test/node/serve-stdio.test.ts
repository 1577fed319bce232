// Serving on stdio: streams of one's own, standard output kept clean, and an orderly end.

import { spawn } from "node:child_process";
import { PassThrough } from "node:stream";
import { describe, expect, it } from "vitest";
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
