// Resources: defining, finding, reading and listing them.

import { describe, expect, it } from "vitest";
import { allow, createServer, type Server } from "../../../src/index.js";
import { modern, openSession, type Reply } from "../speak.js";

const make = (options: Partial<Parameters<typeof createServer>[0]> = {}): Server =>
  createServer({ name: "test", version: "1.0.0", logger: quiet, ...options });
const quiet = { debug() {}, info() {}, warn() {}, error() {} };

const read = async (server: Server, uri: string, headers: Record<string, string> = {}): Promise<Reply> =>
  modern(server, "resources/read", { uri }, { headers });

const nothing = (): string => "";

describe("a resource's definition", () => {
  it.each([
    ["a handler that is none", { uri: "a:/x" }, 5, "its handler is no function"],
    [
      "a completer for no variable",
      { uri: "a:/{id}", complete: { other: () => [] as string[] } },
      nothing,
      "its uri has no variable other to complete",
    ],
    [
      "a lifetime that is no number",
      { uri: "a:/x", cache: { ttlMs: 1.5 } },
      nothing,
      "cache.ttlMs must be a whole number of milliseconds, not 1.5",
    ],
    [
      "a lifetime below zero",
      { uri: "a:/x", cache: { ttlMs: -1 } },
      nothing,
      "cache.ttlMs must be a whole number of milliseconds, not -1",
    ],
  ])("cannot have %s", (_what, definition, handler, problem) => {
    const define = () => make().resource("bad", definition as { uri: string }, handler as () => string);
    expect(define).toThrow(`The resource bad cannot be defined: ${problem}.`);
  });

  it("cannot have the uri of another", () => {
    const server = make();
    server.resource("one", { uri: "a:/{id}" }, () => "");
    expect(() => server.resource("two", { uri: "a:/{id}" }, () => "")).toThrow(
      "The resource one has the uri a:/{id} already.",
    );
    server.resources.replace("one", { uri: "a:/{id}", title: "again" }, () => "");
  });
});

