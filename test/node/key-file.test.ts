// A key that is kept in a file.

import { chmod, mkdtemp, readFile, rm, stat, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { PassThrough } from "node:stream";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { createServer, type Server } from "../../src/index.js";
import { serveStdio } from "../../src/node/serve-stdio.js";
import { readKeyFile } from "../../src/server/key-file.js";
import { callTool, modern } from "../server/speak.js";

const ABLE = { capabilities: { elicitation: {} } };

let folder: string;
let path: string;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "beckon-key-"));
  path = join(folder, "key");
});

afterEach(() => rm(folder, { recursive: true, force: true }));

describe("a key file", () => {
  it("is made with a new key for its owner alone", async () => {
    const [key, ...others] = await readKeyFile(path);
    expect(key).toMatch(/^[\w-]{43}$/);
    expect(others).toEqual([]);
    expect((await stat(path)).mode & 0o777).toBe(0o600);
    expect(await readFile(path, "utf8")).toBe(`${key}\n`);
  });

  it("gives the same keys the next time, the newest first", async () => {
    const [old] = await readKeyFile(path);
    await writeFile(path, `${"n".repeat(43)}\n${old}\n`);
    expect(await readKeyFile(path)).toEqual(["n".repeat(43), old]);
  });

  it("that others can read is refused", async () => {
    await readKeyFile(path);
    await chmod(path, 0o644);
    await expect(readKeyFile(path)).rejects.toThrow("Run chmod 600 on it");
  });

  it("that is empty is refused", async () => {
    await writeFile(path, "\n", { mode: 0o600 });
    await expect(readKeyFile(path)).rejects.toThrow("is empty");
  });
});

describe("serveStdio with a key file", () => {
  const make = (keys?: readonly string[]): Server => {
    const server = createServer({ name: "t", version: "1.0.0", ...(keys && { keys }) });
    server.tool("ask", {}, async (_input, ctx) => String(await ctx.confirm("Go on?", { key: "go" })));
    return server;
  };
  const serve = (server: Server): ReturnType<typeof serveStdio> =>
    serveStdio(server, { input: new PassThrough(), output: new PassThrough(), keyFile: path });

  it("goes on after a restart with a question that was open", async () => {
    const first = make();
    await serve(first);
    const { requestState } = (await callTool(first, "ask", {}, ABLE)).result;
    await first.close();
    const second = make();
    await serve(second);
    const inputResponses = { go: { action: "accept", content: { confirmed: true } } };
    const params = { name: "ask", arguments: {}, requestState, inputResponses };
    const reply = await modern(second, "tools/call", params, ABLE);
    expect(reply.result.content).toEqual([{ type: "text", text: "true" }]);
    await second.close();
  });

  it("refuses a server that has keys of its own", async () => {
    const server = make(["k".repeat(32)]);
    await expect(serve(server)).rejects.toThrow("The server has keys already.");
    await server.close();
  });
});
