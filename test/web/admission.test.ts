// Who gets to see a page. Whoever does not, sees nothing of the question.

import { describe, expect, it, onTestFinished } from "vitest";
import { createBroker } from "../../src/broker/index.js";
import { createMemoryEngine } from "../../src/engines/memory/index.js";
import { BeckonError, type Engine } from "../../src/index.js";
import { createPages, type PagesOptions } from "../../src/web/index.js";
import { BASE, createStage, formPairs, guests } from "./stage.js";

const quiet = { debug() {}, info() {}, warn() {}, error() {} };

/** Everything that only the person asked may read. */
const PRIVATE = ["A table for how many?", "book_table", "Guests", "host 1.0", "ada"];

const expectNothingOf = (text: string): void => {
  for (const said of PRIVATE) expect(text).not.toContain(said);
};

describe("a link", () => {
  it("shows nothing to somebody else, and takes nothing from them", async () => {
    const { ask, visitor, broker } = createStage();
    const { href, id } = ask();
    const mallory = visitor("mallory");
    const seen = await mallory.open(href);
    expect(seen.status).toBe(403);
    expect(seen.text).toContain("This is for somebody else");
    expectNothingOf(seen.text.replaceAll("mallory@example.com", ""));
    for (const [path, status] of [
      ["/later", 403],
      ["/state", 403],
    ] as const)
      expect((await mallory.open(href + path)).status).toBe(status);
    const posted = await mallory.post(href, [
      ["action", "accept"],
      ["f0", "3"],
      ["token", "x"],
    ]);
    expect(posted.status).toBe(403);
    expect((await broker.get(id))?.status).toBe("pending");
  });

  it("shows nothing to nobody", async () => {
    const { ask, visitor } = createStage();
    const seen = await visitor().open(ask().href);
    expect(seen.status).toBe(401);
    expectNothingOf(seen.text);
  });

  it("leads to the application's sign-in when identify says so", async () => {
    const { ask, visitor } = createStage({
      identify: ({ url }) =>
        Response.redirect(`https://app.example.com/sign-in?to=${encodeURIComponent(url)}`, 303),
    });
    const { href } = ask();
    const seen = await visitor().open(href);
    expect(seen.status).toBe(303);
    expect(seen.headers.get("location")).toContain("/sign-in?to=");
  });

  it("of a question to somebody other than the caller is theirs, and not the caller's", async () => {
    const { ask, visitor } = createStage();
    const { href } = ask(guests, { audience: "grace" });
    expect((await visitor("ada").open(href)).status).toBe(403);
    expect((await visitor("grace").open(href)).status).toBe(200);
  });

  it("cannot be made up, and says nothing", async () => {
    const { ask, visitor } = createStage();
    const { href, id } = ask();
    expect(href).toMatch(new RegExp(`^${BASE}/asked/${id}\\.[\\w-]{22}$`));
    const other = createStage({ keys: ["another key of thirty-two bytes!!"] }).ask(guests, { id });
    for (const wrong of [
      other.href,
      `${BASE}/asked/${id}`,
      `${BASE}/asked/${id}.`,
      href.slice(0, -1),
      `${href}/x`,
      `${BASE}/asked`,
    ])
      expect((await visitor("ada").open(wrong)).status).toBe(404);
  });

  it("made with a key of the ring that is no longer the first one still works", async () => {
    const old = "a key of at least thirty-two bytes";
    const stage = createStage({ keys: ["a newer key of thirty-two bytes!!", old] });
    const { id } = stage.ask();
    const before = createStage({ keys: [old] }).pages.href(id);
    expect((await stage.visitor("ada").open(before)).status).toBe(200);
  });

  it("is refused when identify fails, with a number that is in the log", async () => {
    const { ask, visitor, lines } = createStage({
      identify: () => {
        throw new Error("The directory is down.");
      },
    });
    const seen = await visitor("ada").open(ask().href);
    expect(seen.status).toBe(500);
    expectNothingOf(seen.text);
    expect(seen.text).not.toContain("directory");
    const [, number = ""] = /number ([0-9a-f]{12})/.exec(seen.text) ?? [];
    expect(lines.some((line) => line.includes(number))).toBe(true);
  });

  it("is made for nobody when nobody is known, since nobody could open it", async () => {
    const { ask } = createStage();
    const asker = {
      server: "tables",
      method: "tools/call",
      target: "t",
      client: undefined,
      principalId: undefined,
      runId: "r",
    };
    expect(await ask(guests, { asker }).answer).toEqual({ action: "unavailable", reason: "nobody" });
  });
});

