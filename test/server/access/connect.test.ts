// `connect`: asked for every request, and what it allows binds lists and calls alike.

import { subscribe, unsubscribe } from "node:diagnostics_channel";
import { PassThrough } from "node:stream";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import {
  type AllowOptions,
  allow,
  type Connect,
  type ConnectRequest,
  channels,
  createServer,
  forbidden,
  type Server,
  unauthorized,
} from "../../../src/index.js";
import { serveStdio } from "../../../src/node/index.js";
import { askModern, openSession, type Reply } from "./ask.js";

/** What each user may do; the tests change it as an application would. */
let rights: Record<string, AllowOptions>;
let asked: ConnectRequest[];
let server: Server;

const connect: Connect = (request) => {
  asked.push(request);
  const user = request.headers["x-user"];
  if (user === "nobody") return forbidden({ message: "Not you." });
  return typeof user === "string" ? allow({ principal: { id: user }, ...rights[user] }) : unauthorized();
};

beforeEach(() => {
  rights = {
    guest: { tools: ["look"], prompts: ["greet"], resources: ["public", "page"] },
    empty: { tools: [], prompts: [], resources: [] },
  };
  asked = [];
  server = createServer({ name: "guarded", version: "1.0.0", connect });
  server.tool("look", {}, () => "seen");
  server.tool("touch", {}, () => "touched");
  const complete = (): string[] => ["one", "two"];
  server.prompt("greet", { arguments: { who: { complete } } }, () => "Hello");
  server.prompt("shout", { arguments: { who: { complete } } }, () => "HEY");
  server.resource("public", { uri: "app:///public" }, () => "open");
  server.resource("secret", { uri: "app:///secret" }, () => "closed");
  server.resource("page", { uri: "app:///pages/{id}", complete: { id: complete } }, ({ id }) => `page ${id}`);
  server.resource(
    "draft",
    { uri: "app:///drafts/{id}", complete: { id: complete } },
    ({ id }) => `draft ${id}`,
  );
});

afterEach(() => server.close());

/** Asks as a user, in one era. */
type Ask = (method: string, params?: Record<string, unknown>) => Promise<Reply>;
const eras: readonly (readonly [string, (user: string) => Promise<Ask>])[] = [
  [
    "modern",
    async (user) =>
      (method, params = {}) =>
        askModern(server, method, params, { "x-user": user }),
  ],
  [
    "legacy",
    async (user) => {
      const session = await openSession(server, { "x-user": user });
      return (method, params = {}) => session.ask(method, params);
    },
  ],
];

const names = (reply: Reply, member: string): string[] =>
  (reply.result[member] as { name: string }[]).map(({ name }) => name);
const ref = (uri: string): Record<string, unknown> => ({
  ref: { type: "ref/resource", uri },
  argument: { name: "id", value: "" },
});

