// What a run has learned stays as it was, and what it did is not told twice.

import { describe, expect, it } from "vitest";
import {
  type CallContext,
  createServer,
  type DefineTool,
  field,
  form,
  type ServerOptions,
} from "../../../src/index.js";
import { createFakeClock } from "../../../src/testing/index.js";
import { engines } from "../async-engine.js";
import { callTool, modern } from "../speak.js";
import {
  accept,
  capabilities,
  decline,
  type InputRequired,
  legacyWire,
  modernWire,
  play,
  playRequest,
  scripted,
  type Wire,
  yes,
} from "./play.js";

const keys = ["a key of at least thirty-two bytes, and then some"];
const quiet = { debug() {}, info() {}, warn() {}, error() {} };

const make = (options: Partial<ServerOptions> = {}) =>
  createServer({ name: "test", version: "1.0.0", keys, logger: quiet, ...options });

/** Plays a handler of one question or more in the modern era. */
async function run(handler: (ctx: CallContext) => Promise<string>, options: Partial<ServerOptions> = {}) {
  const server = make(options);
  server.tool("do", {}, (_input, ctx) => handler(ctx));
  return play(modernWire(server), "do", () => yes);
}

describe.each(engines)("on an engine that %s, in every execution of a run", (_name, createEngine) => {
  it("now, uuid and random give the same, each time they come by the same place", async () => {
    const clock = createFakeClock({ now: 1000 });
    const seen: unknown[][] = [];
    const played = await run(
      async (ctx) => {
        const values = [ctx.now(), ctx.uuid(), ctx.random()];
        await clock.advance(5000);
        values.push(ctx.now(), ctx.uuid(), ctx.random());
        seen.push(values);
        await ctx.confirm("One?");
        await clock.advance(5000);
        values.push(ctx.now());
        await ctx.confirm("Two?");
        return "done";
      },
      { clock, engine: createEngine({ clock }) },
    );
    expect(played.text).toBe("done");
    const [first, second, third] = seen;
    expect(second?.slice(0, 6)).toEqual(first);
    expect(third).toEqual(second);
    expect(new Set(third).size).toBe(7);
    expect(third).toEqual([
      1000,
      expect.stringMatching(/^[0-9a-f-]{36}$/),
      expect.any(Number),
      6000,
      expect.stringMatching(/^[0-9a-f-]{36}$/),
      expect.any(Number),
      16_000,
    ]);
  });

  it("client.can gives the same, although the client comes back as another", async () => {
    const server = make({ engine: createEngine() });
    const seen: boolean[][] = [];
    server.tool("do", {}, async (_input, ctx) => {
      seen.push([ctx.client.can("url"), ctx.client.can("url"), ctx.client.can("sampling")]);
      return String(await ctx.confirm("Sure?"));
    });
    const able = modernWire(server, { elicitation: { form: {}, url: {} } });
    const unable = modernWire(server, { elicitation: { form: {} }, sampling: {} });
    let count = 0;
    const wire: Wire = {
      ...able,
      request: (...given) => {
        count += 1;
        return (count === 1 ? able : unable).request(...given);
      },
    };
    expect((await play(wire, "do", () => yes)).text).toBe("true");
    expect(seen).toEqual([
      [true, true, false],
      [true, true, false],
    ]);
  });

  it("samples, roots and every kind of answer stay what they were", async () => {
    const clock = createFakeClock();
    const server = make({ clock, engine: createEngine({ clock }) });
    const seen: string[] = [];
    const one = form("One?", { it: field.string() });
    server.tool("do", {}, async (_input, ctx) => {
      const answers = [
        await ctx.elicit(one),
        await ctx.elicit(one),
        await ctx.elicit(one),
        await ctx.elicit(one, { audience: "bob" }),
        await ctx.sample({ messages: [], maxTokens: 5 }),
        await ctx.roots(),
      ];
      seen.push(JSON.stringify(answers));
      await ctx.confirm("Sure?");
      return JSON.stringify(answers);
    });
    const person = scripted({
      "One?": [accept({ it: "x" }), decline, { action: "cancel" }],
      "sampling/createMessage": { role: "assistant", model: "m", content: { type: "text", text: "w" } },
      "roots/list": { roots: [{ uri: "file:///a", name: "a" }] },
      "Sure?": yes,
    });
    const played = await play(modernWire(server), "do", person);
    expect(seen).toEqual([seen[0], seen[0]]);
    expect(JSON.parse(played.text)).toMatchObject([
      { action: "accept", content: { it: "x" } },
      { action: "decline" },
      { action: "cancel", reason: "dismissed" },
      { action: "unavailable", reason: "nobody" },
      { model: "m" },
      [{ uri: "file:///a", name: "a" }],
    ]);
  });

  it("what could not be asked stays so, although the client comes back able to show it", async () => {
    const server = make({ engine: createEngine() });
    const seen: string[] = [];
    server.tool("do", {}, async (_input, ctx) => {
      const answer = await ctx.elicit(form("Name?", { it: field.string() }));
      seen.push(JSON.stringify(answer));
      return (await ctx.openUrl("Go?", "https://a.example/", { until: "consent" })).action;
    });
    const unable = modernWire(server, { elicitation: { url: {} } });
    const able = modernWire(server, { elicitation: { form: {}, url: {} } });
    let count = 0;
    const wire: Wire = {
      ...able,
      request: (...given) => {
        count += 1;
        return (count === 1 ? unable : able).request(...given);
      },
    };
    const played = await play(wire, "do", scripted({ "Go?": { action: "accept" } }));
    expect(played.text).toBe("accept");
    const nobody = '{"action":"unavailable","reason":"nobody"}';
    expect(seen).toEqual([nobody, nobody]);
  });

  it("each has its own copy of an answer", async () => {
    const server = make({ engine: createEngine() });
    const seen: string[] = [];
    server.tool("do", {}, async (_input, ctx) => {
      const answer = await ctx.choose("Which?", ["a", "b", "c"], { several: true });
      if (answer.action !== "accept") return answer.action;
      seen.push(answer.content.join());
      answer.content.push("c");
      await ctx.confirm("One?");
      await ctx.confirm("Two?");
      return "done";
    });
    const person = scripted({ "Which?": accept({ choice: ["a", "b"] }), "One?": yes, "Two?": yes });
    await play(modernWire(server), "do", person);
    expect(seen).toEqual(["a,b", "a,b", "a,b"]);
  });
});

