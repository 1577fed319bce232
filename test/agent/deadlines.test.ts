// Deadlines that somebody moves by being at it: an agent waits as long as the card says.

import { describe, expect, onTestFinished, test } from "vitest";
import { type AskerOptions, createAsker } from "../../src/agent/index.js";
import { createBroker } from "../../src/broker/index.js";
import type { Answer } from "../../src/core/elicitation/answer.js";
import { defineResponder, type Responder } from "../../src/core/elicitation/responder.js";
import { createMemoryEngine } from "../../src/engines/memory/index.js";
import { firstOf, withAudit, withFallback, withLimits } from "../../src/responders/index.js";
import { createFakeClock, type FakeClock } from "../../src/testing/fake-clock.js";
import { accept, listener, waits } from "../responders/ask-form.js";

const MINUTE = { type: "text", prompt: "City?", timeout_seconds: 60 };

const ask = (clock: FakeClock, responder: Responder, options: Partial<AskerOptions> = {}) =>
  createAsker({
    responders: [{ priority: 0, responder }],
    terminal: false,
    logger: listener().logger,
    clock,
    newId: () => "q1",
    ...options,
  }).ask(MINUTE);

/** What has been answered so far. */
function follow(told: Promise<unknown>): { readonly answer: unknown } {
  const seen: { answer: unknown } = { answer: undefined };
  void told.then((answer) => {
    seen.answer = answer;
  });
  return seen;
}

describe("a question that a broker keeps", () => {
  function start(compose: (responder: Responder) => Responder = (responder) => responder) {
    const clock = createFakeClock({ now: 1_800_000_000_000 });
    const broker = createBroker({
      engine: createMemoryEngine({ clock }),
      clock,
      limits: false,
      logger: listener().logger,
    });
    onTestFinished(() => broker.close());
    const seen = follow(ask(clock, compose(broker.responder({ audience: "ada" }))));
    return { clock, broker, seen, claim: () => broker.claim("q1", { by: "ada" }) };
  }

  const compositions: readonly (readonly [string, (responder: Responder) => Responder])[] = [
    ["alone", (responder) => responder],
    ["one of several at once", (responder) => firstOf([responder, waits().responder])],
    [
      "behind others",
      (responder) => withLimits(withFallback([withAudit(responder, { append() {}, from: "inbox" })])),
    ],
  ];

  test.each(compositions)("[C7] %s waits until the deadline that somebody has moved", async (_, compose) => {
    const { clock, broker, seen, claim } = start(compose);
    await clock.advance(40_000);
    await claim();
    await clock.advance(15_000);
    await claim();
    await clock.advance(20_000);
    expect(seen.answer).toBeUndefined();
    await broker.settle("q1", { action: "accept", content: { answer: "Oslo" } }, { by: "ada" });
    await clock.advance(0);

    expect(seen.answer).toMatchObject(accept({ answer: "Oslo" }));
  });

  test("[C7] is over at the moved deadline", async () => {
    const { clock, seen, claim } = start();
    await clock.advance(40_000);
    await claim();
    await clock.advance(15_000);
    await claim();
    await clock.advance(29_900);
    expect(seen.answer).toBeUndefined();
    await clock.advance(200);

    expect(seen.answer).toEqual({ action: "timeout" });
  });

  test("[C7] is over after twice its time, however long somebody is at it", async () => {
    const { clock, seen, claim } = start();
    for (let at = 0; at < 110_000; at += 10_000) {
      await claim();
      await clock.advance(10_000);
    }
    expect(seen.answer).toBeUndefined();
    await claim();
    await clock.advance(10_200);

    expect(seen.answer).toEqual({ action: "timeout" });
  });

  test("is over at its deadline when nobody is at it", async () => {
    const { clock, seen } = start();
    await clock.advance(60_000);

    expect(seen.answer).toEqual({ action: "timeout" });
  });
});

describe("a deadline", () => {
  /** Somebody who never answers, and what is known of the deadline. */
  const keeping = (deadline: () => Promise<number | undefined>): Responder =>
    Object.assign(waits().responder, { deadline });

  test("[C7] that is moved further and further ends after twice the time", async () => {
    const clock = createFakeClock();
    const seen = follow(
      ask(
        clock,
        keeping(async () => clock.now() + 30_000),
      ),
    );
    await clock.advance(119_999);
    expect(seen.answer).toBeUndefined();
    await clock.advance(1);

    expect(seen.answer).toEqual({ action: "timeout" });
  });

  test("that was met leaves a moment for the answer to get here", async () => {
    const clock = createFakeClock();
    let answer: (given: Answer) => void = () => {};
    const slow = defineResponder(["form"], () => new Promise<Answer>((resolve) => (answer = resolve)));
    const seen = follow(ask(clock, Object.assign(slow, { deadline: async () => undefined })));
    await clock.advance(60_500);
    answer(accept({ answer: "Oslo" }));
    await clock.advance(10_000);

    expect(seen.answer).toEqual(accept({ answer: "Oslo" }));
    expect(clock.pendingTimers).toBe(0);
  });

  test("that cannot be read ends the question, and that is logged", async () => {
    const clock = createFakeClock();
    const { logger, lines } = listener();
    const broken = keeping(() => Promise.reject(new Error("No store.")));
    const seen = follow(ask(clock, broken, { logger }));
    await clock.advance(62_000);

    expect(seen.answer).toEqual({ action: "timeout" });
    expect(lines).toEqual(["The deadline of a question could not be read."]);
  });
});
