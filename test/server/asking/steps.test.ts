// Steps: what happens once per run, and what the handler gets of it.

import { describe, expect, it } from "vitest";
import { createServer, type Server, StepError, type StepInfo } from "../../../src/index.js";
import { engines } from "../async-engine.js";
import { callTool } from "../speak.js";
import { capabilities, legacyWire, modernWire, play, wires, yes } from "./play.js";

const keys = ["a key of at least thirty-two bytes, and then some"];
const quiet = { debug() {}, info() {}, warn() {}, error() {} };
const make = (): Server => createServer({ name: "test", version: "1.0.0", keys, logger: quiet });

/** What the handler saw of something, as text that tells types apart. */
const shown = (value: unknown): string =>
  `${Object.prototype.toString.call(value)} ${JSON.stringify(value) ?? "undefined"}`;

describe.each(engines)("on an engine that %s, a step", (_name, createEngine) => {
  it("runs once over five rounds", async () => {
    const server = createServer({ name: "test", version: "1.0.0", engine: createEngine(), logger: quiet });
    let executions = 0;
    const ran: string[] = [];
    server.tool("five", {}, async (_input, ctx) => {
      executions += 1;
      for (const which of [1, 2, 3, 4]) {
        await ctx.step(`step ${which}`, () => ran.push(`${which}`));
        await ctx.confirm(`Number ${which}?`);
      }
      await ctx.step("last", () => ran.push("last"));
      return "done";
    });
    const played = await play(modernWire(server), "five", () => yes);
    expect([played.text, executions]).toEqual(["done", 5]);
    expect(ran).toEqual(["1", "2", "3", "4", "last"]);
  });
});

