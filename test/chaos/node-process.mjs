// One node of a service, on the built package: an MCP server over HTTP whose state is in a SQLite file that other
// nodes use too. What its steps do is written to a second file, line by line, before they return.
//
//   node node-process.mjs <database> <effects> <leaseMs>

import { appendFileSync } from "node:fs";
import { setTimeout as sleep } from "node:timers/promises";
import { createSqliteEngine } from "../../dist/engines/sqlite/index.js";
import { allow, createServer, field, form } from "../../dist/index.js";
import { listen } from "../../dist/node/index.js";

const [path, effects, leaseMs] = process.argv.slice(2);
const engine = createSqliteEngine({
  path,
  onError: (error) => write({ did: "error", message: "The engine failed.", error: String(error) }),
});
const server = createServer({
  name: "nodes",
  version: "1.0.0",
  engine,
  keys: ["the key of all nodes, long enough to be one"],
  asking: { leaseMs: Number(leaseMs) },
  logger: {
    debug() {},
    info() {},
    // A machine that is busy enough lets a lease lapse: the test is told, so that it can tell that from a mistake.
    warn: (message, { runId }) => {
      if (message.startsWith("Another node")) write({ did: "fenced", trip: "", runId, key: "" });
    },
    error: (message, { error } = {}) =>
      write({ did: "error", message, error: String(error?.stack ?? error), code: error?.code }),
  },
  connect: ({ headers }) => allow({ principal: { id: String(headers["x-user"] ?? "ada") } }),
});

const write = (line) => appendFileSync(effects, `${JSON.stringify({ ...line, pid: process.pid })}\n`);
const number = (message) => form(message, { n: field.integer() });
const input = { type: "object", properties: { trip: { type: "string" } }, required: ["trip"] };

server.tool("trip", { input }, async ({ trip }, ctx) => {
  const { id: runId } = ctx.run;
  /** Does something that takes its time after it has happened, and tells when the handler knows of it. */
  const step = async (key, value) => {
    const given = await ctx.step(key, async () => {
      write({ did: "effect", trip, runId, key });
      await sleep(Math.random() * 10);
      return value;
    });
    write({ did: "seen", trip, runId, key });
    return given;
  };
  const first = await ctx.elicit(number("First?"), { key: "first" });
  const one = await step("one", first.content.n);
  const second = await ctx.elicit(number("Second?"), { key: "second" });
  const two = await step("two", second.content.n);
  const both = await Promise.all(["third", "fourth"].map((key) => ctx.elicit(number(`${key}?`), { key })));
  const three = await step("three", both[0].content.n + both[1].content.n);
  return JSON.stringify({ trip, one, two, three });
});

server.tool("later", { input }, ({ trip }, ctx) =>
  ctx.later(async () => `${trip} ${(await ctx.elicit(number("Later?"), { key: "later" })).content.n}`),
);
server.tool("twoAtOnce", { input }, async ({ trip }, ctx) => {
  const answers = await Promise.all([
    ctx.elicit(number("Left?"), { key: "left" }),
    ctx.elicit(number("Right?"), { key: "right" }),
  ]);
  return `${trip} ${answers.map(({ action, content }) => content?.n ?? action).join(" ")}`;
});
server.tool("log", {}, async (_, ctx) => {
  await server.session(ctx.sessionId).log("warning", `from ${process.pid}`);
  return "logged";
});
server.tool("touch", {}, () => {
  server.notifyResourceUpdated("note:///1");
  return "touched";
});
server.resource("note", { uri: "note:///1" }, () => "");

const listening = await listen(server, { port: 0, keepSignals: true, graceMs: 0 });
process.on("message", async (message) => {
  if (message === "stop") {
    await listening.close();
    await engine.close();
    process.exit(0);
  }
});
process.on("disconnect", () => process.exit(0));
process.send({ port: listening.port });