describe.each(eras)("in the %s era", (_era, as) => {
  it("lists show what is allowed, and nothing else", async () => {
    const ask = await as("guest");
    expect(names(await ask("tools/list"), "tools")).toEqual(["look"]);
    expect(names(await ask("prompts/list"), "prompts")).toEqual(["greet"]);
    expect(names(await ask("resources/list"), "resources")).toEqual(["public"]);
    expect(names(await ask("resources/templates/list"), "resourceTemplates")).toEqual(["page"]);
  });

  it("without allow-lists everything is shown and usable", async () => {
    const ask = await as("ada");
    expect(names(await ask("tools/list"), "tools")).toEqual(["look", "touch"]);
    expect((await ask("tools/call", { name: "touch" })).error).toBeUndefined();
  });

  it("what is not allowed looks as if it were not there", async () => {
    const ask = await as("guest");
    const notThere = async (method: string, hidden: object, absent: object): Promise<void> => {
      const [one, other] = [await ask(method, { ...hidden }), await ask(method, { ...absent })];
      expect(one.error?.code, method).toBe(other.error?.code);
      expect(one.error?.message.replace(/touch|shout|draft/g, "ghost"), method).toBe(other.error?.message);
    };
    await notThere("tools/call", { name: "touch" }, { name: "ghost" });
    await notThere("prompts/get", { name: "shout" }, { name: "ghost" });
    await notThere("resources/read", { uri: "app:///secret" }, { uri: "app:///ghost" });
    await notThere("resources/read", { uri: "app:///drafts/1" }, { uri: "app:///ghosts/1" });
    await notThere("completion/complete", ref("app:///drafts/{id}"), ref("app:///ghosts/{id}"));
  });

  it("what is allowed can be called, got, read and completed", async () => {
    const ask = await as("guest");
    expect((await ask("tools/call", { name: "look" })).result.content).toEqual([
      { type: "text", text: "seen" },
    ]);
    expect((await ask("prompts/get", { name: "greet", arguments: { who: "x" } })).error).toBeUndefined();
    const page = await ask("resources/read", { uri: "app:///pages/7" });
    expect(page.result.contents).toEqual([{ uri: "app:///pages/7", text: "page 7" }]);
    const completed = await ask("completion/complete", ref("app:///pages/{id}"));
    expect(completed.result.completion).toMatchObject({ values: ["one", "two"] });
  });

  it("connect is asked again for every request", async () => {
    const ask = await as("guest");
    expect(names(await ask("tools/list"), "tools")).toEqual(["look"]);
    rights.guest = { tools: ["look", "touch"] };
    expect(names(await ask("tools/list"), "tools")).toEqual(["look", "touch"]);
    expect((await ask("tools/call", { name: "touch" })).error).toBeUndefined();
    rights.guest = { tools: [] };
    expect((await ask("tools/call", { name: "touch" })).error).toBeDefined();
  });

  it("an empty allow-list takes the methods away", async () => {
    const ask = await as("empty");
    for (const method of ["tools/list", "prompts/list", "resources/list", "resources/templates/list"]) {
      expect((await ask(method)).error?.code, method).toBe(-32601);
    }
  });

  it("allow-lists that only look alike are told apart", async () => {
    rights.joined = { tools: ["look,touch"] };
    rights.both = { tools: ["look", "touch"] };
    expect(names(await (await as("both"))("tools/list"), "tools")).toEqual(["look", "touch"]);
    expect((await (await as("joined"))("tools/list")).error?.code).toBe(-32601);
    rights.joined = { tools: ["look", "touch,x"] };
    rights.both = { tools: ["look", "touch", "x"] };
    expect(names(await (await as("both"))("tools/list"), "tools")).toEqual(["look", "touch"]);
    expect(names(await (await as("joined"))("tools/list"), "tools")).toEqual(["look"]);
  });
});

