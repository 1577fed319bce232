// What a server says of itself: capabilities that follow what is defined and allowed, name and instructions.

import { describe, expect, it } from "vitest";
import { allow, createServer, type Server, type ServerOptions } from "../../../src/index.js";
import { modern, openSession } from "../speak.js";

const make = (options: Partial<ServerOptions> = {}): Server =>
  createServer({ name: "test", version: "1.0.0", ...options });

const fill = (server: Server): Server => {
  server.tool("tool", {}, () => "");
  server.prompt("prompt", { arguments: { a: { complete: () => [] } } }, () => "");
  server.resource("resource", { uri: "a:/{x}" }, () => "");
  return server;
};

const capabilities = async (server: Server) => (await modern(server, "server/discover")).result.capabilities;

const EVERYTHING = {
  logging: {},
  tools: { listChanged: true },
  prompts: { listChanged: true },
  resources: { listChanged: true, subscribe: true },
  completions: {},
};

describe("capabilities", () => {
  it("follow what is defined", async () => {
    expect(await capabilities(make())).toEqual({ logging: {} });
    expect(await capabilities(fill(make()))).toEqual(EVERYTHING);
    const listing = make();
    listing.listResources(() => ({ resources: [] }));
    expect(await capabilities(listing)).toMatchObject({ resources: { subscribe: true } });
  });

  it("follow what is defined later", async () => {
    const server = make();
    await capabilities(server);
    server.tool("tool", {}, () => "");
    expect(await capabilities(server)).toHaveProperty("tools");
    server.tools.remove("tool");
    expect(await capabilities(server)).not.toHaveProperty("tools");
  });

  it("follow what is allowed, and so do the methods", async () => {
    const limited = fill(make({ connect: () => allow({ tools: [], prompts: ["none"], resources: [] }) }));
    expect(await capabilities(limited)).toEqual({ logging: {} });
    for (const method of ["tools/list", "prompts/list", "resources/list", "resources/templates/list"])
      expect((await modern(limited, method)).error).toMatchObject({ code: -32601 });
    expect((await modern(limited, "tools/call", { name: "tool" })).error).toMatchObject({ code: -32601 });
    expect((await openSession(limited)).welcome.capabilities).toEqual({ logging: {} });
  });
});

describe("server/discover", () => {
  it("tells the modern revision, and may be shared when it is the same for everybody", async () => {
    const { result } = await modern(
      fill(make({ listTtlMs: 60_000, instructions: "Be kind." })),
      "server/discover",
    );
    expect(result).toEqual({
      resultType: "complete",
      _meta: { "io.modelcontextprotocol/serverInfo": { name: "test", version: "1.0.0" } },
      supportedVersions: ["2026-07-28"],
      capabilities: EVERYTHING,
      instructions: "Be kind.",
      ttlMs: 60_000,
      cacheScope: "public",
    });
  });

  it.each([
    ["connect", { connect: () => allow() }],
    ["instructions of one's own", { instructions: () => "x" }],
    ["a description of one's own", { describe: () => ({ name: "x", version: "1" }) }],
  ])("is private with %s", async (_what, options) => {
    expect((await modern(make(options), "server/discover")).result.cacheScope).toBe("private");
  });

  it("is no method of the legacy era, as ping is none of the modern", async () => {
    const server = make();
    expect((await (await openSession(server)).request("server/discover")).error.code).toBe(-32601);
    for (const method of ["ping", "logging/setLevel", "resources/subscribe", "initialize"])
      expect((await modern(server, method)).error.code).toBe(-32601);
  });
});

describe("name and instructions", () => {
  const options: Partial<ServerOptions> = {
    connect: ({ headers }) => allow({ principal: { id: String(headers["x-user"] ?? "guest") } }),
    describe: (ctx) => ({ name: `test for ${ctx.principal?.id}`, version: "2.0.0" }),
    instructions: (ctx) => (ctx.principal?.id === "ann" ? "Hello Ann." : undefined),
  };

  it("are made for the one who asks, in both eras", async () => {
    const server = make(options);
    const ann = await modern(server, "server/discover", {}, { headers: { "x-user": "ann" } });
    expect(ann.result).toMatchObject({
      instructions: "Hello Ann.",
      _meta: { "io.modelcontextprotocol/serverInfo": { name: "test for ann", version: "2.0.0" } },
    });
    const { welcome } = await openSession(server, { headers: { "x-user": "ann" } });
    expect(welcome).toMatchObject({ instructions: "Hello Ann.", serverInfo: { name: "test for ann" } });
    const guest = await openSession(server);
    expect(guest.welcome).not.toHaveProperty("instructions");
    expect(guest.welcome.serverInfo).toEqual({ name: "test for guest", version: "2.0.0" });
  });

  it("are said in the words that a revision knows", async () => {
    const server = make({
      title: "Test",
      description: "Tests",
      websiteUrl: "https://example.com",
      icons: [{ src: "https://example.com/i.png" }],
    });
    const info = async (revision: string) => (await openSession(server, { revision })).welcome.serverInfo;
    expect(await info("2025-11-25")).toMatchObject({
      title: "Test",
      websiteUrl: "https://example.com",
      icons: [{}],
    });
    expect(await info("2025-06-18")).not.toHaveProperty("icons");
    expect(await info("2025-06-18")).toHaveProperty("title", "Test");
    expect(await info("2024-11-05")).not.toHaveProperty("title");
  });
});
