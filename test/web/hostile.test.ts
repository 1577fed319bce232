// Posts that no page sends: each gets a clear page, and changes nothing.

import { describe, expect, it } from "vitest";
import type { FormSchema } from "../../src/core/elicitation/form-schema.js";
import { createStage, formPairs, guests, type Seen } from "./stage.js";

type Pairs = [string, string][];

/** Opens the page and posts something else in the place of what it would send. */
async function tryPost(
  change: (pairs: Pairs) => Pairs,
  headers: Record<string, string> = {},
  schema: FormSchema = guests,
): Promise<Seen> {
  const { ask, visitor, broker } = createStage();
  const { href, id } = ask(schema);
  const ada = visitor("ada");
  const page = await ada.open(href);
  const seen = await ada.post(
    href,
    change([...formPairs(page.text, { f0: "3" }), ["action", "accept"]]),
    headers,
  );
  if (seen.status !== 303) expect((await broker.get(id))?.status).toBe("pending");
  return seen;
}

const same = (pairs: Pairs): Pairs => pairs;
const add =
  (...more: Pairs) =>
  (pairs: Pairs): Pairs => [...pairs, ...more];
const without =
  (gone: string) =>
  (pairs: Pairs): Pairs =>
    pairs.filter(([name]) => name !== gone);
const replace =
  (name: string, value: string) =>
  (pairs: Pairs): Pairs =>
    pairs.map(([key, old]) => [key, key === name ? value : old]);

const choice: FormSchema = { type: "object", properties: { a: { type: "string", enum: ["x", "y"] } } };
const boolean: FormSchema = { type: "object", properties: { a: { type: "boolean" } } };
const instant: FormSchema = { type: "object", properties: { a: { type: "string", format: "date-time" } } };

describe("a post", () => {
  it("that the page sends is taken", async () => {
    expect((await tryPost(same)).status).toBe(303);
  });

  it.each<
    [
      what: string,
      status: number,
      change: (pairs: Pairs) => Pairs,
      headers?: Record<string, string>,
      schema?: FormSchema,
    ]
  >([
    ["without a token", 403, without("token")],
    ["with an empty token", 403, replace("token", "")],
    ["with a token that is made up", 403, replace("token", "A".repeat(22))],
    ["with two tokens", 400, (pairs) => [...pairs, ["token", "x"]]],
    ["from another origin", 403, same, { origin: "https://evil.example.com" }],
    ["from a sister site", 403, same, { "sec-fetch-site": "same-site" }],
    ["from a sandboxed frame", 403, same, { origin: "null", "sec-fetch-site": "cross-site" }],
    ["without a cookie", 403, same, { cookie: "session=ada" }],
    ["with a field that is not asked for", 400, add(["f1", "x"])],
    ["with a field called __proto__", 400, add(["__proto__", "x"])],
    ["with a field called constructor", 400, add(["constructor", "x"])],
    ["with a field twice", 400, add(["f0", "4"])],
    ["with two actions", 400, add(["action", "decline"])],
    ["without an action", 400, without("action")],
    ["with another action", 400, replace("action", "withdraw")],
    [
      "with an option that is not offered",
      400,
      (pairs) => [...without("f0")(pairs), ["f0", "7"]],
      {},
      choice,
    ],
    [
      "with the value of an option in place of its number",
      400,
      (pairs) => [...without("f0")(pairs), ["f0", "x"]],
      {},
      choice,
    ],
    ["with a third truth", 400, (pairs) => [...without("f0")(pairs), ["f0", "maybe"]], {}, boolean],
    [
      "with a zone that is none",
      400,
      (pairs) => [...without("f0-zone")(pairs), ["f0-zone", "Mars"]],
      {},
      instant,
    ],
    ["of JSON", 415, same, { "content-type": "application/json" }],
    ["of text", 415, same, { "content-type": "text/plain" }],
    [
      "of parts, where no file is asked for",
      415,
      same,
      { "content-type": "multipart/form-data; boundary=x" },
    ],
  ])("%s is refused with %i", async (_what, status, change, headers, schema) => {
    const seen = await tryPost(change, headers, schema);
    expect(seen.status).toBe(status);
    expect(seen.text).toContain("Nothing");
  });

  it.each<[string, string | Uint8Array, number]>([
    ["broken escapes", "f0=%E0%A4%A", 400],
    ["escaped bytes that are no UTF-8", "f0=%FF%FE", 400],
    ["bytes that are no UTF-8", new Uint8Array([0x66, 0x30, 0x3d, 0xff]), 400],
    ["too much", `f0=${"x".repeat(5 * 1024 * 1024)}`, 413],
    ["too many fields", "a=1&".repeat(10_001), 413],
    ["nothing at all", "", 403],
  ])("of %s is refused", async (_what, body, status) => {
    const { ask, visitor } = createStage();
    const { href } = ask();
    const ada = visitor("ada");
    await ada.open(href);
    const headers = { "content-type": "application/x-www-form-urlencoded", origin: new URL(href).origin };
    // The bytes of a body, whichever kind of array holds them.
    const seen = await ada.send(href, { method: "POST", headers, body: body as BodyInit });
    expect(seen.status).toBe(status);
  });

  it("that never ends is broken off at the limit", async () => {
    const { ask, visitor } = createStage({ maxFormBytes: 10_000 });
    const { href } = ask();
    let pieces = 0;
    const endless = new ReadableStream<Uint8Array>({
      pull: (controller) => {
        pieces += 1;
        controller.enqueue(new Uint8Array(1_000).fill(65));
      },
    });
    const headers = { "content-type": "application/x-www-form-urlencoded", origin: new URL(href).origin };
    const seen = await visitor("ada").send(href, { method: "POST", headers, body: endless, duplex: "half" });
    expect(seen.status).toBe(413);
    expect(pieces).toBeLessThan(50);
  });

  it("with an answer that is larger than the broker takes keeps what was typed", async () => {
    const { ask, visitor } = createStage({ broker: { maxAnswerBytes: 100 } });
    const { href } = ask({ type: "object", properties: { a: { type: "string" } } });
    const long = "long ".repeat(100);
    const seen = await visitor("ada").answer(href, { f0: long });
    expect(seen.status).toBe(413);
    expect(seen.text).toContain(long.trim());
  });

  it.each(["PUT", "DELETE", "OPTIONS", "PATCH"])("by %s is not allowed", async (method) => {
    const { ask, visitor } = createStage();
    const seen = await visitor("ada").send(ask().href, { method });
    expect(seen.status).toBe(405);
    expect(seen.headers.get("allow")).toBe("GET, HEAD, POST");
  });
});

