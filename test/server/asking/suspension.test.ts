// A run that waits: what of its handler runs, and what does not.

import { describe, expect, it } from "vitest";
import {
  type CallContext,
  createServer,
  field,
  form,
  type Server,
  type ServerOptions,
} from "../../../src/index.js";
import { createFakeClock } from "../../../src/testing/index.js";
import { callTool, openSession } from "../speak.js";
import {
  accept,
  capabilities,
  decline,
  type InputRequired,
  legacyWire,
  modernWire,
  no,
  play,
  scripted,
  wires,
  yes,
} from "./play.js";

const turn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

function make(options: Partial<ServerOptions> = {}) {
  const warnings: string[] = [];
  const server = createServer({
    name: "test",
    version: "1.0.0",
    logger: { debug() {}, info() {}, warn: (message) => warnings.push(message), error() {} },
    ...options,
  });
  return { server, warnings, trail: [] as string[] };
}

/** The handler that everybody writes, and that must not audit a no that nobody said. */
function addDelete(server: Server, trail: string[]): void {
  server.tool("delete", {}, async (_input, ctx) => {
    let ok = false;
    try {
      ok = await ctx.confirm("Delete?");
    } catch {
      trail.push("caught");
    }
    if (!ok) trail.push("declined");
    return ok ? "deleted" : "kept";
  });
}

