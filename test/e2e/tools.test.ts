// Tools, with every official client over every transport.

import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { rows } from "./clients/connect.js";
import { all, type Peer, textOf } from "./clients/peer.js";
import { BYTES } from "./servers/content-tools.js";
import { PAGE_SIZE } from "./servers/features.js";

const BASE64 = Buffer.from(BYTES).toString("base64");

describe.each(rows)("$label", ({ connect, era, transport }) => {
  let peer: Peer;
  beforeAll(async () => {
    peer = await connect();
  });
  afterAll(() => peer.close());

  test("the handshake settles era, revision, server info, instructions and capabilities", () => {
    expect(peer.era).toBe(era);
    if (peer.revision !== undefined)
      expect(peer.revision).toBe(era === "modern" ? "2026-07-28" : "2025-11-25");
    expect(peer.serverInfo).toEqual({ name: "features", version: "1.2.3", title: "Every feature" });
    expect(peer.instructions).toBe("Use the tools.");
    expect(peer.capabilities).toEqual({
      tools: { listChanged: true },
      prompts: { listChanged: true },
      resources: { listChanged: true, subscribe: true },
      completions: {},
      logging: {},
    });
  });

  test("[acceptance 19] tools/list gives every tool on pages of the set size, in name order", async () => {
    const first = await peer.page("tools");
    const names = (await all(peer, "tools")).map(({ name }) => name);

    expect(first.items).toHaveLength(PAGE_SIZE);
    expect(first.nextCursor).toBeTypeOf("string");
    expect(names).toContain("weather");
    expect(names).toEqual([...new Set(names)].sort());
  });

  test("a listed tool shows its title, annotations and both schemas", async () => {
    const tools = await all(peer, "tools");
    const find = (wanted: string): unknown => tools.find(({ name }) => name === wanted);

    expect(find("say")).toMatchObject({
      description: "Returns a text",
      annotations: { readOnlyHint: true },
      inputSchema: { type: "object" },
    });
    expect(find("book")).toMatchObject({
      title: "Book a table",
      inputSchema: { type: "object", required: ["day", "guests"] },
    });
    expect(find("weather")).toMatchObject({ outputSchema: { properties: { celsius: { type: "number" } } } });
  });

  test("[acceptance 21] a forged cursor is refused", async () => {
    await expect(peer.page("tools", "Zm9yZ2Vk")).rejects.toMatchObject({ code: -32602 });
  });

  test("a cursor of one list is refused by another", async () => {
    const { nextCursor } = await peer.page("tools");

    await expect(peer.page("resources", nextCursor)).rejects.toMatchObject({ code: -32602 });
  });

  test("[acceptance 24] a text arrives, from a handler that returns it at once", async () => {
    expect(await peer.call("say")).toMatchObject({ content: [{ type: "text", text: "Hello." }] });
  });

  test("arguments arrive checked", async () => {
    const result = await peer.call("book", { day: "2026-08-01", guests: [{ name: "Ann", age: 41 }] });

    expect(textOf(result)).toBe("Ann (41) on 2026-08-01");
  });

  test("[acceptance 24] structured content arrives with its text mirror, from an asynchronous handler", async () => {
    const result = await peer.call("weather", { city: "Oslo" });

    expect(result.structuredContent).toEqual({ city: "Oslo", celsius: 21.5 });
    expect(JSON.parse(textOf(result))).toEqual({ city: "Oslo", celsius: 21.5 });
  });

  test.each([
    ["picture", { type: "image", mimeType: "image/png", data: BASE64 }],
    ["sound", { type: "audio", mimeType: "audio/wav", data: BASE64 }],
    [
      "page",
      { type: "resource", resource: { uri: "app:///readme", mimeType: "text/plain", text: "Read me." } },
    ],
    [
      "link",
      {
        type: "resource_link",
        uri: "app:///studies/a%20b/cover",
        name: "cover",
        mimeType: "text/plain",
      },
    ],
  ])("the content of %s arrives whole", async (name, content) => {
    expect((await peer.call(name)).content).toEqual([content]);
  });

  test("several contents arrive in order", async () => {
    const { content } = await peer.call("mixed");

    expect(content.map(({ type }) => type)).toEqual(["text", "image"]);
  });

  test.each([
    ["refuse", "There is no table left."],
    ["give_up", "The kitchen is closed."],
  ])("[acceptance 27] the tool error of %s is a result that says why", async (name, text) => {
    expect(await peer.call(name)).toMatchObject({ isError: true, content: [{ type: "text", text }] });
  });

  test.each(["crash", "crash_later"])(
    "[acceptance 27] the exception of %s is hidden behind an id under which the log has it",
    async (name) => {
      const result = await peer.call(name);
      const errorId = /error ([0-9a-f]{12})/.exec(textOf(result))?.[1];

      expect(result.isError).toBe(true);
      expect(JSON.stringify(result)).not.toContain("hunter2");
      expect(errorId).toBeTypeOf("string");
      await peer.log.waitFor(String(errorId));
      await peer.log.waitFor("hunter2");
    },
  );

  test("output that breaks its schema never reaches the client", async () => {
    const result = await peer.call("broken_weather");

    expect(result.isError).toBe(true);
    expect(JSON.stringify(result)).not.toContain("warm");
  });

  test.each(["book", "book_plainly"])(
    "invalid arguments of %s are a tool error that lists all problems with their paths",
    async (name) => {
      const result = await peer.call(name, { guests: [{ name: "Ann", age: 41 }, { name: 7 }] });

      expect(result.isError).toBe(true);
      const lines = textOf(result).split("\n");
      expect(lines[0]).toBe(`Invalid arguments for ${name}:`);
      expect(lines.some((line) => line.includes("day"))).toBe(true);
      expect(lines.some((line) => line.startsWith("- guests[1].name:"))).toBe(true);
      expect(lines.some((line) => line.startsWith("- guests[1]") && line.includes("age"))).toBe(true);
      expect(lines).toHaveLength(4);
    },
  );

  test("an unknown tool is invalid params", async () => {
    await expect(peer.call("nowhere")).rejects.toMatchObject({ code: -32602 });
  });

  test("a handler knows its client, era, revision and session", async () => {
    const { structuredContent } = await peer.call("who");

    expect(structuredContent).toMatchObject({
      client: expect.stringMatching(/^e2e-v[12]$/),
      version: expect.stringMatching(/^\d/),
      era,
      revision: era === "modern" ? "2026-07-28" : "2025-11-25",
      hasSession: era === "legacy",
      principal: null,
      userAgent: transport === "http" ? "by a header" : null,
    });
  });

  test("a handler is given the trace context of the request's _meta", async () => {
    const traceparent = "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01";
    const { structuredContent } = await peer.call("who", {}, { meta: { traceparent } });

    expect(structuredContent).toMatchObject({ traceparent });
  });

  test("middleware runs around a call, the first added outermost", async () => {
    await peer.call("steps");
    await peer.call("passed_through");

    expect(textOf(await peer.call("steps"))).toBe("outer in, inner in, handler, inner out, outer out");
  });

  test("middleware may put another result in place of the handler's", async () => {
    expect(textOf(await peer.call("replaced"))).toBe("tools/call was replaced.");
  });

  test("middleware may refuse with an error of its own", async () => {
    await expect(peer.call("refused")).rejects.toMatchObject({ code: -32050, data: { name: "refused" } });
  });

  if (era === "legacy") {
    test("[acceptance 27] ping is answered", async () => {
      expect(await peer.ping()).toEqual({});
    });
  }
});
