import { describe, expect, test } from "vitest";
import { requestPatiently } from "../../src/client/patient-request.js";
import { Questions } from "../../src/client/questions.js";
import { defineResponder } from "../../src/core/elicitation/responder.js";
import type { JsonObject } from "../../src/core/json.js";
import { createFakeClock } from "../../src/testing/fake-clock.js";
import { accept, listener } from "../responders/ask-form.js";

/** A server that never answers, and a person who does when told to. */
function stage() {
  const clock = createFakeClock();
  let answer = (): void => {};
  const responder = defineResponder(
    ["form"],
    () =>
      new Promise((resolve) => {
        answer = () => resolve(accept());
      }),
  );
  const questions = new Questions({
    responder,
    server: () => "s",
    origin: undefined,
    atOnce: 1,
    maxRounds: 10,
    maxRepeats: 4,
    onComplete: undefined,
    onUnshown: undefined,
    newId: () => "id",
    logger: listener().logger,
    clock,
  });
  const call = {
    runId: "r",
    method: "tools/call",
    target: "t",
    rounds: 0,
    asked: new Map(),
    completedUrls: new Set<string>(),
  };
  const params = { message: "x", requestedSchema: { type: "object", properties: {} } };
  const ask = () =>
    questions.ask(params, { call, key: undefined, group: "g", signal: new AbortController().signal });
  const send = (options: JsonObject): Promise<unknown> =>
    new Promise((_, reject) => {
      const { signal } = options;
      if (signal instanceof AbortSignal) signal.addEventListener("abort", () => reject(signal.reason));
    });
  return { clock, questions, ask, send, answer: () => answer() };
}

describe("requestPatiently", () => {
  test("[C7] the limit passes while nobody is asked", async () => {
    const { clock, questions, send } = stage();
    const failed = requestPatiently(send, { timeout: 5000 }, questions, clock).catch(String);
    await clock.advance(5000);

    expect(await failed).toContain("longer than 5000 ms");
  });

  test("[C7] the limit stands still while a person is asked, and goes on after", async () => {
    const { clock, questions, ask, answer, send } = stage();
    let end: string | undefined;
    const failed = requestPatiently(send, { timeout: 5000 }, questions, clock).catch((error) => {
      end = String(error);
    });
    await clock.advance(4000);
    const asked = ask();
    await clock.advance(3_600_000);
    expect(end).toBeUndefined();
    answer();
    await asked;
    await clock.advance(999);
    expect(end).toBeUndefined();
    await clock.advance(1);
    await failed;

    expect(end).toContain("longer than 5000 ms");
  });

  test("progress gives the whole time again, where that was asked for", async () => {
    const { clock, questions, send } = stage();
    let sent: JsonObject = {};
    let end: string | undefined;
    const given = { timeout: 5000, resetTimeoutOnProgress: true, onprogress: () => {} };
    const noted = (options: JsonObject) => {
      sent = options;
      return send(options);
    };
    const failed = requestPatiently(noted, given, questions, clock).catch((error) => {
      end = String(error);
    });
    await clock.advance(4000);
    (sent.onprogress as () => void)();
    await clock.advance(4000);
    expect(end).toBeUndefined();
    await clock.advance(1000);
    await failed;

    expect(end).toBeDefined();
  });

  test("the caller's own signal still cancels", async () => {
    const { clock, questions, send } = stage();
    const caller = new AbortController();
    const failed = requestPatiently(send, { signal: caller.signal }, questions, clock).catch(String);
    caller.abort("enough");

    expect(await failed).toBe("enough");
    expect(clock.pendingTimers).toBe(0);
  });
});