describe.each(wires)("for %s", (_name, open) => {
  it.each([
    ["yes", yes, "deleted", []],
    ["no", no, "kept", ["declined"]],
    ["decline", decline, "kept", ["declined"]],
    ["cancel", { action: "cancel" }, "kept", ["declined"]],
  ] as const)("a no is audited once, and only when it was said: %s", async (_said, says, text, audit) => {
    const { server, trail } = make();
    addDelete(server, trail);
    const played = await play(await open(server), "delete", ({ message }) => {
      expect([message, trail]).toEqual(["Delete?", []]);
      return says;
    });
    expect([played.text, trail]).toEqual([text, audit]);
  });

  it("finally runs once per run", async () => {
    const { server, trail } = make();
    server.tool("ask", {}, async (_input, ctx) => {
      try {
        for (const which of ["one", "two", "three"]) await ctx.confirm(`${which}?`);
        return "done";
      } finally {
        trail.push("finally");
      }
    });
    const played = await play(await open(server), "ask", () => {
      expect(trail).toEqual([]);
      return yes;
    });
    expect([played.text, trail]).toEqual(["done", ["finally"]]);
  });

  it("deferred clean-up runs at the end of every execution, the last first, before the response", async () => {
    const { server } = make();
    let held = 0;
    let most = 0;
    let ended = 0;
    const order: string[] = [];
    server.tool("hold", {}, async (_input, ctx) => {
      held += 1;
      most = Math.max(most, held);
      ctx.defer(async () => {
        await turn();
        held -= 1;
        ended += 1;
        order.push("first");
      });
      ctx.defer(() => void order.push("second"));
      await ctx.confirm("One?");
      await ctx.confirm("Two?");
      return "done";
    });
    const wire = await open(server);
    const heldWhileAsking: number[] = [];
    await play(wire, "hold", () => {
      heldWhileAsking.push(held);
      return yes;
    });
    const isLegacy = wire.era === "legacy";
    expect(heldWhileAsking).toEqual(isLegacy ? [1, 1] : [0, 0]);
    expect([held, most, ended]).toEqual([0, 1, isLegacy ? 1 : 3]);
    expect(order).toEqual(Array.from({ length: ended }, () => ["second", "first"]).flat());
  });

  it("clean-up that fails is told and keeps neither the other clean-up nor the call from its end", async () => {
    const errors: unknown[] = [];
    const { server, trail } = make({
      logger: {
        debug() {},
        info() {},
        warn() {},
        error: (_message, fields) => errors.push(fields?.error),
      },
    });
    server.tool("hold", {}, async (_input, ctx) => {
      ctx.defer(() => void trail.push("cleaned"));
      ctx.defer(() => {
        throw new Error("stuck");
      });
      return String(await ctx.confirm("Sure?"));
    });
    const wire = await open(server);
    expect((await play(wire, "hold", scripted({ "Sure?": yes }))).text).toBe("true");
    const times = wire.era === "legacy" ? 1 : 2;
    expect(trail).toEqual(Array.from({ length: times }, () => "cleaned"));
    expect(errors).toEqual(Array.from({ length: times }, () => new Error("stuck")));
  });

  it("clean-up that asks, or begins a step, is refused and told why, and the call comes to its end", async () => {
    const errors: unknown[] = [];
    const codes: unknown[] = [];
    const { server, trail } = make({
      logger: {
        debug() {},
        info() {},
        warn() {},
        error: (message, fields) => errors.push([message, fields?.error]),
      },
    });
    server.tool("hold", {}, async (_input, ctx) => {
      ctx.defer(async () => {
        await turn();
        await ctx.step("close", () => void trail.push("closed"));
      });
      ctx.defer(async () => {
        const asks = [() => ctx.confirm("Close?"), () => ctx.roots(), () => ctx.step("other", () => {})];
        for (const ask of asks) await ask().catch((error: { code?: unknown }) => void codes.push(error.code));
      });
      await ctx.step("open", () => void trail.push("opened"));
      return String(await ctx.confirm("Sure?"));
    });
    const wire = await open(server);
    expect((await play(wire, "hold", scripted({ "Sure?": yes }))).text).toBe("true");
    const times = wire.era === "legacy" ? 1 : 2;
    expect(trail).toEqual(["opened"]);
    expect(codes).toEqual(Array.from({ length: times * 3 }, () => "in-clean-up"));
    expect(errors).toEqual(
      Array.from({ length: times }, () => [
        "Deferred clean-up failed.",
        expect.objectContaining({
          code: "in-clean-up",
          message:
            "Deferred clean-up tried to begin the step close, but the execution is over. Ask, and begin steps, before it ends.",
        }),
      ]),
    );
  });

  it.each<[string, (ctx: CallContext) => Promise<unknown>]>([
    ["elicit", (ctx) => ctx.elicit("Close?", { reason: field.string() })],
    ["confirm", (ctx) => ctx.confirm("Close?")],
    ["choose", (ctx) => ctx.choose("Close?", ["now", "later"])],
    ["openUrl", (ctx) => ctx.openUrl("Close it there", "https://example.com/close")],
    ["secret", (ctx) => ctx.secret("pin")],
    ["sample", (ctx) => ctx.sample({ messages: [], maxTokens: 1 })],
    ["roots", (ctx) => ctx.roots()],
    ["step", (ctx) => ctx.step("close", () => "")],
  ])("clean-up that does not wait for its %s leaves no rejection that nobody handles", async (_what, act) => {
    const refused: unknown[] = [];
    const unhandled: unknown[] = [];
    const note = (error: unknown): void => void unhandled.push(error);
    process.on("unhandledRejection", note);
    try {
      const { server } = make();
      server.tool("hold", {}, async (_input, ctx) => {
        ctx.defer(() => {
          refused.push(act(ctx));
        });
        return String(await ctx.confirm("Sure?"));
      });
      const wire = await open(server);
      expect((await play(wire, "hold", scripted({ "Sure?": yes }))).text).toBe("true");
      // The process hears of such a rejection when the microtasks are done.
      await turn();
    } finally {
      process.off("unhandledRejection", note);
    }
    expect(unhandled).toEqual([]);
    for (const one of refused) await expect(one).rejects.toMatchObject({ code: "in-clean-up" });
  });

  it("what a handler cleans up runs when it throws, too", async () => {
    const { server, trail } = make();
    server.tool("hold", {}, async (_input, ctx) => {
      ctx.defer(() => void trail.push("cleaned"));
      throw new Error("broken");
    });
    expect(await play(await open(server), "hold", scripted({}))).toMatchObject({ isError: true });
    expect(trail).toEqual(["cleaned"]);
  });

  it("the signal of the call does not abort because a question is asked", async () => {
    const { server } = make();
    const signals: AbortSignal[] = [];
    server.tool("ask", {}, async (_input, ctx) => {
      signals.push(ctx.signal);
      return String(await ctx.confirm("Sure?"));
    });
    await play(await open(server), "ask", () => yes);
    expect(signals.map(({ aborted }) => aborted)).toEqual(signals.map(() => false));
  });

  it("a handler that returns first wins, with a warning, and its questions are dropped", async () => {
    const { server, warnings } = make();
    server.tool("hasty", {}, async (_input, ctx) => {
      void ctx.confirm("Sure?");
      return "done";
    });
    const wire = await open(server);
    const played = await play(wire, "hasty", () => undefined);
    expect(played.text).toBe("done");
    expect(played.rounds).toEqual([]);
    if (wire.era === "legacy")
      expect(played.notifications).toMatchObject([
        { method: "notifications/cancelled", params: { requestId: played.questions[0]?.id } },
      ]);
    expect(warnings).toEqual(["A handler returned before its questions were answered."]);
  });

  it("of questions that race, the first answer wins in the legacy era; in the modern era all are answered", async () => {
    const { server } = make();
    server.tool("race", {}, (_input, ctx) =>
      Promise.race(["A?", "B?"].map(async (message) => `${message} ${await ctx.confirm(message)}`)),
    );
    const wire = await open(server);
    let asked = 0;
    const played = await play(wire, "race", ({ message }) =>
      message === "A?" && asked++ === 0 ? undefined : yes,
    );
    const isLegacy = wire.era === "legacy";
    expect(played.rounds).toEqual(isLegacy ? [] : [["A?", "B?"], ["A?"]]);
    expect(played.text).toBe(isLegacy ? "B? true" : "A? true");
  });

  it("an ask that was not awaited does not keep a handler from asking on", async () => {
    const { server } = make();
    server.tool("ask", {}, async (_input, ctx) => {
      void ctx.confirm("By the way?");
      return String(await ctx.confirm("Sure?"));
    });
    const played = await play(await open(server), "ask", ({ message }) =>
      message === "Sure?" ? yes : decline,
    );
    expect(played.text).toBe("true");
  });
});

