// How pages are sent: headers, files, paths.

import { Script } from "node:vm";
import { describe, expect, it } from "vitest";
import { BASE, createStage } from "./stage.js";

describe("every page", () => {
  it("goes out with headers that keep it from everybody else", async () => {
    const { ask, visitor } = createStage();
    const { href } = ask();
    const ada = visitor("ada");
    for (const [who, url] of [
      [ada, href],
      [ada, `${href}/later`],
      [visitor("mallory"), href],
      [visitor(), href],
      [ada, `${BASE}/asked/x`],
    ] as const) {
      const { headers } = await who.open(url);
      const policy = headers.get("content-security-policy") ?? "";
      expect(policy).toContain("default-src 'none'");
      expect(policy).toContain("frame-ancestors 'none'");
      expect(policy).not.toContain("unsafe");
      expect(headers.get("cache-control")).toBe("no-store");
      expect(headers.get("referrer-policy")).toBe("no-referrer");
      expect(headers.get("x-content-type-options")).toBe("nosniff");
      expect(headers.get("cross-origin-opener-policy")).toBe("same-origin");
      expect(headers.get("permissions-policy")).toContain("camera=()");
    }
  });

  it("has no script and no style of its own", async () => {
    const { ask, visitor } = createStage();
    const { text } = await visitor("ada").open(ask().href);
    expect(text).not.toMatch(/<style|style=|<script(?! src=)|\son\w+=/);
  });

  it("gives browsers a cookie that no script and no other site gets", async () => {
    const { ask, visitor } = createStage();
    const [cookie = ""] = (await visitor("ada").open(ask().href)).headers.getSetCookie();
    expect(cookie).toMatch(
      /^__Secure-beckon-browser=[\w-]{22}; Path=\/beckon\/asked; HttpOnly; SameSite=Lax; Secure$/,
    );
  });

  it("is answered to HEAD without a body", async () => {
    const { ask, visitor } = createStage();
    const seen = await visitor("ada").send(ask().href, { method: "HEAD" });
    expect([seen.status, seen.text]).toEqual([200, ""]);
    expect(seen.headers.get("content-type")).toContain("text/html");
  });
});

describe("files of pages", () => {
  it("have a script that every browser loads as it is: one, strict, with nothing to import", async () => {
    const { ask, visitor } = createStage();
    const { text } = await visitor("ada").open(ask().href);
    const [, path = ""] = /<script src="([^"]+)" defer>/.exec(text) ?? [];
    const script = (await visitor().open(new URL(path, BASE).href)).text;
    expect(() => new Script(script)).not.toThrow();
    expect(script).toContain('"use strict"');
    expect(script).not.toMatch(/\bprocess\.|\brequire\(|import\(/);
  });

  it("may be kept for ever, and are not sent again to who has them", async () => {
    const { ask, visitor } = createStage();
    const ada = visitor("ada");
    const { text } = await ada.open(ask().href);
    const paths = [...text.matchAll(/(?:href|src)="(\/beckon\/asked\/assets\/[^"]+)"/g)].map(
      ([, path]) => path,
    );
    expect(paths).toHaveLength(3);
    for (const path of paths) {
      const url = new URL(path ?? "", BASE).href;
      const seen = await visitor().open(url);
      expect(seen.status).toBe(200);
      expect(seen.headers.get("cache-control")).toContain("immutable");
      const etag = seen.headers.get("etag") ?? "";
      const again = await visitor().send(url, { headers: { "if-none-match": `W/${etag}, "x"` } });
      expect([again.status, again.text]).toEqual([304, ""]);
    }
    expect((await ada.open(`${BASE}/asked/assets/page-x.css`)).status).toBe(404);
  });
});

describe("requests to something else", () => {
  it.each(["/", "/mcp", "/beckon", "/beckon/askedx", "/asked/x", "/beckon/other/asked/x"])(
    "such as %s are left to others",
    async (path) => {
      const { pages } = createStage();
      expect(await pages.fetch(new Request(new URL(path, BASE)))).toBeUndefined();
    },
  );
});

describe("hosts", () => {
  it("are those of the base url, and further ones that are allowed", async () => {
    const { ask, visitor } = createStage({ allowedHosts: ["10.0.0.5:8080"] });
    const { href } = ask();
    const statusAt = async (host: string) => (await visitor("ada").send(href, { headers: { host } })).status;
    expect(await statusAt("app.example.com")).toBe(200);
    expect(await statusAt("10.0.0.5:8080")).toBe(200);
    expect(await statusAt("10.0.0.5")).toBe(421);
    expect(await statusAt("app.example.com.evil.example")).toBe(421);
  });
});