describe("pages without identify", () => {
  const { broker } = createStage();
  const create = (options: Partial<PagesOptions>) => createPages({ broker, baseUrl: BASE, ...options });

  it.each([
    "https://app.example.com",
    "http://10.0.0.5:3000",
    "http://localhost.example.com",
    "http://[fe80::1]/",
    "https://127.0.0.1.nip.io",
  ])("are refused at %s", (baseUrl) => {
    expect(() => create({ baseUrl })).toThrow(BeckonError);
  });

  it.each(["http://127.0.0.1:3000", "http://localhost:3000/app", "http://[::1]:3000", "https://127.1.2.3"])(
    "are served at %s",
    (baseUrl) => {
      expect(create({ baseUrl }).href("x")).toContain("/asked/x.");
    },
  );

  it("are open to whoever is at the machine, and to no name that was bound to it", async () => {
    const stage = createStage({ baseUrl: "http://127.0.0.1:3000", identify: undefined as never });
    const { href, answer } = stage.ask();
    const visitor = stage.visitor();
    expect((await visitor.open(href)).status).toBe(200);
    const rebound = await visitor.send(href, { headers: { host: "evil.example.com:3000" } });
    expect(rebound.status).toBe(421);
    expectNothingOf(rebound.text);
    expect((await visitor.send(href, { headers: { host: "127.0.0.1:4000" } })).status).toBe(421);
    await visitor.answer(href, { f0: "2" });
    expect(await answer).toMatchObject({ action: "accept", content: { guests: 2 } });
  });
});

describe("options that cannot work", () => {
  const { broker } = createStage();
  it.each<[string, Partial<PagesOptions>]>([
    ["an address that is none", { baseUrl: "pages" }],
    ["another scheme", { baseUrl: "ftp://app.example.com" }],
    ["a name and password", { baseUrl: "https://a:b@app.example.com" }],
    ["a query", { baseUrl: "https://app.example.com/?a=1" }],
    ["http in the open", { baseUrl: "http://app.example.com" }],
    ["a short key", { keys: ["short"] }],
    ["no time to hold", { holdMs: 0 }],
    ["a size that is no number", { maxFormBytes: Number.NaN }],
  ])("%s is refused at the start", (_what, options) => {
    const identify = () => ({ id: "ada" });
    expect(() => createPages({ broker, baseUrl: BASE, identify, ...options })).toThrow(
      expect.objectContaining({ code: "invalid-option" }),
    );
  });
});

describe("pages without keys", () => {
  const createOn = (engine: Engine, keys?: readonly string[]) => {
    const broker = createBroker({ engine, keys: ["b".repeat(32)], logger: quiet });
    onTestFinished(() => broker.close());
    return () =>
      createPages({ broker, baseUrl: "http://127.0.0.1:3000", logger: quiet, ...(keys && { keys }) });
  };
  const memory = () => createMemoryEngine();

  it.each([{ shared: true }, { durable: true }])("are refused on an engine that is %o", (trait) => {
    expect(createOn({ ...memory(), ...trait })).toThrow(
      expect.objectContaining({ code: "invalid-option", message: expect.stringContaining("createPages") }),
    );
    expect(createOn({ ...memory(), ...trait }, ["p".repeat(32)])).not.toThrow();
  });

  it("are served from the memory of this process", () => {
    expect(createOn(memory())).not.toThrow();
  });
});

describe("phishing", () => {
  // The flow of the specification: she begins something on her own client, gets a link, and has her victim open it, so
  // that what the victim does counts for her. She sees, and can pass on, all that her client shows her.
  it("gains nothing, whatever the attacker relays and the victim does", async () => {
    const { ask, visitor, pages, broker } = createStage();
    const asker = {
      server: "bank",
      method: "tools/call",
      target: "connect",
      client: "her client",
      principalId: "mallory",
      runId: "r",
    };
    const secret = { type: "object", properties: { key: { type: "secret" } }, required: ["key"] } as const;
    const { href, id, answer } = ask(secret, { asker, message: "Your API key, please." });
    let settled: unknown;
    void answer.then((value) => {
      settled = value;
    });

    // She opens it herself: her page, her token, her cookie.
    const mallory = visitor("mallory");
    const hers = await mallory.open(href);
    const pairs = [...formPairs(hers.text, { f0: "the victim's key" }), ["action", "accept"]] as [
      string,
      string,
    ][];

    // The victim opens the link, follows every address there is, and posts what her page would post.
    const ada = visitor("ada");
    for (const address of [href, `${href}/later`, `${href}/state`]) {
      const seen = await ada.open(address);
      expect(seen.status).toBe(403);
      expect(seen.text).not.toContain("API key");
      expect(seen.text).not.toContain("bank");
    }
    expect((await ada.post(href, pairs)).status).toBe(403);
    // Even with her browser's cookie planted in the victim's.
    for (const [name, value] of mallory.jar) if (name !== "session") ada.jar.set(name, value);
    expect((await ada.post(href, pairs)).status).toBe(403);
    // And from a page of hers that posts by itself.
    const crossSite = { origin: "https://evil.example.com", "sec-fetch-site": "cross-site" };
    expect((await ada.post(href, pairs, crossSite)).status).toBe(403);

    // Nor does another of the victim's own links take her token.
    const own = ask(guests);
    const [token] = pairs.filter(([name]) => name === "token");
    expect((await ada.post(own.href, [token ?? ["", ""], ["f0", "3"], ["action", "accept"]])).status).toBe(
      403,
    );

    await Promise.resolve();
    expect(settled).toBeUndefined();
    expect((await broker.get(id))?.status).toBe("pending");
    expect(pages.href(id)).toBe(href);
  });
});