describe("an execution that is over", () => {
  const suspended = async (server: Server, name: string) =>
    (await callTool(server, name, {}, { capabilities })).result as InputRequired;

  it("never goes on, whatever its handler waits for", async () => {
    const { server, trail } = make();
    let open = (): void => {};
    const gate = new Promise<void>((resolve) => {
      open = resolve;
    });
    server.tool("ask", {}, async (_input, ctx) => {
      const late = gate
        .then(() => {
          trail.push("gate");
          return ctx.confirm("Late?");
        })
        .then(() => trail.push("late ask"));
      const step = gate
        .then(() => ctx.step("late", () => trail.push("late step")))
        .then(() => trail.push("stepped"));
      await ctx.confirm("Sure?").finally(() => trail.push("finally"));
      await Promise.all([late, step]);
      trail.push("end");
      return "";
    });
    expect((await suspended(server, "ask")).resultType).toBe("input_required");
    open();
    for (let turns = 0; turns < 5; turns += 1) await turn();
    expect(trail).toEqual(["gate"]);
  });

  it("refuses nothing either: what is asked wrongly by then never comes back", async () => {
    const { server, trail } = make();
    let open = (): void => {};
    const gate = new Promise<void>((resolve) => {
      open = resolve;
    });
    let wrong = 0;
    server.tool("ask", {}, async (_input, ctx) => {
      // What the types forbid as well.
      const bad = { key: "" } as never;
      const ways: readonly (() => Promise<unknown>)[] = [
        () => ctx.elicit(undefined as never),
        () => ctx.confirm("Sure?", bad),
        () => ctx.choose("Which?", ["a"], bad),
        () => ctx.openUrl("Go?", "https://a.example/", bad),
        () => ctx.secret("token", bad),
        () => ctx.sample({ messages: [], maxTokens: 1 }, bad),
        () => ctx.roots(bad),
        () => ctx.step("", () => {}),
      ];
      void gate.then(() => {
        for (const way of ways) {
          wrong += 1;
          way().catch((error) => trail.push(String(error)));
        }
      });
      await ctx.confirm("Sure?");
      return "";
    });
    expect((await suspended(server, "ask")).resultType).toBe("input_required");
    open();
    for (let turns = 0; turns < 5; turns += 1) await turn();
    expect([wrong, trail]).toEqual([8, []]);
  });

  it("was waited for while its step ran, and the step was kept", async () => {
    const { server, trail } = make();
    server.tool("ask", {}, async (_input, ctx) => {
      const step = ctx.step("slow", async () => {
        for (let turns = 0; turns < 10; turns += 1) await turn();
        trail.push("effect");
        return 5;
      });
      const isSure = await ctx.confirm("Sure?");
      return `${isSure} ${await step}`;
    });
    const asked = await suspended(server, "ask");
    expect([asked.resultType, trail]).toEqual(["input_required", ["effect"]]);
    const [key = ""] = Object.keys(asked.inputRequests ?? {});
    const params = {
      name: "ask",
      arguments: {},
      requestState: asked.requestState,
      inputResponses: { [key]: yes },
    };
    const done = await modernWire(server).request("tools/call", params);
    expect(done.result).toMatchObject({ content: [{ text: "true 5" }] });
    expect(trail).toEqual(["effect"]);
  });

  it.each([undefined, 60_000])("leaves no timer behind when its tool has the limit %s", async (timeoutMs) => {
    const clock = createFakeClock();
    const { server } = make({ clock });
    server.tool("ask", timeoutMs === undefined ? {} : { timeoutMs }, async (_input, ctx) => {
      const answer = await ctx.elicit(form("Sure?", { it: field.string() }), { timeoutMs: 5000 });
      return answer.action;
    });
    await suspended(server, "ask");
    expect(clock.pendingTimers).toBe(0);
  });
});

