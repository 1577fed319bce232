// Who gets in, and what a page elsewhere cannot do.

import { describe, expect, it } from "vitest";
import { guests } from "../stage.js";
import { createInboxStage, formOf, press, tokenOf } from "./stage.js";

const pages = [
  "",
  "/e/elicitation-1",
  "/history",
  "/history.csv",
  "/runs",
  "/runs/run-1",
  "/settings",
  "/live",
];

describe("the inbox", () => {
  it.each(pages)("shows nothing at %j to who is not signed in (W8)", async (path) => {
    const stage = createInboxStage();
    await stage.ask({ message: "Confidential?" });
    const { status, text } = await stage.visitor().open(stage.home + path);
    expect(status).toBe(401);
    expect(text).toContain("Sign in first");
    expect(text).not.toContain("Confidential");
  });

  it("sends on to the sign-in that identify gives", async () => {
    const stage = createInboxStage({
      identify: () => Response.redirect("https://app.example.com/sign-in", 303),
    });
    const { status, headers } = await stage.visitor().open(stage.home);
    expect([status, headers.get("location")]).toEqual([303, "https://app.example.com/sign-in"]);
  });

  it("shows nothing of what is asked of somebody else, and takes no answer for it (W8)", async () => {
    const stage = createInboxStage();
    const { href, id } = await stage.ask({ audience: "grace", message: "Confidential?", schema: guests });
    const visitor = stage.visitor("mallory");
    const list = await visitor.open(stage.home);
    expect(list.text).not.toContain("Confidential");
    expect((await visitor.open(href)).status).toBe(404);
    for (const action of ["accept", "decline", "cancel", "draft", "claim"]) {
      const sent = await visitor.post(href, [
        ["token", tokenOf(list.text)],
        ["questions", id],
        ["action", action],
      ]);
      expect([action, sent.status]).toEqual([action, 404]);
    }
    expect((await stage.broker.get(id))?.status).toBe("pending");
  });

  it("goes out with the headers of hosted pages: no frame, no store, no referrer, nothing inline (W8)", async () => {
    const stage = createInboxStage();
    await stage.ask();
    const visitor = stage.visitor("ada");
    for (const path of ["", "/e/elicitation-1", "/history", "/settings"]) {
      const { headers, text } = await visitor.open(stage.home + path);
      expect(headers.get("content-security-policy")).toContain("default-src 'none'");
      expect(headers.get("content-security-policy")).toContain("frame-ancestors 'none'");
      expect(headers.get("x-frame-options")).toBe("DENY");
      expect(headers.get("referrer-policy")).toBe("no-referrer");
      expect(headers.get("cache-control")).toBe("no-store");
      expect(text).not.toMatch(/<script(?! src)|<style| style=| on\w+="/);
    }
  });

  it("gives its cookie to no script and no other site (W8)", async () => {
    const stage = createInboxStage();
    const { headers } = await stage.visitor("ada").open(stage.home);
    expect(headers.getSetCookie().join()).toMatch(
      /^__Secure-beckon-browser=[\w-]{22}; Path=\/inbox; HttpOnly; SameSite=Lax; Secure$/,
    );
  });

  it("is not served under another name, or with another method (W8)", async () => {
    const stage = createInboxStage();
    const visitor = stage.visitor("ada");
    expect((await visitor.send(stage.home, { headers: { host: "evil.example" } })).status).toBe(421);
    const put = await visitor.send(stage.home, { method: "PUT" });
    expect([put.status, put.headers.get("allow")]).toEqual([405, "GET, HEAD, POST"]);
    expect((await visitor.open(`${stage.home}/e/%zz`)).status).toBe(404);
    expect((await visitor.open(`${stage.home}/nothing/here/at-all`)).status).toBe(404);
    expect(await stage.inbox.fetch(new Request("https://app.example.com/elsewhere"))).toBeUndefined();
  });

  it("cannot be created on plain http beyond loopback, or without identify (W8)", () => {
    expect(() => createInboxStage({ baseUrl: "http://app.example.com" })).toThrow("over http");
    expect(() => createInboxStage({ identify: undefined as never })).toThrow("identify must be a function");
    expect(() => createInboxStage({ streamMs: 0 })).toThrow("streamMs");
  });
});

describe("a post", () => {
  const setUp = async () => {
    const stage = createInboxStage();
    const { href, id } = await stage.ask({ schema: guests });
    const visitor = stage.visitor("ada");
    const { text } = await visitor.open(href);
    const pairs: [string, string][] = [
      ["token", tokenOf(text)],
      ["questions", id],
      ["f0", "4"],
      ["action", "accept"],
    ];
    const isOpen = async () => expect((await stage.broker.get(id))?.status).toBe("pending");
    return { stage, href, id, visitor, pairs, isOpen };
  };

  it("without its token changes nothing (W8)", async () => {
    const { href, visitor, pairs, isOpen, stage } = await setUp();
    expect((await visitor.post(href, pairs.slice(1))).status).toBe(403);
    expect((await visitor.post(href, [["token", "x"], ...pairs.slice(1)])).status).toBe(403);
    for (const path of ["", "/samples", "/mutes"])
      expect(
        (
          await visitor.post(stage.home + path, [
            ["action", "cancel"],
            ["id", "elicitation-1"],
            ["server", "tables"],
          ])
        ).status,
      ).toBe(403);
    await isOpen();
  });

  it("with the token of another person or browser changes nothing (W8)", async () => {
    const { href, stage, pairs, isOpen } = await setUp();
    const others = stage.visitor("grace");
    await others.open(href);
    expect((await others.post(href, pairs)).status).toBe(403);
    const again = stage.visitor("ada");
    expect((await again.post(href, pairs)).status).toBe(403);
    await again.open(href);
    expect((await again.post(href, pairs)).status).toBe(403);
    await isOpen();
  });

  it.each([
    { origin: "https://evil.example" },
    { origin: "null", "sec-fetch-site": "cross-site" },
    { "sec-fetch-site": "same-site" },
  ])("from elsewhere, with %j, changes nothing (W8)", async (headers) => {
    const { href, visitor, pairs, isOpen } = await setUp();
    expect((await visitor.post(href, pairs, headers)).status).toBe(403);
    await isOpen();
  });

  it.each([
    [[["action", "approve-everything"]], 400],
    [
      [
        ["action", "accept"],
        ["f9", "1"],
      ],
      400,
    ],
    [
      [
        ["action", "accept"],
        ["f0", "1"],
        ["f0", "2"],
      ],
      400,
    ],
    [
      [
        ["action", "decline"],
        ["f0", "1"],
      ],
      400,
    ],
    [
      [
        ["action", "accept"],
        ["action", "accept"],
      ],
      400,
    ],
    [
      [
        ["questions", "elicitation-9"],
        ["action", "decline"],
      ],
      400,
    ],
  ] as const)("that no card sends, %j, is %i and changes nothing", async (given, status) => {
    const { href, visitor, pairs, isOpen } = await setUp();
    const [token] = pairs;
    const sent = await visitor.post(href, [...(token ? [token] : []), ...given]);
    expect(sent.status).toBe(status);
    await isOpen();
  });

  it("of another kind, or too large, is refused", async () => {
    const { href, visitor, pairs } = await setUp();
    const headers = { origin: "https://app.example.com", "content-type": "application/json" };
    expect((await visitor.send(href, { method: "POST", body: "{}", headers })).status).toBe(415);
    const large = await visitor.post(href, [...pairs, ["reason", "x".repeat(5_000_000)]]);
    expect(large.status).toBe(413);
  });
});

it("no secret is in an address, a draft or the log, whatever is pressed (C12, W8)", async () => {
  const stage = createInboxStage();
  const { href, id } = await stage.ask({
    schema: {
      type: "object",
      properties: { key: { type: "secret" }, password: { type: "string" } },
      required: ["key"],
    },
  });
  const visitor = stage.visitor("ada");
  const seen: (string | null)[] = [];
  for (const action of ["draft", "later", "claim", "accept"]) {
    const { location } = await press(visitor, href, action, { f0: "hunter2", f1: "hunter3" });
    seen.push(location);
    if (action !== "accept") seen.push(formOf((await visitor.open(href)).text, "answer"));
  }
  expect((await stage.broker.get(id))?.status).toBe("accepted");
  expect([...seen, ...stage.lines].filter((text) => /hunter/.test(text ?? ""))).toEqual([]);
});

it("a failure is told by a number, and its reason stays in the log", async () => {
  const stage = createInboxStage({
    identify: () => {
      throw new Error("the password of the database is hunter2");
    },
  });
  const { status, text } = await stage.visitor("ada").open(stage.home);
  expect(status).toBe(500);
  expect(text).not.toContain("hunter2");
  const number = /number (\w{12})/.exec(text)?.[1] ?? "";
  expect(stage.lines.some((line) => line.includes(number))).toBe(true);
});
