// A run, carried by a host that answers when the test says so.

import { describe, expect, it } from "vitest";
import { systemClock } from "../../src/core/clock.js";
import type { MaybePromise } from "../../src/core/maybe-promise.js";
import type { Problem } from "../../src/core/problem.js";
import type { AskSpec, OpenAsk, PendingAsk } from "../../src/replay/ask.js";
import { type Entry, Journal } from "../../src/replay/journal.js";
import { createPins } from "../../src/replay/pins.js";
import { Run } from "../../src/replay/run.js";
import type { RunHost } from "../../src/replay/run-host.js";
import { VALUES } from "../../src/replay/run-values.js";
import { createStepScope } from "../../src/replay/step-scope.js";

const turn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));
const turns = async (): Promise<void> => {
  for (let left = 5; left > 0; left -= 1) await turn();
};
const pin = createPins();

const question = (text: string): AskSpec<unknown> => ({
  key: undefined,
  rendered: text,
  label: text,
  timeoutMs: undefined,
  read: (value) => ({ value }),
  onTimeout: "timeout",
  onInvalid: "invalid",
});

const pending = (text: string): PendingAsk => ({
  key: pin(text),
  digest: pin(text),
  attempt: 0,
  expiresAt: undefined,
  note: "",
});

class Host implements RunHost<AskSpec<unknown>> {
  readonly asked: OpenAsk[] = [];
  readonly kept: string[] = [];
  consumed = 0;
  consumes: "first" | "refused" = "first";
  stills = 0;
  isPatient = false;
  keeping: Promise<void> | undefined;
  recalled: MaybePromise<Entry | undefined>;
  readonly cleanUpErrors: unknown[] = [];

  admit(): void {}
  begin(ask: OpenAsk): void {
    this.asked.push(ask);
  }
  answer(text: string, answer: unknown): void {
    this.asked.find(({ spec }) => spec.rendered === text)?.settle(answer);
  }
  refused(_key: string, attempt: number): number {
    return attempt;
  }
  end(): void {}
  still(): void {
    this.stills += 1;
  }
  awaits(): boolean {
    return this.isPatient;
  }
  consume(): "first" | "refused" {
    this.consumed += 1;
    return this.consumes;
  }
  keep(name: string): MaybePromise<void> {
    this.kept.push(name);
    return this.keeping;
  }
  recall(): MaybePromise<Entry | undefined> {
    return this.recalled;
  }
  cleanUpFailed(error: unknown): void {
    this.cleanUpErrors.push(error);
  }
  fail(error: unknown): void {
    throw error;
  }
  warn(): void {}
}

function begin(host: Host, round = 1, open: readonly PendingAsk[] = [], journal = new Journal()): Run {
  const tools = { stepScope: createStepScope(), pin, watch: undefined, clock: systemClock };
  return new Run({ id: "run", round, journal, pending: open, hasRounds: true, tools }, host);
}

const signal = (): AbortSignal => new AbortController().signal;

/** A promise, and how to keep it. */
function later<T>(): { readonly promise: Promise<T>; readonly resolve: (value: T) => void } {
  let resolve = (_value: T): void => {};
  const promise = new Promise<T>((settle) => {
    resolve = settle;
  });
  return { promise, resolve };
}

/** What a promise has come to by now. */
async function stateOf(promise: Promise<unknown>): Promise<unknown> {
  await turns();
  return Promise.race([promise, Promise.resolve("nothing yet")]);
}

