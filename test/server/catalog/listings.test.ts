// Lists: their order, their pages, their cursors, and what an allow-list leaves of them.

import { describe, expect, it } from "vitest";
import { allow, createServer, type Server, type ServerOptions } from "../../../src/index.js";
import { modern, openSession } from "../speak.js";

const make = (options: Partial<ServerOptions> = {}): Server =>
  createServer({ name: "test", version: "1.0.0", pageSize: 2, ...options });

const addTools = (server: Server, ...names: string[]): Server => {
  for (const name of names) server.tool(name, {}, () => "");
  return server;
};

type Listed = { readonly name: string };
const page = async (server: Server, method: string, cursor?: unknown, headers = {}) => {
  const { result, error } = await modern(server, method, cursor === undefined ? {} : { cursor }, { headers });
  const [items] = Object.values(result).filter(Array.isArray) as Listed[][];
  return { names: items?.map(({ name }) => name), next: result.nextCursor, error, result };
};

describe("a list", () => {
  it("is in the order of names, whatever the order of definition", async () => {
    const server = addTools(make({ pageSize: 10 }), "c", "a", "B", "b");
    expect((await page(server, "tools/list")).names).toEqual(["B", "a", "b", "c"]);
  });

  it("comes in pages, the last of which has no cursor", async () => {
    const server = addTools(make(), "a", "b", "c", "d", "e");
    const first = await page(server, "tools/list");
    const second = await page(server, "tools/list", first.next);
    const third = await page(server, "tools/list", second.next);
    expect([first.names, second.names, third.names]).toEqual([["a", "b"], ["c", "d"], ["e"]]);
    expect(third.next).toBeUndefined();
    expect(third.result).not.toHaveProperty("nextCursor");
  });

  it("of exactly one page has no cursor", async () => {
    expect((await page(addTools(make(), "a", "b"), "tools/list")).next).toBeUndefined();
  });

  it("goes on behind its cursor though entries were added and removed", async () => {
    const server = addTools(make(), "a", "c", "e", "g");
    const { next } = await page(server, "tools/list");
    addTools(server, "b", "d");
    server.tools.remove("c");
    expect((await page(server, "tools/list", next)).names).toEqual(["d", "e"]);
  });

  it("shows a change at once", async () => {
    const server = addTools(make(), "a");
    await page(server, "tools/list");
    server.tools.replace("a", { title: "New" }, () => "");
    expect((await page(server, "tools/list")).result.tools).toMatchObject([{ title: "New" }]);
  });

  it.each([
    ["a forged one", () => "YWJj"],
    [
      "one with a letter changed",
      (cursor: string) => `${cursor.slice(0, -1)}${cursor.endsWith("A") ? "B" : "A"}`,
    ],
    ["one with a letter more", (cursor: string) => `${cursor}A`],
    ["an empty one", () => ""],
    ["a number", () => 5],
    ["null", () => null],
  ])("refuses a cursor: %s", async (_what, forge) => {
    const server = addTools(make(), "a", "b", "c");
    const { next } = await page(server, "tools/list");
    expect((await page(server, "tools/list", forge(String(next)))).error).toMatchObject({
      code: -32602,
      message: "Invalid cursor",
    });
  });

  it("refuses the cursor of another list", async () => {
    const server = addTools(make(), "a", "b", "c");
    for (const name of ["a", "b", "c"]) server.prompt(name, {}, () => "");
    const { next } = await page(server, "tools/list");
    expect((await page(server, "prompts/list", next)).error).toMatchObject({ message: "Invalid cursor" });
  });

  it("takes the cursor of another process with the same keys, and of no other", async () => {
    const keys = ["the same key in both processes, of 32 bytes"];
    const { next } = await page(addTools(make({ keys }), "a", "b", "c"), "tools/list");
    expect((await page(addTools(make({ keys }), "a", "b", "c"), "tools/list", next)).names).toEqual(["c"]);
    expect((await page(addTools(make(), "a", "b", "c"), "tools/list", next)).error.code).toBe(-32602);
  });
});

