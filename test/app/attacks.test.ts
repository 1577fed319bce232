// Who gets in, and who does not: tokens, links, cookies, hosts, pages of others.

import { chmodSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { createFakeClock } from "../../src/testing/index.js";
import { createStage, initialize } from "./stage.js";

test("the bare address leads to the inbox", async () => {
  await using stage = await createStage();
  const { status, headers } = await stage.fetch("/");
  expect([status, headers.get("location")]).toEqual([303, "/inbox"]);
  expect((await stage.fetch("/", { method: "POST" })).status).toBe(404);
});

describe("tokens", () => {
  const wrong = [
    ["no token", {}],
    ["a wrong one", { authorization: `Bearer beckon_${"x".repeat(43)}` }],
    ["another scheme", { authorization: "Basic YWRhOmFkYQ==" }],
    ["an empty one", { authorization: "Bearer " }],
    ["two in one header", { authorization: "Bearer beckon_a, Bearer beckon_b" }],
  ] as const;

  test.each(wrong)(
    "the endpoint, the API and the metrics refuse %s, on the loopback too",
    async (_what, headers) => {
      await using stage = await createStage();
      const endpoint = await stage.fetch("/mcp", initialize(headers));
      expect(endpoint.status).toBe(401);
      expect(endpoint.headers.get("www-authenticate")).toContain('Bearer realm="beckon"');
      for (const path of ["/api/v1/elicitations", "/metrics"])
        expect([path, (await stage.fetch(path, { headers })).status]).toEqual([path, 401]);
      expect((await stage.fetch("/app/sign-in-links", { method: "POST", headers })).status).toBe(401);
    },
  );

  test("a token in the url opens nothing", async () => {
    await using stage = await createStage();
    for (const name of ["token", "access_token", "authorization"]) {
      const query = `?${name}=${stage.token}`;
      expect((await stage.fetch(`/mcp${query}`, initialize())).status).toBe(401);
      expect((await stage.fetch(`/api/v1/elicitations${query}`)).status).toBe(401);
      expect((await stage.fetch(`/metrics${query}`)).status).toBe(401);
    }
  });

  test("a token has the scopes it was given and no others", async () => {
    await using stage = await createStage();
    const headersOf = async (...scopes: ("ask" | "answer" | "read")[]) => ({
      authorization: `Bearer ${(await stage.app.tokens.add(scopes.join(), scopes)).value}`,
    });
    const [ask, read] = [await headersOf("ask"), await headersOf("read", "answer")];
    expect((await stage.fetch("/mcp", initialize(read))).status).toBe(403);
    expect((await stage.fetch("/metrics", { headers: ask })).status).toBe(403);
    expect((await stage.fetch("/metrics", { headers: read })).status).toBe(200);
    for (const headers of [ask, read])
      expect((await stage.fetch("/app/sign-in-links", { method: "POST", headers })).status).toBe(403);
  });

  test("a token that is taken back opens nothing from then on", async () => {
    await using stage = await createStage();
    const { value, name } = await stage.app.tokens.add("ci", ["admin"]);
    const headers = { authorization: `Bearer ${value}` };
    expect((await stage.fetch("/api/v1/elicitations", { headers })).status).toBe(200);
    await stage.app.tokens.revoke(name);
    expect((await stage.fetch("/api/v1/elicitations", { headers })).status).toBe(401);
    expect((await stage.fetch("/mcp", initialize(headers))).status).toBe(401);
  });
});

describe("signing in (W8)", () => {
  test("a link works once, for ten minutes, and only when it is opened", async () => {
    const clock = createFakeClock({ now: Date.now() });
    await using stage = await createStage({ clock });
    const { url } = await stage.app.signInLink();
    expect((await stage.fetch(url, { method: "HEAD" })).status).toBe(204);
    expect((await stage.fetch(url, { headers: { "sec-purpose": "prefetch" } })).status).toBe(204);
    const [one, two] = await Promise.all([stage.fetch(url), stage.fetch(url)]);
    expect([one.status, two.status].sort()).toEqual([303, 403]);
    expect((await stage.fetch(url)).status).toBe(403);
    const late = await stage.app.signInLink();
    await clock.advance(10 * 60_000 + 1);
    expect((await stage.fetch(late.url)).status).toBe(403);
  });

  test.each(["", "x", "a".repeat(43), "../../etc", "%00", "a".repeat(5000)])(
    "the code %j signs nobody in",
    async (code) => {
      await using stage = await createStage();
      const response = await stage.fetch(`/inbox/sign-in?code=${encodeURIComponent(code)}`);
      expect(response.status).toBe(403);
      expect(response.headers.get("set-cookie")).toBeNull();
    },
  );

  test("the cookie is for this inbox alone, out of reach of scripts and of other sites' posts", async () => {
    await using stage = await createStage();
    const response = await stage.fetch((await stage.app.signInLink()).url);
    const cookie = response.headers.get("set-cookie") ?? "";
    expect(cookie).toMatch(
      /^beckon-session-4747=[\w-]{43}; Max-Age=2592000; Path=\/inbox; HttpOnly; SameSite=Lax$/,
    );
    expect(response.headers.get("referrer-policy")).toBe("no-referrer");
    expect(response.headers.get("location")).toBe("http://127.0.0.1:4747/inbox");
    expect(response.headers.get("cache-control")).toBe("no-store");
  });

  test("on https the cookie goes over nothing else", async () => {
    await using stage = await createStage({ flags: { baseUrl: "https://ask.example.com" } });
    const { url } = await stage.app.signInLink();
    expect(url).toMatch(/^https:\/\/ask\.example\.com\/inbox\/sign-in\?code=/);
    const cookie = (await stage.fetch(new URL(url).pathname + new URL(url).search)).headers.get("set-cookie");
    expect(cookie).toMatch(/^__Secure-beckon-session=.*; Secure$/);
  });
});

describe("hosts and origins", () => {
  test("a rebound name is refused by the endpoint and the API", async () => {
    await using stage = await createStage();
    const headers = { authorization: `Bearer ${stage.token}`, host: "evil.example" };
    expect((await stage.fetch("/mcp", initialize(headers))).status).toBe(403);
    expect((await stage.fetch("/api/v1/elicitations", { headers })).status).toBe(421);
  });

  test("a page of another origin is refused by the endpoint and the API", async () => {
    await using stage = await createStage();
    const headers = { authorization: `Bearer ${stage.token}`, origin: "https://evil.example" };
    expect((await stage.fetch("/mcp", initialize(headers))).status).toBe(403);
    expect((await stage.fetch("/api/v1/elicitations", { headers })).status).toBe(403);
  });

  test.each(["https://evil.example", "null", "http://localhost:1"])(
    "a page of %s gets no sign-in link, whatever token it has",
    async (origin) => {
      await using stage = await createStage();
      const authorization = `Bearer ${stage.token}`;
      const ask = async (headers: Record<string, string>): Promise<number> =>
        (await stage.fetch("/app/sign-in-links", { method: "POST", headers })).status;
      expect(await ask({ authorization, origin })).toBe(403);
      expect(await ask({ authorization })).toBe(201);
    },
  );
});

describe("urls that people are sent to", () => {
  const create = async (url: string, flags = {}): Promise<number> => {
    await using stage = await createStage({ flags });
    const { status } = await stage.fetch("/api/v1/elicitations", {
      method: "POST",
      headers: { authorization: `Bearer ${stage.token}`, "content-type": "application/json" },
      body: JSON.stringify({ mode: "url", message: "Go there.", url }),
    });
    return status;
  };

  test.each([
    "http://127.0.0.1:8080/",
    "http://169.254.169.254/latest",
    "http://[::ffff:10.0.0.1]/",
    "http://router.local/",
  ])("%s is refused", async (url) => {
    expect(await create(url)).toBe(400);
  });

  test("the loopback is allowed by a switch, and nothing else by it", async () => {
    const flags = { loopbackUrls: true };
    expect(await create("http://127.0.0.1:8080/", flags)).toBe(201);
    expect(await create("http://10.0.0.1/", flags)).toBe(400);
  });
});

describe("files", () => {
  test.each(["keys", "tokens.json", "token", "."])(
    "an app does not start with a %s that others can read",
    async (name) => {
      const first = await createStage();
      await first.app.close();
      chmodSync(`${first.app.folder.path}/${name}`, name === "." ? 0o755 : 0o644);
      await expect(createStage({ folder: first.folder })).rejects.toThrow(
        "can be read by others than its owner",
      );
    },
  );
});

describe("health", () => {
  test("it says that it lives and is ready, to everybody, and nothing else", async () => {
    await using stage = await createStage();
    for (const [path, status] of [
      ["/healthz", "ok"],
      ["/readyz", "ready"],
    ] as const) {
      const response = await stage.fetch(path);
      expect([response.status, await response.json()]).toEqual([200, { status }]);
    }
    await stage.app.close();
    expect((await stage.fetch("/readyz")).status).toBe(503);
  });
});
