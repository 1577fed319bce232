// What is taken to the responder of one server, and what is stopped before: loops of pages, floods.

import { describe, expect, test } from "vitest";
import { Calls } from "../../src/client/calls.js";
import { Questions } from "../../src/client/questions.js";
import { withRequiredPages } from "../../src/client/required-pages.js";
import type { Answer } from "../../src/core/elicitation/answer.js";
import { defineResponder } from "../../src/core/elicitation/responder.js";
import { createFakeClock } from "../../src/testing/fake-clock.js";
import { accept, listener } from "../responders/ask-form.js";

/** One call of a host, and a person behind it. */
function stage(answer: () => Promise<Answer> = async () => accept()) {
  const shown: string[] = [];
  const unshown: string[] = [];
  let ids = 0;
  const newId = (): string => `id${++ids}`;
  const questions = new Questions({
    responder: defineResponder(["form", "url"], async ({ message }) => {
      shown.push(message);
      return answer();
    }),
    server: () => "tables",
    origin: undefined,
    atOnce: 1,
    maxRounds: 10,
    maxRepeats: 4,
    onComplete: undefined,
    onUnshown: (_, reason) => unshown.push(reason),
    newId,
    logger: listener().logger,
    clock: createFakeClock(),
  });
  const call = new Calls(newId).begin("tools/call", { name: "book" });
  const { signal } = new AbortController();
  const ask = (params: object) => questions.ask(params, { call, key: undefined, group: newId(), signal });
  return { questions, call, signal, shown, unshown, ask };
}

const pageAt = (url: string, elicitationId: string) => ({ mode: "url", message: url, url, elicitationId });
const LOOP = "The same page was done with before, so this goes in a circle.";

describe("a page", () => {
  test("[C13] that is asked for again after the server said that it is done with is stopped as a loop", async () => {
    const { questions, shown, unshown, ask } = stage();
    expect(await ask(pageAt("https://a.example/", "p1"))).toEqual({ action: "accept" });
    questions.completions.complete("p1");

    expect(await ask(pageAt("https://a.example/", "p2"))).toEqual({ action: "cancel" });
    expect(await ask(pageAt("https://a.example/next", "p3"))).toEqual({ action: "accept" });
    expect(shown).toEqual(["https://a.example/", "https://a.example/next"]);
    expect(unshown).toEqual([LOOP]);
  });

  test("[C13] that is not done with yet may be asked for again", async () => {
    const { shown, ask } = stage();
    for (const id of ["p1", "p2"]) await ask(pageAt("https://a.example/", id));
    expect(shown).toHaveLength(2);
  });

  test("[C13] that a call requires again after it was done with ends the call with the server's error", async () => {
    const { questions, call, signal, shown, unshown } = stage();
    let sent = 0;
    const send = async (): Promise<never> => {
      sent += 1;
      const elicitations = [pageAt("https://a.example/", `p${sent}`)];
      throw Object.assign(new Error("Sign in first."), { code: -32042, data: { elicitations } });
    };
    const calling = withRequiredPages(send, { questions, call, signal, completeWaitMs: 60_000 });
    await expect.poll(() => shown).toHaveLength(1);
    questions.completions.complete("p1");

    await expect(calling).rejects.toThrow("Sign in first.");
    expect(sent).toBe(2);
    expect(shown).toHaveLength(1);
    expect(unshown).toEqual([LOOP]);
  });
});

test("[C17] a server has a hundred questions open at most; one more is cancelled, and told as such", async () => {
  let answerAll = (): void => {};
  const answered = new Promise<Answer>((resolve) => {
    answerAll = () => resolve(accept());
  });
  const { questions, unshown, ask } = stage(() => answered);
  const form = (at: number) => ({
    message: `Question ${at}`,
    requestedSchema: { type: "object", properties: {} },
  });
  const asked = Array.from({ length: 100 }, (_, at) => ask(form(at)));
  expect(questions.open).toBe(100);

  expect(await ask(form(100))).toEqual({ action: "cancel" });
  expect(unshown).toEqual(["The server has 100 questions open already."]);
  answerAll();
  expect(await Promise.all(asked)).toEqual(asked.map(() => ({ action: "accept", content: {} })));
  expect(await ask(form(101))).toMatchObject({ action: "accept" });
});
