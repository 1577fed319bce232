// Options over defaults, and options that cannot work.

import { describe, expect, it } from "vitest";
import { withDefaults } from "../../src/core/with-defaults.js";
import { createServer, type ServerOptions } from "../../src/index.js";

describe("withDefaults", () => {
  it("takes undefined for absent", () => {
    expect(withDefaults({ a: 1, b: 2 }, { a: undefined, b: 3 })).toEqual({ a: 1, b: 3 });
  });

  it("keeps what is falsy and not undefined", () => {
    expect(withDefaults({ a: 1, b: true }, { a: 0, b: false })).toEqual({ a: 0, b: false });
  });
});

describe("createServer", () => {
  it("serves pages of other origins and large bodies as by default when those options are undefined", async () => {
    // As plain JavaScript may call it.
    const http = { allowedOrigins: undefined, maxBodyBytes: undefined } as unknown as NonNullable<
      ServerOptions["http"]
    >;
    const server = createServer({ name: "t", version: "1", http });
    const ask = (body: string, headers = {}) =>
      server.fetch(
        new Request("http://localhost/mcp", {
          method: "POST",
          headers: { "content-type": "application/json", ...headers },
          body,
        }),
      );
    expect((await ask("{}", { origin: "https://evil.example.com" })).status).toBe(403);
    expect((await ask(" ".repeat(5 * 1024 * 1024))).status).toBe(413);
  });

  it.each([
    [{ name: "" }, "name"],
    [{ pageSize: 0 }, "pageSize"],
    [{ pageSize: 1.5 }, "pageSize"],
    [{ listTtlMs: -1 }, "listTtlMs"],
    [{ http: { keepAliveMs: 0 } }, "http.keepAliveMs"],
    [{ http: { streamAfterMs: Number.NaN } }, "http.streamAfterMs"],
    [{ http: { maxBodyBytes: 0 } }, "http.maxBodyBytes"],
    [{ http: { sessionIdleMs: Number.POSITIVE_INFINITY } }, "http.sessionIdleMs"],
  ])("refuses %j and names the option", (options, named) => {
    const make = () => createServer({ name: "t", version: "1", ...options });
    expect(make).toThrow(
      expect.objectContaining({ code: "invalid-option", message: expect.stringContaining(`${named} is`) }),
    );
  });
});
