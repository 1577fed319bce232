// Lost replies: whoever did not get the response of a round sends the same request again, gets the same, and nothing
// happens twice.

import { describe, expect, it } from "vitest";
import { field, form, type Server, toolError } from "../../../src/index.js";
import { createFakeClock } from "../../../src/testing/index.js";
import { engines } from "../async-engine.js";
import { accept, ask, FROZEN, gate, makeServer, type Round, type RoundOptions, settle, YES } from "./talk.js";

const KEY = "first key, which is long enough for a ring";
const where = form("Where to?", { city: field.string() });

/** A tool of four rounds that does something in each of them. */
function addTrip(server: Server, effects: string[]): void {
  server.tool("trip", {}, async (_input, ctx) => {
    await ctx.step("begin", () => void effects.push("begin"));
    const to = await ctx.elicit(where, { key: "where" });
    const held = await ctx.step("hold", () => `seat ${effects.push("hold")}`);
    const isSure = await ctx.confirm("Book it?", { key: "book" });
    await ctx.step("book", () => void effects.push("book"));
    const [name, age] = await Promise.all([
      ctx.elicit(form("Who?", { name: field.string() }), { key: "name" }),
      ctx.elicit(form("How old?", { age: field.integer() }), { key: "age" }),
    ]);
    await ctx.step("pay", () => void effects.push("pay"));
    return JSON.stringify([to, held, isSure, name, age, ctx.run.round]);
  });
}

const ANSWERS: Readonly<Record<string, object>> = {
  where: accept({ city: "Turin" }),
  book: YES,
  name: accept({ name: "Ada" }),
  age: accept({ age: 36 }),
};
const ALL_EFFECTS = ["begin", "hold", "book", "pay"];

const next = ({ state, keys }: Round): RoundOptions => ({
  state,
  answers: Object.fromEntries(keys.map((key) => [key, ANSWERS[key]])),
});

/** Closes the response once `when` has come. */
async function broken(
  server: Server,
  name: string,
  options: RoundOptions,
  when: Promise<void>,
): Promise<void> {
  const controller = new AbortController();
  const reply = ask(server, name, { ...options, signal: controller.signal });
  await when;
  controller.abort();
  expect((await reply).status).toBe(499);
}