describe("a run", () => {
  it("finds an answer by its question, wherever that is asked", async () => {
    const journal = new Journal([[`q:${pin("second")}`, { digest: pin("second"), answer: "kept" }]]);
    const run = begin(new Host(), 2, [], journal);
    expect(await run.ask(question("second"))).toBe("kept");
  });

  it("keeps the values that it made along with the step that comes after them", async () => {
    const host = new Host();
    const run = begin(host);
    run.values.next("now", () => 1);
    await run.step("charge", signal, () => "done");
    expect(host.kept).toEqual([VALUES, "s:charge"]);
  });

  it("is complete without an answer to what it did not ask before", async () => {
    const host = new Host();
    const run = begin(host, 2, [pending("old")]);
    const old = run.ask(question("old"));
    void run.ask(question("new"));
    host.answer("old", "yes");
    expect(await stateOf(old)).toBe("yes");
    expect(host.consumed).toBe(1);
  });

  it("uses nothing up while an answer is missing", async () => {
    const host = new Host();
    const run = begin(host, 2, [pending("one"), pending("other")]);
    const one = run.ask(question("one"));
    void run.ask(question("other"));
    host.answer("one", "yes");
    expect(await stateOf(one)).toBe("nothing yet");
    expect(host.consumed).toBe(0);
  });

  it("uses nothing up before it has come to all questions of the last round", async () => {
    const host = new Host();
    const run = begin(host, 2, [pending("one"), pending("other")]);
    const one = run.ask(question("one"));
    host.answer("one", "yes");
    expect(host.consumed).toBe(0);
    void run.ask(question("other"));
    expect(await stateOf(one)).toBe("nothing yet");
    expect(host.consumed).toBe(0);
  });

  it("uses up what there is when it does not come to a question of the last round any more", async () => {
    const host = new Host();
    const run = begin(host, 2, [pending("one"), pending("dropped")]);
    const one = run.ask(question("one"));
    host.answer("one", "yes");
    expect(await stateOf(one)).toBe("yes");
    expect(host.consumed).toBe(1);
  });

  it("uses nothing up while it is given time to come to a question of the last round", async () => {
    const host = new Host();
    host.isPatient = true;
    const run = begin(host, 2, [pending("one"), pending("late")]);
    const one = run.ask(question("one"));
    host.answer("one", "yes");
    await turns();
    expect(host.consumed).toBe(0);
    void run.ask(question("late"));
    expect(await stateOf(one)).toBe("nothing yet");
    expect([host.consumed, host.stills]).toEqual([0, 1]);
  });

  it("uses nothing up while an answer is being read, nor when that one does not pass", async () => {
    const host = new Host();
    const run = begin(host, 2, [pending("slow"), pending("one")]);
    const read = later<{ readonly problems: readonly Problem[] }>();
    void run.ask({ ...question("slow"), read: () => read.promise });
    const one = run.ask(question("one"));
    host.answer("slow", "no");
    host.answer("one", "yes");
    expect(await stateOf(one)).toBe("nothing yet");
    read.resolve({ problems: [{ path: "", message: "is none" }] });
    expect(await stateOf(one)).toBe("nothing yet");
    expect(host.consumed).toBe(0);
  });

  it("comes to a turn without a move after a step that was looked up", async () => {
    const host = new Host();
    const found = later<Entry>();
    host.recalled = found.promise;
    const run = begin(host);
    void run.ask(question("one"));
    const step = run.step("charge", signal, () => "again");
    await turns();
    expect(host.stills).toBe(0);
    found.resolve({ result: "before" });
    expect(await step).toBe("before");
    await turns();
    expect(host.stills).toBe(1);
  });

  it("gives a handler what it learned when that is kept, and not before", async () => {
    const host = new Host();
    const kept = later<void>();
    host.keeping = kept.promise;
    const run = begin(host);
    const answer = run.ask(question("one"));
    host.answer("one", "yes");
    const step = run.step("charge", signal, () => "done");
    expect(await stateOf(Promise.race([answer, step]))).toBe("nothing yet");
    kept.resolve();
    expect(await Promise.all([answer, step])).toEqual(["yes", "done"]);
  });

  it("gives nobody an answer that was kept after it was over", async () => {
    const host = new Host();
    const kept = later<void>();
    host.keeping = kept.promise;
    const run = begin(host);
    const answer = run.ask(question("one"));
    host.answer("one", "yes");
    run.end();
    kept.resolve();
    expect(await stateOf(answer)).toBe("nothing yet");
  });

  it("gives nobody an answer of its journal that was read after it was over", async () => {
    const journal = new Journal([[`q:${pin("one")}`, { digest: pin("one"), answer: "kept" }]]);
    const run = begin(new Host(), 2, [], journal);
    const read = later<{ readonly value: unknown }>();
    const answer = run.ask({ ...question("one"), read: () => read.promise });
    run.end();
    read.resolve({ value: "kept" });
    expect(await stateOf(answer)).toBe("nothing yet");
  });

  it("gives nobody answers that another request used up before", async () => {
    const host = new Host();
    host.consumes = "refused";
    const run = begin(host, 2, [pending("one")]);
    const answer = run.ask(question("one"));
    host.answer("one", "yes");
    expect(await stateOf(answer)).toBe("nothing yet");
    expect(run.isConsumed).toBe(false);
  });

  it("has no open question once it is over, and takes no answer", async () => {
    const host = new Host();
    const run = begin(host);
    const answer = run.ask(question("one"));
    const [ask] = run.end();
    expect([ask?.isOpen, run.open]).toEqual([false, []]);
    host.answer("one", "yes");
    expect(await stateOf(answer)).toBe("nothing yet");
    expect(host.kept).toEqual([]);
  });

  it("refuses the key of a question that is the name of an equal one", async () => {
    const run = begin(new Host());
    void run.ask({ ...question("other"), key: `${pin("one")}.2` });
    void run.ask(question("one"));
    await expect(run.ask(question("one"))).rejects.toMatchObject({ code: "duplicate-key" });
  });

  it.each([
    ["question", (run: Run) => run.ask(question("new"))],
    ["step", (run: Run) => run.step("new", signal, () => "")],
  ])("is not replaying from a new %s on, whatever it left out", async (_what, act) => {
    const run = begin(new Host(), 2, [pending("dropped")], new Journal([["s:dropped", { result: 1 }]]));
    expect(run.replaying).toBe(true);
    void act(run);
    await turns();
    expect(run.replaying).toBe(false);
  });

  it("begins no step once it is over", async () => {
    const run = begin(new Host());
    let begun = 0;
    run.end();
    expect(await stateOf(run.step("charge", signal, () => (begun += 1)))).toBe("nothing yet");
    expect(begun).toBe(0);
  });

  it("does not go on to a step whose look-up outlived it", async () => {
    const host = new Host();
    const found = later<undefined>();
    host.recalled = found.promise;
    const run = begin(host);
    let begun = 0;
    const step = run.step("charge", signal, () => (begun += 1));
    run.end();
    found.resolve(undefined);
    expect(await stateOf(step)).toBe("nothing yet");
    expect(begun).toBe(0);
  });

  it("gives nobody what a step gave after it was over", async () => {
    const run = begin(new Host());
    const done = later<string>();
    const step = run.step("charge", signal, () => done.promise);
    await turns();
    run.end();
    done.resolve("done");
    expect(await stateOf(step)).toBe("nothing yet");
  });

  it("runs at once what is deferred after its clean-up", async () => {
    const host = new Host();
    const run = begin(host);
    const trail: string[] = [];
    await run.cleanUp();
    run.defer(() => void trail.push("late"));
    expect(trail).toEqual(["late"]);
  });
});