describe("an execution whose result was put off", () => {
  it("leaves no timer behind when it asks, and nothing fails later", async () => {
    const clock = createFakeClock();
    const errors: unknown[] = [];
    const { server } = make({
      clock,
      logger: { debug() {}, info() {}, warn() {}, error: (...told) => errors.push(told) },
    });
    server.tool("later", {}, (_input, ctx) => {
      const handle = ctx.later({ timeoutMs: 60_000 });
      void ctx.confirm("Sure?").then((isSure) => handle.respond(`it is ${isSure}`));
      return handle;
    });
    const { result } = await callTool(server, "later", {}, { capabilities });
    expect([result.resultType, clock.pendingTimers]).toEqual(["input_required", 0]);
    await clock.advance(120_000);
    expect(errors).toEqual([]);
  });
});

describe("a cancelled call", () => {
  it("in the legacy era withdraws its question, aborts its signal, and cleans up; nothing else of it runs", async () => {
    const { server, trail } = make();
    let signal: AbortSignal | undefined;
    server.tool("ask", {}, async (_input, ctx) => {
      signal = ctx.signal;
      ctx.defer(() => void trail.push("cleaned"));
      try {
        await ctx.confirm("Sure?");
      } finally {
        trail.push("finally");
      }
      return "";
    });
    const session = await openSession(server, { capabilities });
    const response = await session.post({
      jsonrpc: "2.0",
      id: "c",
      method: "tools/call",
      params: { name: "ask" },
    });
    const reader = response.body?.getReader();
    await reader?.read();
    await session.notify("notifications/cancelled", { requestId: "c", reason: "enough" });
    for (let turns = 0; turns < 5; turns += 1) await turn();
    expect([trail, signal?.aborted]).toEqual([["cleaned"], true]);
  });

  it("in the modern era ends with its response: nothing else of it runs", async () => {
    const { server, trail } = make({ asking: { holdMs: 60_000 } });
    let begun = (): void => {};
    const beginning = new Promise<void>((resolve) => {
      begun = resolve;
    });
    let signal: AbortSignal | undefined;
    server.tool("work", {}, async (_input, ctx) => {
      signal = ctx.signal;
      ctx.defer(() => void trail.push("cleaned"));
      const { signal: own } = ctx;
      await ctx.step("work", async () => {
        begun();
        await new Promise((resolve) => own.addEventListener("abort", resolve));
      });
      trail.push("went on");
      return "";
    });
    const aborter = new AbortController();
    const reply = callTool(server, "work", {}, { capabilities, signal: aborter.signal }).catch(() => {});
    await beginning;
    aborter.abort();
    await reply;
    for (let turns = 0; turns < 5; turns += 1) await turn();
    expect([trail, signal?.aborted]).toEqual([["cleaned"], true]);
  });
});

it("an answer that comes after the call is over is harmless", async () => {
  const { server } = make();
  server.tool("hasty", {}, async (_input, ctx) => {
    void ctx.confirm("Sure?");
    await turn();
    await turn();
    return "done";
  });
  const wire = await legacyWire(server);
  const { questions } = await play(wire, "hasty", () => undefined);
  await wire.send({ jsonrpc: "2.0", id: questions[0]?.id, result: accept({ confirmed: true }) });
});