describe.each(engines)("on an engine that %s, a request that is sent again", (_name, createEngine) => {
  function make() {
    const server = makeServer({ engine: createEngine(), keys: [KEY] });
    const effects: string[] = [];
    addTrip(server, effects);
    return { server, effects };
  }

  it("after its reply gets the same reply, in every round", async () => {
    const { server, effects } = make();
    let round = await ask(server, "trip");
    const asked: string[][] = [];
    while (round.isAsking) {
      asked.push([...round.keys]);
      const request = next(round);
      const replies = [await ask(server, "trip", request), await ask(server, "trip", request)];
      const last = await ask(server, "trip", request);
      for (const reply of replies) expect(reply.message).toEqual(last.message);
      round = last;
    }
    expect(asked).toEqual([["where"], ["book"], ["name", "age"]]);
    expect(JSON.parse(round.text)).toEqual([ANSWERS.where, "seat 2", true, ANSWERS.name, ANSWERS.age, 4]);
    expect(effects).toEqual(ALL_EFFECTS);
  });

  it("at the same time gets the same reply, in every round", async () => {
    const { server, effects } = make();
    let round = await ask(server, "trip");
    while (round.isAsking) {
      const request = next(round);
      const [first, ...others] = await Promise.all([1, 2, 3, 4].map(() => ask(server, "trip", request)));
      if (first === undefined) throw new Error("There are four.");
      for (const other of others) expect(other.message).toEqual(first.message);
      round = first;
    }
    expect(round.text).toContain("Turin");
    expect(effects).toEqual(ALL_EFFECTS);
  });

  it("after the run went on, and after it ended, gets the same reply", async () => {
    const { server, effects } = make();
    const rounds = [await ask(server, "trip")];
    for (let round = rounds[0]; round?.isAsking; round = rounds.at(-1))
      rounds.push(await ask(server, "trip", next(round)));
    for (const [index, round] of rounds.entries()) {
      if (!round.isAsking) continue;
      expect((await ask(server, "trip", next(round))).message).toEqual(rounds[index + 1]?.message);
    }
    expect(effects).toEqual(ALL_EFFECTS);
  });

  it("with its answers in another order, or with more than was asked for, is the same request", async () => {
    const { server, effects } = make();
    let round = await ask(server, "trip");
    while (!round.keys.includes("age")) round = await ask(server, "trip", next(round));
    const done = await ask(server, "trip", next(round));
    const { state } = round;
    const answers = { age: ANSWERS.age, extra: YES, name: ANSWERS.name, where: accept({ city: "Rome" }) };
    expect((await ask(server, "trip", { state, answers })).message).toEqual(done.message);
    expect(effects).toEqual(ALL_EFFECTS);
  });

  it("to another server with the same engine and keys gets the same reply", async () => {
    const engine = createEngine();
    const effects: string[] = [];
    const servers = [1, 2].map(() => makeServer({ engine, keys: [KEY] }));
    for (const server of servers) addTrip(server, effects);
    const [one, two] = servers as [Server, Server];
    let round = await ask(one, "trip");
    while (round.isAsking) {
      const reply = await ask(two, "trip", next(round));
      expect((await ask(one, "trip", next(round))).message).toEqual(reply.message);
      round = reply;
    }
    expect(effects).toEqual(ALL_EFFECTS);
  });

  it("after an incomplete answer gets the same questions and the same state", async () => {
    const { server, effects } = make();
    let round = await ask(server, "trip");
    while (!round.keys.includes("age")) round = await ask(server, "trip", next(round));
    const request = { state: round.state, answers: { name: ANSWERS.name } };
    const first = await ask(server, "trip", request);
    expect(first.keys).toEqual(["age"]);
    expect((await ask(server, "trip", request)).message).toEqual(first.message);
    expect((await ask(server, "trip", next(first))).text).toContain("Ada");
    expect(effects).toEqual(ALL_EFFECTS);
  });

  it.each([
    ["a tool error", () => toolError("no seat")],
    [
      "an error",
      () => {
        throw new Error("broken");
      },
    ],
    [
      "a result with `_meta`",
      () => ({ content: [{ type: "text", text: "done" }], _meta: { "example.com/a": 1 } }),
    ],
    ["a text that looks like a question", () => '{"resultType":"input_required","_meta":{}}'],
  ])("gets the same reply when that is %s", async (_which, end) => {
    const server = makeServer({ engine: createEngine() });
    let ends = 0;
    server.tool("end", {}, async (_input, ctx) => {
      await ctx.confirm("Go on?");
      ends += 1;
      return end() as never;
    });
    const { state, key } = await ask(server, "end");
    const request = { state, answers: { [key]: YES } };
    const first = await ask(server, "end", request);
    expect(first.isAsking).toBe(false);
    expect((await ask(server, "end", request)).message).toEqual(first.message);
    expect(ends).toBe(1);
  });

  it("gets the same reply when that is a protocol error", async () => {
    const server = makeServer({ engine: createEngine() });
    let ends = 0;
    server.resource("gone", { uri: "test:gone" }, async (_uri, ctx) => {
      await ctx.confirm("Go on?");
      ends += 1;
      throw new Error("broken");
    });
    const about = { method: "resources/read", target: { uri: "test:gone" } };
    const { state, key } = await ask(server, "", about);
    const request = { ...about, state, answers: { [key]: YES } };
    const first = await ask(server, "", request);
    expect(first.error.code).toBe(-32603);
    expect((await ask(server, "", request)).error).toEqual(first.error);
    expect(ends).toBe(1);
  });

  it("without a state begins a run of its own: nothing says that it is the same call", async () => {
    const { server, effects } = make();
    const [one, two] = [await ask(server, "trip"), await ask(server, "trip")];
    expect(one.state).not.toBe(two.state);
    await ask(server, "trip", next(one));
    await ask(server, "trip", next(two));
    expect(effects).toEqual(["begin", "begin", "hold", "hold"]);
  });

  describe("after its response was closed in the middle of the round", () => {
    /** A tool of three rounds, in each of which it does `work` twice, with a pause between the two. */
    function makeSlow(work: (key: string, signal: AbortSignal) => unknown = () => undefined) {
      const server = makeServer({ engine: createEngine() });
      const began: string[] = [];
      const pauses: string[] = [];
      const results: string[] = [];
      let pause = Promise.resolve();
      server.tool("slow", {}, async (_input, ctx) => {
        const learned: unknown[] = [];
        for (const round of [1, 2, 3]) {
          await ctx.confirm(`Round ${round}?`);
          for (const part of ["a", "b"]) {
            learned.push(
              await ctx.step(`${round}${part}`, ({ key, signal }) => {
                began.push(key);
                return work(key, signal);
              }),
            );
            pauses.push(`${round}${part}`);
            await pause;
          }
        }
        results.push("end");
        return JSON.stringify(learned);
      });
      const pauseOn = (on: Promise<void>): void => {
        pause = on;
      };
      return { server, began, pauses, results, pauseOn };
    }
    const EACH_ONCE = ["1a", "1b", "2a", "2b", "3a", "3b"];

    it("goes on from the steps that were done, in every round", async () => {
      const { server, began, pauses, results, pauseOn } = makeSlow((key) => `${key} done`);
      let round = await ask(server, "slow");
      while (round.isAsking) {
        const request = { state: round.state, answers: { [round.key]: YES } };
        pauseOn(new Promise(() => {}));
        const before = pauses.length;
        const reached = (async () => {
          while (pauses.length === before) await settle(1);
        })();
        await broken(server, "slow", request, reached);
        pauseOn(Promise.resolve());
        round = await ask(server, "slow", request);
      }
      expect(JSON.parse(round.text)).toEqual(EACH_ONCE.map((key) => `${key} done`));
      expect(began).toEqual(EACH_ONCE);
      expect(results).toEqual(["end"]);
    });

    it("waits for a step that is still running and takes its result", async () => {
      const running = gate();
      const release = gate<string>();
      const { server, began } = makeSlow((key) => {
        if (key !== "1a") return `${key} done`;
        running.open();
        return release.opened;
      });
      const first = await ask(server, "slow");
      const request = { state: first.state, answers: { [first.key]: YES } };
      await broken(server, "slow", request, running.opened);
      const retried = ask(server, "slow", request);
      await settle();
      expect(began).toEqual(["1a"]);
      release.open("1a done");
      const second = await retried;
      expect(second.message1).toBe("Round 2?");
      expect(began).toEqual(["1a", "1b"]);
    });

    /** A tool whose step fails with what `errorOf` makes of its signal, once that aborts; what the same request gets. */
    async function failedAtAbort(errorOf: (signal: AbortSignal) => unknown) {
      const running = gate();
      let isFirst = true;
      const { server, began } = makeSlow((key, signal) => {
        if (key !== "1a" || !isFirst) return `${key} done`;
        isFirst = false;
        return new Promise((_, reject) => {
          signal.addEventListener("abort", () => reject(errorOf(signal)));
          running.open();
        });
      });
      const first = await ask(server, "slow");
      const request = { state: first.state, answers: { [first.key]: YES } };
      await broken(server, "slow", request, running.opened);
      return { began, again: await ask(server, "slow", request) };
    }

    it.each<[string, (signal: AbortSignal) => unknown]>([
      ["the reason of its signal", ({ reason }) => reason],
      ["an error with that as its cause", ({ reason }) => new Error("gave up", { cause: reason })],
      ["an abort that names no cause", () => new DOMException("gave up", "AbortError")],
    ])("begins a step again that gave up because of it, with %s", async (_what, errorOf) => {
      const { began, again } = await failedAtAbort(errorOf);
      expect(again.message1).toBe("Round 2?");
      expect(began).toEqual(["1a", "1a", "1b"]);
    });

    it.each<[string, (signal: AbortSignal) => unknown]>([
      ["an error of its own", () => new Error("The receipt printer is broken.")],
      ["an error that has another cause", () => new Error("gave up", { cause: new Error("paper") })],
      [
        "an abort that has another cause",
        () => Object.assign(new Error("x", { cause: 1 }), { name: "AbortError" }),
      ],
    ])("does not begin a step again that looked at its signal and failed with %s", async (_what, errorOf) => {
      const { began, again } = await failedAtAbort(errorOf);
      expect(again.isAsking).toBe(false);
      expect(again.result).toMatchObject({ isError: true });
      expect(began).toEqual(["1a"]);
    });

    it("is served by one of those who sent it meanwhile", async () => {
      const running = gate();
      const release = gate<string>();
      const { server, began, results } = makeSlow((key) => {
        if (key !== "1a") return `${key} done`;
        running.open();
        return release.opened;
      });
      const first = await ask(server, "slow");
      const request = { state: first.state, answers: { [first.key]: YES } };
      const controller = new AbortController();
      const leader = ask(server, "slow", { ...request, signal: controller.signal });
      await running.opened;
      const joined = [ask(server, "slow", request), ask(server, "slow", request)];
      await settle();
      controller.abort();
      await leader;
      await settle();
      release.open("1a done");
      const [one, two] = await Promise.all(joined);
      expect(one?.message1).toBe("Round 2?");
      expect(two?.message).toEqual(one?.message);
      expect(began).toEqual(["1a", "1b"]);
      expect(results).toEqual([]);
    });

    it("finds its answers used up: other ones are refused", async () => {
      const { server, began, pauses, pauseOn } = makeSlow();
      const { state, key } = await ask(server, "slow");
      pauseOn(new Promise(() => {}));
      const reached = (async () => {
        while (pauses.length === 0) await settle(1);
      })();
      await broken(server, "slow", { state, answers: { [key]: YES } }, reached);
      const other = await ask(server, "slow", { state, answers: { [key]: { action: "decline" } } });
      expect(other.error).toEqual(FROZEN);
      expect(began).toEqual(["1a"]);
    });

    it("makes the same values out of nothing that its steps were done with", async () => {
      const clock = createFakeClock({ now: 1_000_000 });
      const server = makeServer({ engine: createEngine({ clock }), clock });
      const reached = gate();
      const stepped: unknown[] = [];
      let isFirst = true;
      server.tool("values", {}, async (_input, ctx) => {
        await ctx.confirm("Go on?");
        const values = [ctx.uuid(), ctx.random(), ctx.now()];
        await ctx.step("order", () => void stepped.push(values));
        if (isFirst) {
          isFirst = false;
          reached.open();
          await new Promise(() => {});
        }
        return JSON.stringify(values);
      });
      const { state, key } = await ask(server, "values");
      const request = { state, answers: { [key]: YES } };
      await broken(server, "values", request, reached.opened);
      await clock.advance(1000);
      const done = await ask(server, "values", request);
      expect(stepped).toEqual([JSON.parse(done.text)]);
    });

    it("in the first round leaves nothing behind: its clean-up runs and its signal aborts", async () => {
      const server = makeServer({ engine: createEngine() });
      const reached = gate();
      const told: string[] = [];
      server.tool("first", {}, async (_input, ctx) => {
        ctx.defer(() => void told.push("clean-up"));
        ctx.signal.addEventListener("abort", () => void told.push("aborted"));
        try {
          await ctx.step("wait", () => {
            reached.open();
            return new Promise(() => {});
          });
        } finally {
          told.push("finally");
        }
        return "done";
      });
      await broken(server, "first", {}, reached.opened);
      await settle();
      expect(told.sort()).toEqual(["aborted", "clean-up"]);
    });
  });
});
