import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { createChain } from "../../src/agent/create-chain.js";
import type { Answer } from "../../src/core/elicitation/answer.js";
import { defineResponder, type Responder } from "../../src/core/elicitation/responder.js";
import {
  byPriority,
  firstOf,
  withAudit,
  withFallback,
  withGuard,
  withLimits,
  withPolicy,
  withTimeout,
} from "../../src/responders/index.js";
import { createFakeClock } from "../../src/testing/fake-clock.js";
import { accept, fails, formWith, listener, pageAt, says, told, waits } from "./ask-form.js";

const NOBODY = says(undefined);
const DECLINES = says({ action: "decline" });

const compositions: readonly (readonly [string, (responder: Responder) => Responder])[] = [
  ["withFallback", (responder) => withFallback([NOBODY, responder])],
  ["byPriority", (responder) => byPriority([{ priority: 1, responder }])],
  ["firstOf", (responder) => firstOf([NOBODY, responder])],
  ["withTimeout", (responder) => withTimeout(responder, { timeoutMs: 1_000 })],
  ["withLimits", (responder) => withLimits(responder)],
  ["withAudit", (responder) => withAudit(responder, { append: () => {}, from: "test" })],
  ["withGuard", (responder) => withGuard(responder, () => undefined)],
  ["withPolicy", (responder) => withPolicy(responder, { rules: [] })],
  [
    "the chain of an agent",
    (terminal) => createChain({ responders: [], terminal, logger: listener().logger }),
  ],
];

describe.each(compositions)("what is said of a question that goes through %s", (_, compose) => {
  test("reaches whoever keeps it", async () => {
    const said: unknown[] = [];
    const keeps = {
      release: async (id: string) => void said.push(["release", id]),
      stay: async (id: string, until: number) => void said.push(["stay", id, until]),
      deadline: async () => 1_000,
    };
    const composed = compose(Object.assign(says(accept()), keeps));

    await composed.stay?.("q1", 2_000);
    await composed.release?.("q1");
    expect(said).toEqual([
      ["stay", "q1", 2_000],
      ["release", "q1"],
    ]);
    expect(await composed.deadline?.("q1")).toBe(1_000);
  });

  test("is not heard where nobody keeps anything", () => {
    const composed = compose(says(accept()));

    for (const name of ["release", "stay", "deadline"]) expect(composed).not.toHaveProperty(name);
  });
});

describe("withFallback", () => {
  test("[A1] undefined lets the next one have the question", async () => {
    expect(await withFallback([NOBODY, DECLINES])(formWith(), told())).toEqual({ action: "decline" });
  });

  test("[A1] one that fails is logged and passed over", async () => {
    const { logger, lines } = listener();

    expect(await withFallback([fails, DECLINES], { logger })(formWith(), told())).toEqual({
      action: "decline",
    });
    expect(lines).toEqual(["A responder failed and was passed over."]);
  });

  test("one that cannot show the mode is not asked", async () => {
    const onlyPages = defineResponder(["url"], async () => accept());

    expect(await withFallback([onlyPages, DECLINES])(formWith(), told())).toEqual({ action: "decline" });
    expect(await withFallback([onlyPages, DECLINES])(pageAt("https://a.example"), told())).toEqual(accept());
  });

  test("one that cannot show a kind of field is not asked", async () => {
    const secrets = defineResponder(["form"], async () => accept(), ["secret"]);
    const form = formWith({ pin: { type: "secret" } });

    expect(await withFallback([DECLINES, secrets])(form, told())).toEqual(accept());
    expect(await firstOf([DECLINES, secrets])(form, told())).toEqual(accept());
    expect(await withFallback([DECLINES])(form, told())).toBeUndefined();
    expect(withFallback([DECLINES, secrets]).fields).toEqual(["secret"]);
  });

  test("one that leaves a kind of field out is asked where none of it must be given", async () => {
    const leaves = Object.assign(
      defineResponder(["form"], async () => accept()),
      { leavesOut: ["file"] as const },
    );
    const form = formWith({ report: { type: "file", maxBytes: 1, maxFiles: 1 } });
    const without = { ...form, schema: { ...form.schema, required: [] } };

    expect(await withFallback([withFallback([leaves])])(without, told())).toEqual(accept());
    expect(await withFallback([leaves])(form, told())).toBeUndefined();
  });

  test("it passes on that a secret is kept, and knows the latest deadline", async () => {
    const released: string[] = [];
    const keeps = (at: number) =>
      Object.assign(
        defineResponder(["form"], async () => accept()),
        {
          release: async (id: string) => void released.push(id),
          deadline: async () => at,
        },
      );
    const both = withFallback([keeps(1_000), NOBODY, keeps(2_000)]);

    await both.release?.("q1");
    expect(released).toEqual(["q1", "q1"]);
    expect(await both.deadline?.("q1")).toBe(2_000);
    expect(withFallback([NOBODY])).not.toHaveProperty("release");
  });

  test("whoever is asked later is told until when somebody stays by then", async () => {
    const passes: (() => void)[] = [];
    const untils: unknown[] = [];
    const stays = { stay: async () => {} };
    const slow = defineResponder(
      ["form"],
      () => new Promise((resolve) => passes.push(() => resolve(undefined))),
    );
    const next = defineResponder(["form"], async (_, { until }) => void untils.push(until) as undefined);
    const chain = withFallback([slow, Object.assign(next, stays)]);
    const asked = [
      chain(formWith(), { ...told(), until: 1_000 }),
      chain({ ...formWith(), id: "q2" }, { ...told(), until: 1_000 }),
      chain(formWith(), told()),
    ];
    await chain.stay?.("q1", 3_000);
    await chain.stay?.("q1", 2_000);
    for (const pass of passes) pass();
    await Promise.all(asked);

    expect(untils).toEqual([3_000, 1_000, undefined]);
  });

  test("when nobody answers, neither does the whole", async () => {
    expect(await withFallback([NOBODY, NOBODY])(formWith(), told())).toBeUndefined();
  });

  test("a question that is withdrawn goes to nobody else", async () => {
    const stop = new AbortController();
    const withdraws = defineResponder(["form"], async () => {
      stop.abort();
      return undefined;
    });

    expect(await withFallback([withdraws, says(accept())])(formWith(), told(stop.signal))).toMatchObject({
      action: "cancel",
    });
  });

  test("[C2] it can show what one of its responders can, at every moment", () => {
    const modes: ("form" | "url")[] = ["form"];
    const terminal = Object.defineProperty(
      defineResponder([], async () => undefined),
      "modes",
      {
        get: () => modes,
      },
    );
    const both = withFallback([terminal, says(undefined)]);
    const single = withFallback([terminal]);

    expect(both.modes).toEqual(["form", "url"]);
    modes.pop();
    expect(single.modes).toEqual([]);
  });
});