describe("while the handler goes through what it went through before", () => {
  it("ctx.replaying is true, and false from there on", async () => {
    const seen: boolean[][] = [];
    await run(async (ctx) => {
      const own: boolean[] = [ctx.replaying];
      seen.push(own);
      await ctx.step("a", () => {});
      own.push(ctx.replaying);
      await ctx.confirm("One?");
      own.push(ctx.replaying);
      await ctx.step("b", () => {});
      own.push(ctx.replaying);
      await ctx.confirm("Two?");
      own.push(ctx.replaying);
      return "done";
    });
    expect(seen).toEqual([
      [false, false],
      [true, true, false, false],
      [true, true, true, true, false],
    ]);
  });

  it("ctx.replaying is false all the time in the legacy era", async () => {
    const server = make();
    const seen: boolean[] = [];
    server.tool("do", {}, async (_input, ctx) => {
      seen.push(ctx.replaying);
      await ctx.confirm("One?");
      seen.push(ctx.replaying);
      return "done";
    });
    await play(await legacyWire(server), "do", () => yes);
    expect(seen).toEqual([false, false]);
  });

  it("ctx.log is silent: the client hears everything once", async () => {
    const server = make();
    server.tool("do", {}, async (_input, ctx) => {
      ctx.log("info", "begin");
      await ctx.step("a", () => {});
      ctx.log("info", "stepped");
      await ctx.confirm("One?");
      ctx.log("info", "one");
      await ctx.confirm("Two?");
      ctx.log("info", "two");
      return "done";
    });
    const params = {
      name: "do",
      arguments: {},
      _meta: { "io.modelcontextprotocol/logLevel": "debug" },
    };
    const played = await playRequest(modernWire(server), "tools/call", params, () => yes);
    expect(played.text).toBe("done");
    expect(played.notifications.map(({ params }) => params?.data)).toEqual([
      "begin",
      "stepped",
      "one",
      "two",
    ]);
  });

  it("progress does not go below what was told", async () => {
    const server = make();
    server.tool("do", {}, async (_input, ctx) => {
      ctx.progress(1);
      ctx.progress(5);
      await ctx.confirm("One?");
      ctx.progress(3);
      ctx.progress(7);
      await ctx.confirm("Two?");
      ctx.progress(7);
      ctx.progress(9);
      return "done";
    });
    const params = { name: "do", arguments: {}, _meta: { progressToken: "p" } };
    const played = await playRequest(modernWire(server), "tools/call", params, () => yes);
    expect(played.notifications.map(({ params }) => params?.progress)).toEqual([1, 5, 7, 9]);
  });
});

describe("a round that was broken off and is made again", () => {
  it("has the values that its recorded steps were made with", async () => {
    const clock = createFakeClock({ now: 1000 });
    const server = make({ clock });
    const used: unknown[] = [];
    let finish = (): void => {};
    const gone = new Promise<void>((resolve) => {
      finish = resolve;
    });
    const aborter = new AbortController();
    server.tool("do", {}, async (_input, ctx) => {
      await ctx.confirm("Sure?");
      const values = [ctx.now(), ctx.uuid(), ctx.random()];
      await ctx.step("create", () => used.push(...values));
      if (!aborter.signal.aborted) {
        finish();
        await new Promise(() => {});
      }
      return JSON.stringify(values);
    });
    const first = (await callTool(server, "do", {}, { capabilities })).result as InputRequired;
    const [key = ""] = Object.keys(first.inputRequests ?? {});
    const params = {
      name: "do",
      arguments: {},
      requestState: first.requestState,
      inputResponses: { [key]: yes },
    };
    const broken = modern(server, "tools/call", params, { capabilities, signal: aborter.signal });
    await gone;
    aborter.abort();
    await broken.catch(() => {});
    await clock.advance(5000);
    const again = await modern(server, "tools/call", params, { capabilities });
    expect(again.result).toMatchObject({ content: [{ text: JSON.stringify(used) }] });
    expect(used).toHaveLength(3);
  });
});

describe("the first execution", () => {
  it("is not replaying, and without a run nothing is", async () => {
    const server = make();
    const seen: boolean[] = [];
    const handler: Parameters<DefineTool>[2] = (_input, ctx) => {
      seen.push(ctx.replaying);
      return "done";
    };
    server.tool("plain", {}, handler);
    await play(modernWire(server, capabilities), "plain", () => yes);
    expect(seen).toEqual([false]);
  });
});