describe("a step", () => {
  it("runs once over five rounds and two servers that share keys", async () => {
    const ran: string[] = [];
    const executions = [0, 0];
    const servers = [0, 1].map((node) => {
      const server = make();
      server.tool("five", {}, async (_input, ctx) => {
        executions[node] = (executions[node] ?? 0) + 1;
        const { runId } = await ctx.step("begin", ({ runId, key }) => {
          ran.push(`${key} on ${node}`);
          return { runId };
        });
        for (const which of [1, 2, 3, 4]) {
          await ctx.confirm(`Number ${which}?`);
          await ctx.step(`after ${which}`, () => ran.push(`after ${which} on ${node}`));
        }
        return String(runId === ctx.run.id);
      });
      return server;
    });
    const played = await play(modernWire(servers), "five", () => yes);
    expect([played.text, executions]).toEqual(["true", [3, 2]]);
    expect(ran).toEqual(["begin on 0", "after 1 on 1", "after 2 on 0", "after 3 on 1", "after 4 on 0"]);
  });

  it.each([
    ["a date", new Date(0), '[object String] "1970-01-01T00:00:00.000Z"'],
    ["a date inside", { at: new Date(0) }, '[object Object] {"at":"1970-01-01T00:00:00.000Z"}'],
    ["nothing", undefined, "[object Undefined] undefined"],
    ["null", null, "[object Null] null"],
    ["a text", "soup", '[object String] "soup"'],
    ["a list", [1, [true, null]], "[object Array] [1,[true,null]]"],
    ["minus zero", -0, "[object Number] 0"],
    ["a member that is undefined", { a: undefined, b: 1 }, '[object Object] {"b":1}'],
    ["undefined in a list", [undefined, 1], "[object Array] [null,1]"],
    ["an empty object", {}, "[object Object] {}"],
    ["an object without a prototype", Object.create(null), "[object Object] {}"],
    ["a boxed value", { a: Object(0), b: Object("") }, '[object Object] {"a":0,"b":""}'],
    ["a URL", new URL("https://a.example/"), '[object String] "https://a.example/"'],
    ["an object with its own JSON", { toJSON: () => "short" }, '[object String] "short"'],
    [
      "an instance",
      new (class Table {
        number = 7;
      })(),
      '[object Object] {"number":7}',
    ],
  ])("gives %s as JSON carries it, the first time and on replay", async (_what, value, expected) => {
    const server = make();
    const seen: string[] = [];
    server.tool("do", {}, async (_input, ctx) => {
      seen.push(shown(await ctx.step("make", () => value)));
      await ctx.confirm("Sure?");
      return "done";
    });
    await play(modernWire(server), "do", () => yes);
    await play(await legacyWire(server), "do", () => yes);
    expect(seen).toEqual([expected, expected, expected]);
  });

  it("gives each execution its own copy: what one changes, no other sees", async () => {
    const server = make();
    const seen: number[] = [];
    server.tool("do", {}, async (_input, ctx) => {
      const first = await ctx.step("make", () => ({ count: 1 }));
      seen.push(first.count);
      first.count += 1;
      await ctx.confirm("Sure?");
      return "done";
    });
    await play(modernWire(server), "do", () => yes);
    expect(seen).toEqual([1, 1]);
  });

  it.each([
    [
      "an error with a text code",
      Object.assign(new TypeError("bad"), { code: "E_BAD" }),
      ["TypeError", "bad", "E_BAD"],
    ],
    ["an error with a number", Object.assign(new Error("bad"), { code: 404 }), ["Error", "bad", 404]],
    [
      "an error with another code",
      Object.assign(new Error("bad"), { code: { a: 1 } }),
      ["Error", "bad", undefined],
    ],
    ["a text", "just words", ["Error", "just words", undefined]],
    ["an exception of the platform", new DOMException("gone", "AbortError"), ["AbortError", "gone", 20]],
  ])("that throws %s rejects the same, the first time and on replay", async (_what, thrown, expected) => {
    const server = make();
    const seen: unknown[] = [];
    let runs = 0;
    server.tool("do", {}, async (_input, ctx) => {
      try {
        await ctx.step("fail", () => {
          runs += 1;
          throw thrown;
        });
      } catch (error) {
        expect(error).toBeInstanceOf(StepError);
        if (error instanceof StepError) seen.push([error.name, error.message, error.code, error.step]);
      }
      await ctx.confirm("Sure?");
      return "done";
    });
    expect((await play(modernWire(server), "do", () => yes)).text).toBe("done");
    expect(runs).toBe(1);
    expect(seen).toEqual([
      [...expected, "fail"],
      [...expected, "fail"],
    ]);
    await play(await legacyWire(server), "do", () => yes);
    expect(seen[2]).toEqual([...expected, "fail"]);
  });

  const circle: { self?: unknown } = {};
  circle.self = circle;
  it.each([
    ["a function", () => {}],
    ["a symbol", Symbol("s")],
    ["a big integer", 5n],
    ["a function inside", { a: [() => {}] }],
    ["a big integer inside", { a: 5n }],
    ["a circle", circle],
    ["not a number", Number.NaN],
    ["an infinity inside", { a: Infinity }],
    ["a map", new Map()],
    ["a set inside", { a: new Set() }],
    ["a response", new Response("soup")],
    ["headers inside", { a: new Headers({ a: "b" }) }],
    ["a query", new URLSearchParams("a=b")],
    ["bytes", new Uint8Array([1, 2])],
    ["a buffer of bytes inside", { a: new ArrayBuffer(2) }],
    [
      "an instance that shows nothing of itself",
      new (class Table {
        readonly #number = 7;
        get number(): number {
          return this.#number;
        }
      })(),
    ],
    ["what turns into nothing", { toJSON: () => undefined }],
  ])("that gives %s throws and names its key, the first time and on replay", async (_what, value) => {
    const server = make();
    const seen: unknown[] = [];
    server.tool("do", {}, async (_input, ctx) => {
      // What the types forbid as well.
      const failed = await ctx.step("odd one", () => value as never).catch((error: unknown) => error);
      seen.push(failed);
      await ctx.confirm("Sure?");
      return "done";
    });
    expect((await play(modernWire(server), "do", () => yes)).text).toBe("done");
    expect(seen).toHaveLength(2);
    for (const error of seen) {
      expect(error).toMatchObject({ code: "not-json" });
      expect(String(error)).toContain("odd one");
    }
  });

  it("is told its run, its key and a signal", async () => {
    const server = make();
    const infos: StepInfo[] = [];
    let runId = "";
    server.tool("do", {}, async (_input, ctx) => {
      runId = ctx.run.id;
      await ctx.step("look", (info) => {
        infos.push({ ...info, signal: info.signal });
      });
      return String(infos[0]?.signal === ctx.signal);
    });
    expect((await play(modernWire(server), "do", () => yes)).text).toBe("true");
    expect(infos).toMatchObject([{ runId, key: "look" }]);
  });
});

