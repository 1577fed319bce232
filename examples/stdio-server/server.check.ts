// The notebook serves both eras on stdio, keeps standard output clean, and ends when its input does.

import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { text } from "node:stream/consumers";
import { fileURLToPath } from "node:url";
import { Client } from "@modelcontextprotocol/client";
import { StdioClientTransport } from "@modelcontextprotocol/client/stdio";

const script = fileURLToPath(new URL("server.js", import.meta.url));

for (const mode of ["legacy", { pin: "2026-07-28" }] as const) {
  const client = new Client({ name: "check", version: "1.0.0" }, { versionNegotiation: { mode } });
  await client.connect(
    new StdioClientTransport({ command: process.execPath, args: [script], stderr: "ignore" }),
  );
  await client.callTool({ name: "write", arguments: { note: "buy milk" } });
  const { structuredContent } = await client.callTool({ name: "find", arguments: { text: "milk" } });
  assert.deepEqual(structuredContent, { found: ["buy milk"] });
  await client.close();
}

const child = spawn(process.execPath, [script]);
const call = { name: "write", arguments: { note: "tea" } };
const clientInfo = { name: "check", version: "1.0.0" };
const hello = { protocolVersion: "2025-11-25", capabilities: {}, clientInfo };
child.stdin.write(`${JSON.stringify({ jsonrpc: "2.0", id: 1, method: "initialize", params: hello })}\n`);
child.stdin.write(`${JSON.stringify({ jsonrpc: "2.0", method: "notifications/initialized" })}\n`);
child.stdin.end(`${JSON.stringify({ jsonrpc: "2.0", id: 2, method: "tools/call", params: call })}\n`);
const [out, err, [code]] = await Promise.all([text(child.stdout), text(child.stderr), once(child, "exit")]);
const messages = out
  .trim()
  .split("\n")
  .map((line) => JSON.parse(line));
assert.deepEqual(
  messages.map(({ id }) => id),
  [1, 2],
);
assert.equal(err, "noted: tea\n");
assert.equal(code, 0);
