// The room that a state has: what is too much rejects where the handler asked for it, and can be caught there.

import { describe, expect, it } from "vitest";
import { createMemoryEngine } from "../../../src/engines/memory/index.js";
import { type CallContext, field, form, type ServerOptions } from "../../../src/index.js";
import { accept, ask, makeServer, type Round, YES } from "./talk.js";

/** With keys of their own, states have to be carried by the client. */
const CARRIED: Partial<ServerOptions> = { keys: ["first key, which is long enough for a ring"] };
const TOO_LARGE = "state-too-large";

const codeOf = (error: unknown): unknown => (error as { code?: unknown }).code;

function make(handler: (ctx: CallContext) => Promise<unknown>, options = CARRIED) {
  const server = makeServer({ engine: createMemoryEngine(), ...options });
  server.tool("learn", {}, async (_input, ctx) => JSON.stringify(await handler(ctx)));
  return server;
}
const parsed = ({ text }: Round): unknown => JSON.parse(text);

/** More values than a client can carry. */
const makeValues = (ctx: CallContext): void => {
  for (let left = 1500; left > 0; left -= 1) ctx.uuid();
};

describe("a run whose values are too much for its state", () => {
  it("has its next question rejected", async () => {
    const server = make(async (ctx) => {
      makeValues(ctx);
      return ctx.confirm("Sure?").catch(codeOf);
    });
    expect(parsed(await ask(server, "learn"))).toBe(TOO_LARGE);
  });

  it("has its next step rejected before it has any effect", async () => {
    const ran: string[] = [];
    const server = make(async (ctx) => {
      makeValues(ctx);
      return ctx.step("pay", () => void ran.push("pay")).catch(codeOf);
    });
    expect(parsed(await ask(server, "learn"))).toBe(TOO_LARGE);
    expect(ran).toEqual([]);
  });

  it("ends with an error that says so, when it had asked before", async () => {
    const server = make(async (ctx) => {
      const asked = ctx.confirm("Sure?");
      makeValues(ctx);
      return asked;
    });
    const { result, text } = await ask(server, "learn");
    expect(result).toMatchObject({ isError: true });
    expect(text).toContain("more than its state can hold");
  });

  it("asks where the engine keeps large states", async () => {
    const server = make(async (ctx) => {
      makeValues(ctx);
      return ctx.confirm("Sure?", { key: "sure" });
    }, {});
    const { state } = await ask(server, "learn");
    expect(parsed(await ask(server, "learn", { state, answers: { sure: YES } }))).toBe(true);
  });
});

describe("a run whose questions are too much for its state", () => {
  /** Learns something and asks many things at once, each under a long key; gives what came of each. */
  const asking =
    (size: number, count: number, heard: unknown[] = []) =>
    async (ctx: CallContext) => {
      await ctx.step("fill", () => "x".repeat(size));
      const all = Array.from({ length: count }, (_, index) =>
        ctx.confirm("Sure?", { key: String(index).padEnd(200, "k") }).catch(codeOf),
      );
      heard.push(await Promise.all(all));
      const last = await ctx.step("count", () => heard.length).catch(codeOf);
      return [heard.at(-1), last];
    };

  it.each<[string, number, number, Partial<ServerOptions>]>([
    ["that the client carries", 44_000, 40, CARRIED],
    ["that is left with the engine, but for its questions", 100_000, 400, {}],
  ])(
    "in a state %s, has those rejected that have no room, in every execution the same",
    async (_where, size, count, options) => {
      const heard: unknown[][] = [];
      const server = make(asking(size, count, heard), options);
      const first = await ask(server, "learn");
      expect(first.isAsking).toBe(true);
      const { length } = first.keys;
      expect(length).toBeGreaterThan(5);
      expect(length).toBeLessThan(count);
      const half = Object.fromEntries(first.keys.slice(3).map((key) => [key, YES]));
      const second = await ask(server, "learn", { state: first.state, answers: half });
      expect(second.keys).toEqual(first.keys.slice(0, 3));
      const rest = Object.fromEntries(second.keys.map((key) => [key, YES]));
      const [answers] = parsed(await ask(server, "learn", { state: second.state, answers: rest })) as [
        unknown[],
      ];
      expect(answers.slice(length)).toEqual(Array(count - length).fill(TOO_LARGE));
      expect(answers.slice(0, length).every((answer) => answer === true || answer === TOO_LARGE)).toBe(true);
    },
  );

  it("may catch it and end without them", async () => {
    const server = make(async (ctx) => {
      await ctx.step("fill", () => "x".repeat(44_000));
      const all = Array.from({ length: 40 }, (_, index) =>
        ctx.confirm("Sure?", { key: String(index).padEnd(200, "k") }),
      );
      return Promise.all(all).catch(codeOf);
    });
    expect(parsed(await ask(server, "learn"))).toBe(TOO_LARGE);
  });

  it("has room for some dozens that are short", async () => {
    const count = 100;
    const server = make(async (ctx) =>
      Promise.all(Array.from({ length: count }, (_, index) => ctx.confirm(`Sure of ${index}?`))),
    );
    const first = await ask(server, "learn");
    expect(first.keys).toHaveLength(count);
    const answers = Object.fromEntries(first.keys.map((key) => [key, YES]));
    expect(parsed(await ask(server, "learn", { state: first.state, answers }))).toEqual(
      Array(count).fill(true),
    );
  });
});

it("an answer that is too much to be kept while others are missing rejects in the next round", async () => {
  const server = make(async (ctx) => {
    const everything = form("Tell me everything.", { everything: field.string() });
    const [all, sure] = await Promise.all([
      ctx.elicit(everything, { key: "all" }).catch(codeOf),
      ctx.confirm("Sure?", { key: "sure" }),
    ]);
    return [all, sure];
  });
  const { state } = await ask(server, "learn");
  const large = accept({ everything: "x".repeat(60_000) });
  const second = await ask(server, "learn", { state, answers: { all: large } });
  expect(second.keys).toEqual(["sure"]);
  const done = await ask(server, "learn", { state: second.state, answers: { sure: YES } });
  expect(parsed(done)).toEqual([TOO_LARGE, true]);
});
