// A server in a process of its own, on the built package: HTTP on a free port, or stdio. Its parent asks it
// over IPC what it holds, and moves its clock.
//
//   node --expose-gc server-process.mjs http
//   node --expose-gc server-process.mjs stdio

import { createMemoryEngine } from "../../dist/engines/memory/index.js";
import { allow, createServer, RpcError } from "../../dist/index.js";
import { listen, serveStdio } from "../../dist/node/index.js";
import { createFakeClock } from "../../dist/testing/index.js";

/** What must never reach a client. */
const CANARY = "canary-4b7f";

const clock = createFakeClock({ now: 1_700_000_000_000 });
const engine = createMemoryEngine({ clock, events: { retentionMs: 1000 } });
const held = { sessions: 0, listeners: 0, terminated: 0, errors: 0 };
const flood = { done: 0, listeners: [] };
count();

const server = createServer({
  name: "chaos",
  version: "1.0.0",
  clock,
  engine,
  pageSize: 2,
  logger: {
    debug() {},
    info() {},
    warn() {},
    error() {
      held.errors += 1;
    },
  },
  http: { sessionIdleMs: 600_000 },
  // Two principals, told apart by their token; no token is nobody in particular.
  connect: ({ headers }) => {
    const [, id] = /^Bearer (\w+)$/.exec(String(headers.authorization ?? "")) ?? [];
    return id === undefined ? allow() : allow({ principal: { id } });
  },
  terminate: () => {
    held.terminated += 1;
  },
});
define();

const listening =
  process.argv[2] === "stdio" ? undefined : await listen(server, { port: 0, keepSignals: true });
if (listening === undefined) await serveStdio(server);

const sockets = { open: 0, listeners: [] };
listening?.httpServer.on("connection", (socket) => {
  sockets.open += 1;
  socket.once("close", () => {
    sockets.open -= 1;
    if (sockets.open === 0) for (const tell of sockets.listeners.splice(0)) tell();
  });
});

process.on("message", async ({ id, ask, with: given }) =>
  process.send({ id, answer: await answers[ask](given) }),
);
process.on("disconnect", () => process.exit(0));
process.send({ ready: true, port: listening?.port });

const answers = {
  /** The bytes held once everything that can go is gone. */
  async memory() {
    for (let turn = 0; turn < 2; turn += 1) {
      globalThis.gc();
      await new Promise((resolve) => setImmediate(resolve));
    }
    const { heapUsed, external, rss } = process.memoryUsage();
    return { heapUsed, external, rss };
  },
  async state() {
    const resources = {};
    for (const kind of process.getActiveResourcesInfo()) resources[kind] = (resources[kind] ?? 0) + 1;
    const connections = await new Promise((resolve) =>
      listening.httpServer.getConnections((_, n) => resolve(n)),
    );
    return { ...held, resources, connections };
  },
  advance: async (ms) => {
    await clock.advance(ms);
  },
  /** Sends log messages on the streams of sessions, each with its number. */
  async log({ sessions, from, to, size = 0 }) {
    const padding = "x".repeat(size);
    for (let number = from; number < to; number += 1) {
      for (const session of sessions) await server.session(session).log("info", { number, padding });
      // Sockets get their turn in between, as they would.
      if (number % 20 === 0) await new Promise((resolve) => setImmediate(resolve));
    }
  },
  /** Resolves when no client is connected. */
  quiet: () => sockets.open === 0 || new Promise((resolve) => sockets.listeners.push(resolve)),
  /** Resolves when the tool `flood` has returned once more. */
  flooded: () => flood.done > 0 || new Promise((resolve) => flood.listeners.push(resolve)),
  changed: () => server.notifyResourcesChanged(),
};

function define() {
  const text = { type: "object", properties: { text: { type: "string" }, n: { type: "integer" } } };
  server.tool("echo", { input: text, title: "Echo" }, ({ text = "" }) => text);
  server.tool(
    "header",
    { input: { type: "object", properties: { region: { type: "string", "x-mcp-header": "Region" } } } },
    ({ region }) => `in ${region}`,
  );
  server.tool("list", { output: { type: "array" } }, () => [1, 2]);
  server.tool("fails", {}, () => {
    throw new Error(`${CANARY} of a tool`);
  });
  server.tool("asks", { requires: { elicitation: { form: {} } } }, () => "asked");
  server.tool("steps", {}, async (_, { progress, log }) => {
    for (let step = 1; step <= 3; step += 1) progress(step, 3);
    log("warning", "stepping");
    return "stepped";
  });
  server.tool(
    "flood",
    { input: { type: "object", properties: { count: { type: "integer" }, size: { type: "integer" } } } },
    async ({ count = 0, size = 0 }, { progress, signal }) => {
      // Yields now and then, as a real tool does; the reader's speed is not its business.
      for (let step = 1; step <= count && !signal.aborted; step += 1) {
        progress(step, count, "x".repeat(1000));
        if (step % 100 === 0) await new Promise((resolve) => setImmediate(resolve));
      }
      flood.done += 1;
      for (const tell of flood.listeners.splice(0)) tell();
      return `flooded${"x".repeat(size)}`;
    },
  );
  server.prompt(
    "greet",
    { arguments: { name: { required: true, complete: (value) => [value, `${value}!`] }, style: {} } },
    ({ name }) => `Greet ${name}`,
  );
  server.prompt("breaks", {}, () => {
    throw new Error(`${CANARY} of a prompt`);
  });
  for (const name of ["one", "two", "three"]) server.resource(name, { uri: `app:///${name}` }, () => name);
  server.resource("item", { uri: "app:///items/{id}", complete: { id: () => ["1", "2"] } }, ({ id }) =>
    id === "none" ? undefined : `item ${id}`,
  );
  server.resource("rest", { uri: "app://files/{+path}" }, ({ path }) => path);
  server.resource("bad", { uri: "app:///bad" }, () => {
    throw new TypeError(`${CANARY} of a resource`);
  });
  server.resource("told", { uri: "app:///told" }, () => {
    throw new RpcError(-32050, "Not today");
  });
}

/** Wraps the engine's stores, so that what they hold can be told. */
function count() {
  const { sessions, bus } = engine;
  const { create, remove, removeIdle } = sessions;
  sessions.create = (record) => {
    create(record);
    held.sessions += 1;
  };
  sessions.remove = (id) => {
    const record = remove(id);
    if (record !== undefined) held.sessions -= 1;
    return record;
  };
  sessions.removeIdle = (...given) => {
    const records = removeIdle(...given);
    held.sessions -= records.length;
    return records;
  };
  const { subscribe } = bus;
  bus.subscribe = (...given) => {
    const end = subscribe(...given);
    held.listeners += 1;
    let isOn = true;
    return () => {
      if (isOn) held.listeners -= 1;
      isOn = false;
      end();
    };
  };
}
