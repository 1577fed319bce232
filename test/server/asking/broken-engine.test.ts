// An engine that fails in the middle of a round: the client hears of it, and nothing hangs.

import { describe, expect, it } from "vitest";
import { createMemoryEngine } from "../../../src/engines/memory/index.js";
import { createServer, type Engine } from "../../../src/index.js";
import { callTool, modern } from "../speak.js";
import { capabilities, type InputRequired, modernWire, play, yes } from "./play.js";

/** An engine whose records fail where `fails` says so, at once or later. */
function failing(fails: (act: "get" | "put", key: string) => boolean, isLater: boolean): Engine {
  const engine = createMemoryEngine();
  const { records } = engine;
  const broken = <T>(): T => {
    if (!isLater) throw new Error("the engine is down");
    // A promise where the contract allows one.
    return Promise.reject(new Error("the engine is down")) as T;
  };
  return {
    ...engine,
    records: {
      ...records,
      get: (key) => (fails("get", key) ? broken() : records.get(key)),
      put: (key, ...given) => (fails("put", key) ? broken() : records.put(key, ...given)),
    },
  };
}

describe.each([
  ["at once", false],
  ["later", true],
])("an engine that fails %s", (_when, isLater) => {
  it.each([
    ["when a state is used up", "put", "slot:", 1],
    ["when a reply is to be kept", "put", "slot:", 2],
    ["when it is asked for a step", "get", "learned:", 1],
    ["when a step is to be kept", "put", "learned:", 1],
  ] as const)("%s ends the round with an error", async (_what, act, prefix, failsAt) => {
    const errors: unknown[] = [];
    let count = 0;
    const fails = (did: string, key: string): boolean => {
      if (did !== act || !key.startsWith(prefix)) return false;
      count += 1;
      return count === failsAt;
    };
    const server = createServer({
      name: "test",
      version: "1.0.0",
      engine: failing(fails, isLater),
      logger: { debug() {}, info() {}, warn() {}, error: (_message, fields) => errors.push(fields?.error) },
    });
    server.tool("do", {}, async (_input, ctx) => {
      await ctx.confirm("Sure?");
      await ctx.step("once", () => {});
      await ctx.confirm("Really?");
      return "done";
    });
    const { message } = await play(modernWire(server), "do", () => yes);
    const isFailure = message.error?.code === -32603 || message.result?.isError === true;
    expect([isFailure, errors.length > 0]).toEqual([true, true]);
  });

  it("when it is asked whether a state is used up, by a request that comes again, ends the round with an error", async () => {
    let isDown = false;
    const server = createServer({
      name: "test",
      version: "1.0.0",
      engine: failing((act, key) => isDown && act === "get" && key.startsWith("slot:"), isLater),
      logger: { debug() {}, info() {}, warn() {}, error() {} },
    });
    server.tool("do", {}, async (_input, ctx) => `${await ctx.confirm("Sure?")}`);
    const first = (await callTool(server, "do", {}, { capabilities })).result as InputRequired;
    const [key = ""] = Object.keys(first.inputRequests ?? {});
    const answers = { requestState: first.requestState, inputResponses: { [key]: yes } };
    const send = () =>
      modern(server, "tools/call", { name: "do", arguments: {}, ...answers }, { capabilities });
    expect((await send()).result).toMatchObject({ content: [{ text: "true" }] });
    isDown = true;
    expect((await send()).error).toMatchObject({ code: -32603 });
  });

  it("when a round that was broken off is made again ends it with an error", async () => {
    let isDown = false;
    const server = createServer({
      name: "test",
      version: "1.0.0",
      engine: failing((act, key) => isDown && act === "get" && key.startsWith("learned:"), isLater),
      logger: { debug() {}, info() {}, warn() {}, error() {} },
    });
    let begin = (): void => {};
    const begun = new Promise<void>((resolve) => {
      begin = resolve;
    });
    server.tool("do", {}, async (_input, ctx) => {
      await ctx.confirm("Sure?");
      ctx.now();
      await ctx.step("once", () => {});
      begin();
      await new Promise(() => {});
      return "done";
    });
    const first = (await callTool(server, "do", {}, { capabilities })).result as InputRequired;
    const [key = ""] = Object.keys(first.inputRequests ?? {});
    const answers = { requestState: first.requestState, inputResponses: { [key]: yes } };
    const params = { name: "do", arguments: {}, ...answers };
    const aborter = new AbortController();
    const broken = modern(server, "tools/call", params, { capabilities, signal: aborter.signal });
    await begun;
    aborter.abort();
    await broken.catch(() => {});
    isDown = true;
    const again = await modern(server, "tools/call", params, { capabilities });
    expect(again.error.code === -32603 || again.result.isError).toBe(true);
  });
});

it("a handler that catches what the engine threw can still ask", async () => {
  const server = createServer({
    name: "test",
    version: "1.0.0",
    engine: failing((act, key) => act === "get" && key.endsWith(":s:once"), true),
    logger: { debug() {}, info() {}, warn() {}, error() {} },
  });
  server.tool("do", {}, async (_input, ctx) => {
    await ctx.confirm("Sure?");
    const failed = await ctx.step("once", () => {}).catch((error: unknown) => error);
    return `${failed} ${await ctx.confirm("Really?")}`;
  });
  const played = await play(modernWire(server), "do", () => yes);
  expect(played.rounds).toEqual([["Sure?"], ["Really?"]]);
});