describe("text of a server", () => {
  const hostile =
    "\u202Eevil\u001B]8;;https://evil.example\u0007 <img src=x onerror=alert(1)> https://evil.example";

  it("is shown as text, with nothing hidden in it and nothing linked", async () => {
    const { ask, visitor } = createStage();
    const schema: FormSchema = {
      type: "object",
      properties: {
        [hostile]: { type: "string", title: hostile, description: hostile, default: hostile },
        pick: { type: "string", enum: ["a"], enumNames: [hostile] },
      },
    };
    const asker = {
      server: hostile,
      method: hostile,
      target: hostile,
      client: hostile,
      principalId: "ada",
      runId: "r",
    };
    const { href } = ask(schema, { message: hostile, asker });
    const { text } = await visitor("ada").open(href);
    for (const hidden of ["\u202E", "\u001B", "\u0007"]) expect(text).not.toContain(hidden);
    expect(text).not.toContain("<img");
    expect(text).not.toMatch(/<a [^>]*evil/);
    expect(text).toContain("\uFFFDevil");
  });

  it("that hides something in a default comes back as it was, when left alone", async () => {
    const { ask, visitor } = createStage();
    const { href, answer } = ask({
      type: "object",
      properties: { a: { type: "string", default: "a\u202Eb" } },
    });
    await visitor("ada").answer(href, {});
    expect(await answer).toMatchObject({ content: { a: "a\u202Eb" } });
  });

  it("that is very long is cut, and can be read to its end (C14)", async () => {
    const { ask, visitor } = createStage();
    const { href } = ask(guests, { message: `${"word ".repeat(1_000)}THE END` });
    const { text } = await visitor("ada").open(href);
    expect(text).toContain("Show all 5,007 characters");
    expect(text).toContain("THE END");
  });
});