describe("an allow-list", () => {
  const server = addTools(
    make({
      pageSize: 10,
      listTtlMs: 1000,
      connect: ({ headers }) => {
        const tools = headers["x-tools"];
        return allow(typeof tools === "string" ? { tools: JSON.parse(tools) as string[] } : {});
      },
    }),
    "a",
    "b",
  );
  const names = async (tools?: string[]) =>
    (await page(server, "tools/list", undefined, tools ? { "x-tools": JSON.stringify(tools) } : {})).names;

  it("leaves what it names, also when others have been listed before", async () => {
    expect(await names()).toEqual(["a", "b"]);
    expect(await names(["a"])).toEqual(["a"]);
    expect(await names(["b", "a"])).toEqual(["a", "b"]);
  });

  it("knows no wildcards and no lists in one name", async () => {
    await names();
    await names(["a", "b"]);
    expect(await names(["*", "a"])).toEqual(["a"]);
    expect(await names(["b", "a,b"])).toEqual(["b"]);
    for (const none of [[], ["*"], ["a,b"], [""]]) expect(await names(none)).toBeUndefined();
  });

  it("makes a list private; without one it is public", async () => {
    const limited = await modern(server, "tools/list", {}, { headers: { "x-tools": '["a"]' } });
    expect(limited.result).toMatchObject({ ttlMs: 1000, cacheScope: "private" });
    expect((await modern(server, "tools/list")).result).toMatchObject({ ttlMs: 1000, cacheScope: "public" });
  });

  it("is kept in the pages of a session, without cache hints in the legacy era", async () => {
    const session = await openSession(server, { headers: { "x-tools": '["b"]' } });
    const { result } = await session.request("tools/list");
    expect(result).toEqual({
      tools: [{ name: "b", inputSchema: { type: "object", additionalProperties: false } }],
    });
  });
});

describe("resources/list", () => {
  const listed = (name: string) => ({ uri: `app:///${name}`, name });

  it("has the fixed ones first, then the application's, page by page", async () => {
    const server = make();
    for (const name of ["f1", "f2", "f3"]) server.resource(name, { uri: `fix:///${name}` }, () => "");
    server.resource("template", { uri: "app:///{id}" }, () => "");
    const asked: unknown[] = [];
    server.listResources((from) => {
      asked.push(from);
      return from === undefined
        ? { resources: [listed("x")], next: "behind x" }
        : { resources: [listed("y")] };
    });
    const first = await page(server, "resources/list");
    const second = await page(server, "resources/list", first.next);
    const third = await page(server, "resources/list", second.next);
    expect([first.names, second.names, third.names]).toEqual([["f1", "f2"], ["f3", "x"], ["y"]]);
    expect(third.next).toBeUndefined();
    expect(asked).toEqual([undefined, "behind x"]);
    expect((await page(server, "resources/templates/list")).names).toEqual(["template"]);
  });

  it("has a cursor that is good only for the principal it was given to", async () => {
    const server = make({
      connect: ({ headers }) => allow({ principal: { id: String(headers["x-user"]) } }),
    });
    server.listResources(() => ({ resources: [listed("x")], next: "secret place of ann" }));
    const { next } = await page(server, "resources/list", undefined, { "x-user": "ann" });
    expect(Buffer.from(String(next), "base64url").toString()).toContain("secret place of ann");
    expect((await page(server, "resources/list", next, { "x-user": "bob" })).error.message).toBe(
      "Invalid cursor",
    );
    expect((await page(server, "resources/list", next, { "x-user": "ann" })).names).toEqual(["x"]);
  });

  it("leaves out what may not be read, whatever the application says", async () => {
    const server = make({ connect: () => allow({ resources: ["open"] }) });
    server.resource("open", { uri: "open:///{id}" }, () => "");
    server.resource("closed", { uri: "app:///{id}" }, () => "");
    server.listResources(() => ({ resources: [listed("x"), { uri: "open:///1", name: "one" }] }));
    expect((await page(server, "resources/list")).names).toEqual(["one"]);
  });

  it("fails behind an id when the application gives no page", async () => {
    const quiet = { debug() {}, info() {}, warn() {}, error() {} };
    const server = make({ logger: quiet });
    server.listResources(() => [] as unknown as { resources: [] });
    expect((await page(server, "resources/list")).error.code).toBe(-32603);
  });
});