describe.each(wires)("for %s", (_name, open) => {
  it("an ask or a step inside of a step rejects, and the message says what to do", async () => {
    const server = make();
    server.tool("nest", {}, async (_input, ctx) => {
      const codes: unknown[] = [];
      const note = (error: { readonly code?: unknown }): void => void codes.push(error.code);
      await ctx.step("outer", async () => {
        await ctx.confirm("Inside?").catch(note);
        await ctx.elicit("Inside?", { type: "object", properties: {} }).catch(note);
        await ctx.roots().catch(note);
        await ctx.step("inner", () => {}).catch(note);
        await Promise.resolve().then(() => ctx.confirm("Deeper?").catch(note));
      });
      await ctx
        .step("careless", () => ctx.confirm("Inside?"))
        .catch((error: unknown) => codes.push(error instanceof StepError && [error.code, error.message]));
      return JSON.stringify(codes);
    });
    const played = await play(await open(server), "nest", () => yes);
    expect(played.questions).toEqual([]);
    const told = "The step careless tried to ask. Ask, and begin other steps, outside of steps.";
    const nested = "nested-in-step";
    expect(JSON.parse(played.text)).toEqual([nested, nested, nested, nested, nested, [nested, told]]);
  });

  it("a step is over for what follows it: asks go on, also beside a step that runs", async () => {
    const server = make();
    server.tool("after", {}, async (_input, ctx) => {
      await ctx.step("first", () => {});
      const [, isSure] = await Promise.all([
        ctx.step("second", () => new Promise((resolve) => setImmediate(resolve))),
        ctx.confirm("Sure?"),
      ]);
      return String(isSure);
    });
    expect((await play(await open(server), "after", () => yes)).text).toBe("true");
  });

  it("a step may call a tool of the same server that asks: that is a run of its own", async () => {
    const server = make();
    server.tool("asks", {}, async (_input, ctx) => String(await ctx.confirm("Inner?")));
    server.tool("calls", {}, async (_input, ctx) =>
      ctx.step("call", async () => {
        const { result } = await callTool(server, "asks", {}, { capabilities });
        return String(result.resultType);
      }),
    );
    expect((await play(await open(server), "calls", () => yes)).text).toBe("input_required");
  });

  it("two steps of a run with one key: the second rejects, and names it", async () => {
    const server = make();
    server.tool("twice", {}, async (_input, ctx) => {
      await ctx.step("same", () => 1);
      await ctx.confirm("Sure?");
      return ctx.step("same", () => 2).then(String, (error) => `${error.code}: ${error.message}`);
    });
    const { text } = await play(await open(server), "twice", () => yes);
    expect(text).toBe("duplicate-key: Two steps of one run have the key same. Give each its own.");
  });

  it.each([["", 5]])("a step needs a key, which %j is not", async (key) => {
    const server = make();
    server.tool("keyless", {}, (_input, ctx) =>
      ctx.step(key as string, () => "").catch((error) => String(error.code)),
    );
    expect((await play(await open(server), "keyless", () => yes)).text).toBe("invalid-arguments");
  });
});
