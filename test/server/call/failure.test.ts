// What becomes of errors, however odd: the client hears of it, the server lives, the log is safe.

import { describe, expect, it } from "vitest";
import { createServer, type Logger, RpcError, type ServerOptions } from "../../../src/index.js";
import { callTool, doorOf, postModern, readReply } from "../speak.js";

const lines: { message: string; fields: unknown }[] = [];
const note = (message: string, fields?: unknown): void => void lines.push({ message, fields });
const logger: Logger = { debug: note, info: note, warn: note, error: note };

const circular: Record<string, unknown> = {};
circular.self = circular;
const odd: readonly (readonly [string, unknown])[] = [
  ["a bigint", 10n],
  ["nothing", undefined],
  ["a symbol", Symbol("x")],
  ["a circle", circular],
  [
    "an object whose toJSON throws",
    {
      toJSON: () => {
        throw new Error("no");
      },
    },
  ],
  [
    "an error without a readable stack",
    Object.defineProperty(new Error("x"), "stack", {
      get: () => {
        throw new Error("no");
      },
    }),
  ],
  [
    "a proxy that refuses",
    new Proxy(
      {},
      {
        getPrototypeOf: () => {
          throw new Error("no");
        },
      },
    ),
  ],
  ["a wire error whose data is no JSON", new RpcError(-32000, "x", { n: 10n })],
  ["a wire error whose data is a circle", new RpcError(-32000, "x", circular)],
];

function make(thrown: unknown, options: Partial<ServerOptions> = {}) {
  const server = createServer({ name: "t", version: "1", logger, ...options });
  const fail = (): never => {
    throw thrown;
  };
  server.tool("now", {}, fail);
  server.tool("later", {}, async () => fail());
  server.prompt("later", {}, async () => fail());
  server.resource("later", { uri: "app:///x" }, async () => fail());
  return doorOf(server);
}

describe.each(odd)("a handler that throws %s", (_, thrown) => {
  it("fails its own request and nothing else", async () => {
    const door = make(thrown);
    for (const reply of [
      await callTool(door, "now"),
      await callTool(door, "later"),
      await readReply(await postModern(door, "prompts/get", { name: "later" })),
      await readReply(await postModern(door, "resources/read", { uri: "app:///x" })),
    ]) {
      expect(reply.status).toBe(200);
      expect(reply.message.id).toBe(1);
      expect(reply.result?.isError === true || typeof reply.error?.code === "number").toBe(true);
    }
  });

  it("is answered although the logger throws too", async () => {
    const broken = (): never => {
      throw new Error("the logger is broken");
    };
    const door = make(thrown, { logger: { debug: broken, info: broken, warn: broken, error: broken } });
    const reply = await callTool(door, "later");
    expect(reply.status).toBe(200);
  });
});

describe("the log line of a failed handler", () => {
  it("names the definition, not what the client wrote", async () => {
    lines.length = 0;
    const server = createServer({ name: "t", version: "1", logger });
    server.resource("files", { uri: "app:///files/{name}" }, () => {
      throw new Error("x");
    });
    const uri = "app:///files/token=SECRET%0Aforged";
    const headers = { "mcp-name": uri };
    await postModern(doorOf(server), "resources/read", { uri, name: "forged" }, { headers });
    expect(JSON.stringify(lines)).toContain('"name":"files"');
    expect(JSON.stringify(lines)).not.toMatch(/SECRET|forged/);
  });
});

describe("middleware", () => {
  it("is told of the uri that is read, whatever other members the request has", async () => {
    const seen: unknown[] = [];
    const server = createServer({ name: "t", version: "1" });
    server.resource("secret", { uri: "secret:///x" }, () => "x");
    server.use((call, next) => {
      seen.push(call.name);
      return next();
    });
    await postModern(
      doorOf(server),
      "resources/read",
      { uri: "secret:///x", name: "open:///x" },
      { headers: { "mcp-name": "secret:///x" } },
    );
    expect(seen).toEqual(["secret:///x"]);
  });
});

describe("a context", () => {
  it("shows nothing of the server when it is copied or logged", async () => {
    let copied: object = { x: 1 };
    const server = createServer({ name: "t", version: "1" });
    server.tool("look", {}, (_, ctx) => {
      copied = { ...ctx };
      return "ok";
    });
    await callTool(doorOf(server), "look");
    expect(copied).toEqual({});
  });
});

describe("arguments with very many problems", () => {
  it("are refused with the first ones and a count", async () => {
    const server = createServer({ name: "t", version: "1" });
    server.tool("none", {}, () => "ok");
    const given = Object.fromEntries(Array.from({ length: 500 }, (_, index) => [`k${index}`, 0]));
    const reply = await callTool(doorOf(server), "none", given);
    const [{ text } = { text: "" }] = reply.result.content as { text: string }[];
    expect(text.split("\n")).toHaveLength(22);
    expect(text).toContain("and 480 more problems");
  });

  it("are not even looked at beyond a limit", async () => {
    const server = createServer({ name: "t", version: "1" });
    server.tool("none", {}, () => "ok");
    const reply = await callTool(doorOf(server), "none", { a: new Array(200_000).fill(0) });
    expect([reply.status, reply.error.code]).toEqual([400, -32700]);
  });
});

describe("a tool without an output schema that returns what is no object in JSON", () => {
  it.each([
    ["a date", new Date(0)],
    ["an array-like class", { toJSON: () => [1] }],
  ])("fails with %s", async (_, value) => {
    const server = createServer({ name: "t", version: "1", logger });
    server.tool("odd", {}, () => value);
    expect((await callTool(doorOf(server), "odd")).result.isError).toBe(true);
  });
});