describe("byPriority", () => {
  test("[A1, acceptance 35] the highest priority is asked first, equal ones in their order", async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(fc.integer({ min: -3, max: 3 }), { maxLength: 8 }), async (priorities) => {
        const order: number[] = [];
        const entries = priorities.map((priority, index) => ({
          priority,
          responder: defineResponder(["form"], async () => void order.push(index) as undefined),
        }));
        await byPriority(entries)(formWith(), told());

        const expected = priorities
          .map((priority, index) => ({ priority, index }))
          .sort((one, other) => other.priority - one.priority || one.index - other.index);
        expect(order).toEqual(expected.map(({ index }) => index));
      }),
    );
  });

  test("[acceptance 35] the first answer wins, and nobody below is asked", async () => {
    const chain = byPriority([
      { priority: 1, responder: fails },
      { priority: 5, responder: says(accept()) },
    ]);

    expect(await chain(formWith(), told())).toEqual(accept());
  });

  test("a priority that is no number is refused", () => {
    expect(() => byPriority([{ priority: Number.NaN, responder: NOBODY }])).toThrow("priority NaN");
  });
});

describe("firstOf", () => {
  test("[C4] the first answer wins, and the others are told to stop", async () => {
    const slow = waits();

    expect(await firstOf([slow.responder, says(accept())])(formWith(), told())).toEqual(accept());
    expect(slow.stopped()).toBe(true);
  });

  test("the answer of a loser is not heard", async () => {
    const slow = waits();
    const answers = await firstOf([slow.responder, DECLINES])(formWith(), told());

    expect(answers).toEqual({ action: "decline" });
  });

  test("one that passes or fails does not win", async () => {
    const { logger, lines } = listener();

    expect(await firstOf([NOBODY, fails, DECLINES], { logger })(formWith(), told())).toEqual({
      action: "decline",
    });
    expect(lines).toHaveLength(1);
  });

  test("when nobody answers, neither does the whole", async () => {
    const { logger } = listener();

    expect(await firstOf([NOBODY, fails], { logger })(formWith(), told())).toBeUndefined();
    expect(await firstOf([])(formWith(), told())).toBeUndefined();
  });

  test("a question that is withdrawn is withdrawn from all", async () => {
    const stop = new AbortController();
    const [one, other] = [waits(), waits()];
    const answer = firstOf([one.responder, other.responder])(formWith(), told(stop.signal));
    stop.abort();

    expect(await answer).toMatchObject({ action: "cancel" });
    expect([one.stopped(), other.stopped()]).toEqual([true, true]);
  });
});

describe("withTimeout", () => {
  test("[C1] when the time is over, the answer is timeout and the view is told to stop", async () => {
    const clock = createFakeClock();
    const slow = waits();
    const answer = withTimeout(slow.responder, { timeoutMs: 1000, clock })(formWith(), told());
    await clock.advance(1000);

    expect(await answer).toEqual({ action: "timeout" });
    expect(slow.stopped()).toBe(true);
  });

  test("the next one can have the question instead", async () => {
    const clock = createFakeClock();
    const hurried = withTimeout(waits().responder, { timeoutMs: 1000, otherwise: "next", clock });
    const answer = withFallback([hurried, says(accept())])(formWith(), told());
    await clock.advance(1000);

    expect(await answer).toEqual(accept());
  });

  test("an answer in time stops the clock", async () => {
    const clock = createFakeClock();
    const answers: Answer = { action: "decline", reason: "no" };

    expect(await withTimeout(says(answers), { timeoutMs: 1000, clock })(formWith(), told())).toEqual(answers);
    expect(clock.pendingTimers).toBe(0);
  });

  test("no time at all is refused", () => {
    expect(() => withTimeout(NOBODY, { timeoutMs: 0 })).toThrow("timeoutMs is 0");
  });
});
