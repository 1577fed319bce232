// Messages that guides quote are the ones that are given.

import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import { describe, expect, it } from "vitest";
import * as z from "zod";
import { judgeUrl } from "../../src/guards/judge-url.js";
import { type CallContext, createServer, field, form, type ServerOptions } from "../../src/index.js";
import { accept, assertReplaySafe, type MakeServer, testClient } from "../../src/testing/index.js";

const docs = resolve(import.meta.dirname, "../../docs");
const quiet = { debug() {}, info() {}, warn() {}, error() {} };

/** Holds a message against a page; where lines are broken does not count. */
function expectQuoted(page: string, message: string): void {
  const text = oneLine(readFileSync(resolve(docs, page), "utf8"));
  const said = oneLine(message);
  // The whole page would hide what is missing.
  expect(text.includes(said) ? said : `not in docs/${page}`).toBe(said);
}

const oneLine = (text: string): string => text.replace(/\s+/g, " ");

const thrownBy = async (act: () => unknown): Promise<string> => {
  try {
    await act();
  } catch (error) {
    if (error instanceof Error) return error.message;
  }
  throw new Error("Nothing was thrown.");
};

/** What the model is told by a tool whose questions all get a yes. */
async function toldBy(handler: (ctx: CallContext) => Promise<string>): Promise<string> {
  const server = createServer({ name: "docs", version: "1.0.0", logger: quiet });
  server.tool("it", {}, (_input, ctx) => handler(ctx));
  const client = await testClient(server, { era: "modern", answers: () => accept({ confirmed: true }) });
  const { text } = await client.callTool("it");
  await client.close();
  return text;
}

const withKeys = (keys: unknown): Promise<string> =>
  thrownBy(() => createServer({ name: "docs", version: "1.0.0", keys } as ServerOptions));

const makeShop: MakeServer = ({ effect }) => {
  const server = createServer({ name: "shop", version: "1.0.0", logger: quiet });
  const bank = {
    charge: async () => {
      effect("charge");
      return { receipt: 7 };
    },
  };
  server.tool("buy", {}, async (_, ctx) => {
    const { receipt } = await bank.charge();
    const mail = await ctx.confirm("Send the receipt by mail?");
    return mail ? `Sent receipt ${receipt}.` : `Receipt ${receipt}.`;
  });
  return server;
};

describe("guides/steps-and-replay.md", () => {
  const page = "guides/steps-and-replay.md";

  it("quotes what assertReplaySafe says of an effect outside of a step", async () => {
    const said = await thrownBy(() =>
      assertReplaySafe(makeShop, { tool: "buy", answers: [accept({ confirmed: true })] }),
    );
    expectQuoted(page, said);
  });

  it("quotes what a step says that gave a Map", async () => {
    const said = await toldBy((ctx) => thrownBy(() => ctx.step("hold", () => new Map())));
    expectQuoted(page, said);
  });

  it("quotes what a question says that is another one every time", async () => {
    let now = 0;
    expectQuoted(page, await toldBy(async (ctx) => String(await ctx.confirm(`It is ${++now}. Go on?`))));
  });

  it("quotes what a run says that asks in too many rounds", async () => {
    const said = await toldBy(async (ctx) => {
      for (let round = 1; ; round++) await ctx.confirm("Go on?", { key: `round ${round}` });
    });
    expectQuoted(page, said);
  });
});

describe("guides/url-guard.md", () => {
  it("quotes what is said of an address in octal", async () => {
    const verdict = await judgeUrl("http://0251.0376.0251.0376/latest/meta-data/");
    if (verdict.ok) throw new Error("It was let through.");
    expectQuoted("guides/url-guard.md", `${verdict.reason} ${verdict.message}`);
  });
});

describe("guides/keys-and-rotation.md", () => {
  const page = "guides/keys-and-rotation.md";

  it("quotes what is said of a key that is too short", async () => {
    expectQuoted(page, await withKeys(["short"]));
  });

  it("quotes what a server without keys says", async () => {
    const heard: string[] = [];
    const logger = { ...quiet, info: (message: string) => heard.push(message) };
    const server = createServer({ name: "docs", version: "1.0.0", logger });
    server.tool("it", {}, async (_, ctx) => String(await ctx.confirm("Go on?")));
    const client = await testClient(server, { era: "modern", answers: [accept({ confirmed: true })] });
    await client.callTool("it");
    await client.close();
    expect(heard).toHaveLength(1);
    expectQuoted(page, String(heard[0]));
  });
});

describe("guides/ask-a-person.md", () => {
  const page = "guides/ask-a-person.md";

  it.each([
    ["bounds", () => form("?", { a: field.string({ minLength: 5, maxLength: 2 }) })],
    ["a default", () => form("?", { a: field.choice({ options: ["a"], default: "b" as "a" }) })],
    ["a flag", () => form("?", { a: field.string({ pattern: /a/i }) })],
    ["a credential", () => form("?", { password: field.string() })],
  ])("quotes what a form says of %s that cannot work", async (_what, build) => {
    expectQuoted(page, await thrownBy(build));
  });

  it.each([
    ["an object", z.object({ address: z.object({ city: z.string() }) })],
    ["a union", z.object({ id: z.union([z.string(), z.number()]) })],
  ])("quotes what a form says of %s", async (_what, schema) => {
    expectQuoted(page, await toldBy((ctx) => thrownBy(() => ctx.elicit("?", schema))));
  });
});

describe("reference/errors.md", () => {
  it("quotes what is said of a name that is taken", async () => {
    const server = createServer({ name: "docs", version: "1.0.0" });
    server.tool("hello", {}, () => "Hello.");
    const said = await thrownBy(() => server.tool("hello", {}, () => "Hello again."));
    expectQuoted("reference/errors.md", said);
  });
});