describe("connect", () => {
  it("lists and reads under an allow-list are private, others are public", async () => {
    const as =
      (user: string): Ask =>
      (method, params = {}) =>
        askModern(server, method, params, { "x-user": user });
    const [guest, ada] = [as("guest"), as("ada")];
    const scopeOf = async (ask: Ask, method: string, params = {}): Promise<unknown> =>
      (await ask(method, params)).result.cacheScope;
    for (const method of ["tools/list", "prompts/list", "resources/list", "resources/templates/list"]) {
      expect(await scopeOf(guest, method), method).toBe("private");
      expect(await scopeOf(ada, method), method).toBe("public");
    }
    expect(await scopeOf(guest, "resources/read", { uri: "app:///public" })).toBe("private");
    expect(await scopeOf(guest, "server/discover")).toBe("private");
  });

  it("sees headers, query, session, transport and the client", async () => {
    const params = { _meta: { "io.modelcontextprotocol/clientInfo": { name: "probe", version: "3" } } };
    await askModern(server, "tools/list", params, { "x-user": "ada" }, "http://localhost/mcp?tenant=7");
    expect(asked[0]).toMatchObject({
      transport: "http",
      sessionId: undefined,
      client: { name: "probe", version: "3" },
    });
    expect(asked[0]?.query.get("tenant")).toBe("7");
    const session = await openSession(server, { "x-user": "ada" });
    await session.ask("ping");
    expect(asked.map(({ sessionId }) => sessionId)).toEqual([undefined, undefined, session.id]);
  });

  it("refuses with 401 and a challenge, or with 403 and its message", async () => {
    const stranger = await askModern(server, "tools/list");
    expect([stranger.status, stranger.challenge]).toEqual([401, "Bearer"]);
    const known = await askModern(server, "tools/list", {}, { "x-user": "nobody" });
    expect([known.status, known.challenge]).toEqual([403, null]);
    expect(known.error?.message).toBe("Invalid request: Not you.");
  });

  it("ends a session's use when it refuses, without ending the session", async () => {
    const session = await openSession(server, { "x-user": "ada" });
    expect((await session.ask("ping", {}, { "x-user": "nobody" })).status).toBe(403);
    expect((await session.ask("ping")).status).toBe(200);
  });

  it("hides a session from other principals: it looks unknown, and nothing they do touches it", async () => {
    const session = await openSession(server, { "x-user": "ada" });
    const unknown = await openSession(server, { "x-user": "ada" }).then((other) =>
      other.ask("ping", {}, { "mcp-session-id": "there-is-none" }),
    );
    const foreign = await session.ask("ping", {}, { "x-user": "eve" });
    expect([foreign.status, foreign.error]).toEqual([404, unknown.error]);
    for (const method of ["GET", "DELETE"]) {
      const response = await server.fetch(
        new Request("http://localhost/mcp", {
          method,
          headers: { "x-user": "eve", "mcp-session-id": session.id, accept: "text/event-stream" },
        }),
      );
      expect(response.status, method).toBe(404);
    }
    expect((await session.ask("ping")).status).toBe(200);
  });

  it("tells telemetry what it decided, on HTTP and on stdio", async () => {
    const heard: unknown[] = [];
    const hear = (event: unknown): void => void heard.push(event);
    subscribe(channels.connect, hear);
    for (const user of ["ada", "nobody"]) await askModern(server, "tools/list", {}, { "x-user": user });
    const decide = async (answer: Connect): Promise<void> => {
      await using other = createServer({ name: "other", version: "1.0.0", connect: answer });
      const input = new PassThrough();
      const serving = await serveStdio(other, { input, output: new PassThrough() }).catch(() => undefined);
      await serving?.close();
    };
    await decide(() => allow({ principal: { id: "local" } }));
    await decide(() => unauthorized());
    await decide(() => Promise.reject(new Error("no")));
    await decide(() => undefined as never);
    unsubscribe(channels.connect, hear);
    expect(heard).toEqual([
      { transport: "http", decision: "allow", principalId: "ada" },
      { transport: "http", decision: "forbidden", principalId: undefined },
      { transport: "stdio", decision: "allow", principalId: "local" },
      { transport: "stdio", decision: "unauthorized", principalId: undefined },
      { transport: "stdio", decision: "failed", principalId: undefined },
      { transport: "stdio", decision: "failed", principalId: undefined },
    ]);
  });

  it.each<[string, Connect]>([
    ["throws", () => Promise.reject(new Error("the database password is hunter2"))],
    ["decides nothing", () => undefined as never],
    ["allows a principal without an id", () => allow({ principal: { id: "" } })],
  ])("that %s fails the request and tells the client nothing", async (_what, broken) => {
    const errors: unknown[] = [];
    const silent = (): void => {};
    const logger = {
      debug: silent,
      info: silent,
      warn: silent,
      error: (...line: unknown[]) => errors.push(line),
    };
    await using failing = createServer({ name: "broken", version: "1.0.0", connect: broken, logger });
    const reply = await askModern(failing, "ping");
    expect(reply.status).toBe(500);
    expect(reply.error?.message).toMatch(/^Internal error \([0-9a-f]{12}\)$/);
    expect(errors).toHaveLength(1);
  });
});