describe("reading", () => {
  it("goes to the most specific template, with its values decoded", async () => {
    const server = make();
    server.resource("any", { uri: "files:///{+path}" }, ({ path }) => `any ${path}`);
    server.resource("one", { uri: "files:///docs/{name}" }, ({ name }) => `one ${name}`);
    server.resource("fixed", { uri: "files:///docs/index" }, () => "fixed");
    const text = async (uri: string): Promise<unknown> => (await read(server, uri)).result.contents;
    expect(await text("files:///docs/index")).toMatchObject([{ text: "fixed" }]);
    expect(await text("files:///docs/a%20b")).toMatchObject([
      { text: "one a b", uri: "files:///docs/a%20b" },
    ]);
    expect(await text("files:///docs/a/b")).toMatchObject([{ text: "any docs/a/b" }]);
  });

  it("keeps hosts apart", async () => {
    const server = make();
    server.resource("here", { uri: "https://one.test/{id}" }, ({ id }) => `one ${id}`);
    server.resource("there", { uri: "https://two.test/{id}" }, ({ id }) => `two ${id}`);
    expect((await read(server, "https://two.test/7")).result.contents).toMatchObject([{ text: "two 7" }]);
    expect((await read(server, "https://three.test/7")).error).toMatchObject({ code: -32602 });
  });

  it("does not reach a template that is not allowed, though another of its scheme is", async () => {
    const server = make({ connect: () => allow({ resources: ["open"] }) });
    server.resource("open", { uri: "notes:///open/{id}" }, ({ id }) => `open ${id}`);
    server.resource("closed", { uri: "notes:///closed/{id}" }, ({ id }) => `closed ${id}`);
    expect((await read(server, "notes:///open/1")).result.contents).toMatchObject([{ text: "open 1" }]);
    expect(await read(server, "notes:///closed/1")).toMatchObject({
      error: { code: -32602, message: "Resource not found", data: { uri: "notes:///closed/1" } },
    });
  });

  it.each([
    ["text", "hello", { text: "hello", mimeType: "text/plain" }],
    ["bytes", new Uint8Array([1, 2, 255]), { blob: "AQL/", mimeType: "text/plain" }],
    [
      "a content",
      { text: "x", mimeType: "text/html", _meta: { a: 1 } },
      { text: "x", mimeType: "text/html", _meta: { a: 1 } },
    ],
    ["a blob of bytes", { blob: new Uint8Array([0]) }, { blob: "AA==", mimeType: "text/plain" }],
    ["a blob in base64", { blob: "AA==" }, { blob: "AA==", mimeType: "text/plain" }],
  ])("gives %s as contents", async (_what, returned, expected) => {
    const server = make();
    server.resource("it", { uri: "a:/x", mimeType: "text/plain" }, () => returned);
    expect((await read(server, "a:/x")).result.contents).toEqual([{ uri: "a:/x", ...expected }]);
  });

  it("gives several contents, each under its own uri", async () => {
    const server = make();
    server.resource("it", { uri: "a:/dir" }, () => [{ text: "1", uri: "a:/dir/1" }, { text: "2" }]);
    expect((await read(server, "a:/dir")).result.contents).toEqual([
      { uri: "a:/dir/1", text: "1" },
      { uri: "a:/dir", text: "2" },
    ]);
  });

  it("says not found when the handler has nothing, in the words of the era", async () => {
    const server = make();
    server.resource("it", { uri: "a:/{id}" }, () => undefined);
    expect((await read(server, "a:/1")).error).toEqual({
      code: -32602,
      message: "Resource not found",
      data: { uri: "a:/1" },
    });
    const session = await openSession(server);
    expect((await session.request("resources/read", { uri: "a:/1" })).error).toEqual({
      code: -32002,
      message: "Resource not found",
      data: { uri: "a:/1" },
    });
  });

  it("hides what went wrong in the handler", async () => {
    const server = make();
    server.resource("it", { uri: "a:/x" }, () => {
      throw new Error("password 123");
    });
    server.resource("odd", { uri: "a:/y" }, () => 5 as unknown as string);
    for (const uri of ["a:/x", "a:/y"]) {
      const { error } = await read(server, uri);
      expect(error).toMatchObject({
        code: -32603,
        data: { errorId: expect.stringMatching(/^[0-9a-f]{12}$/) },
      });
      expect(JSON.stringify(error)).not.toContain("password");
    }
  });

  it("may be kept by clients as the definition says, and never shared under an allow-list", async () => {
    const define = (server: Server): Server => {
      server.resource("it", { uri: "a:/x", cache: { ttlMs: 5000, scope: "public" } }, () => "x");
      return server;
    };
    expect((await read(define(make()), "a:/x")).result).toMatchObject({ ttlMs: 5000, cacheScope: "public" });
    const limited = define(make({ connect: () => allow({ resources: ["it"] }) }));
    expect((await read(limited, "a:/x")).result).toMatchObject({ ttlMs: 5000, cacheScope: "private" });
  });
});

describe("a handler's helpers", () => {
  const server = make();
  server.resource(
    "study",
    { uri: "app://host/studies/{id}", title: "Study", mimeType: "text/plain" },
    ({ id }) => `study ${id}`,
  );
  server.tool("links", {}, (_input, ctx) => ({
    uri: ctx.resourceUri("study", { id: "a b" }),
    link: ctx.resourceLink("study", { id: 7 }, { description: "The seventh" }),
  }));
  server.tool("reads", {}, async (_input, ctx) => ({
    contents: await ctx.readResource("app://host/studies/3"),
  }));

  it("write uris and links by name", async () => {
    const { result } = await modern(server, "tools/call", { name: "links" });
    expect(result.structuredContent).toEqual({
      uri: "app://host/studies/a%20b",
      link: {
        type: "resource_link",
        uri: "app://host/studies/7",
        name: "study",
        title: "Study",
        mimeType: "text/plain",
        description: "The seventh",
      },
    });
    expect(server.resourceUri("study", { id: 1 })).toBe("app://host/studies/1");
    expect(() => server.resourceUri("none")).toThrow("There is no resource named none.");
  });

  it("read resources under the permissions of the call", async () => {
    const { result } = await modern(server, "tools/call", { name: "reads" });
    expect(result.structuredContent).toEqual({
      contents: [{ uri: "app://host/studies/3", mimeType: "text/plain", text: "study 3" }],
    });
    const limited = make({ connect: () => allow({ resources: [] }) });
    limited.resource("study", { uri: "app:///{id}" }, () => "secret");
    limited.tool("reads", {}, async (_input, ctx) => ({ contents: await ctx.readResource("app:///3") }));
    expect((await modern(limited, "tools/call", { name: "reads" })).error).toMatchObject({
      message: "Resource not found",
    });
  });
});
