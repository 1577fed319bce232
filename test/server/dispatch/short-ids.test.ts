// Ids and tokens go back with every message that belongs to them, so they have a length.

import { expect, it } from "vitest";
import { createServer } from "../../../src/index.js";
import { callTool, doorOf, postModern, readReply } from "../speak.js";

const server = createServer({ name: "t", version: "1" });
server.tool("steps", {}, (_, ctx) => {
  ctx.progress(1);
  return "done";
});
server.tool(
  "paged",
  { input: { type: "object", properties: { size: { type: "integer", "x-mcp-header": "Size" } } } },
  () => "ok",
);
const door = doorOf(server);

it("a request id of up to 1024 characters is served, and a longer one refused", async () => {
  const status = async (length: number) =>
    (await postModern(door, "tools/call", { name: "steps" }, { id: "x".repeat(length) })).status;
  expect([await status(1024), await status(1025)]).toEqual([200, 400]);
});

it("a progress token that is longer gets no progress", async () => {
  const told = async (length: number) =>
    (await callTool(door, "steps", {}, { meta: { progressToken: "x".repeat(length) } })).notifications.length;
  expect([await told(1024), await told(1025)]).toEqual([1, 0]);
});

it.each([
  ["1000", 200],
  ["1000.0", 200],
  ["1e3", 400],
  ["0x3e8", 400],
  ["", 400],
])("a mirrored integer written as %j is answered with %i", async (written, status) => {
  const headers = { "mcp-param-size": written };
  const reply = await readReply(
    await postModern(door, "tools/call", { name: "paged", arguments: { size: 1000 } }, { headers }),
  );
  expect(reply.status).toBe(status);
});
