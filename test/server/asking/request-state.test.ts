// Request state that was changed, borrowed or used up: one error, or the reply that is kept; never a false journal.

import { beforeEach, describe, expect, it } from "vitest";
import { createMemoryEngine } from "../../../src/engines/memory/index.js";
import { allow, field, form, type Server, type ServerOptions } from "../../../src/index.js";
import { createFakeClock } from "../../../src/testing/index.js";
import { engines } from "../async-engine.js";
import { accept, ask, FROZEN, makeServer, type Round } from "./talk.js";

const ALPHABET = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";
const KEY = "first key, which is long enough for a ring";
const NEXT_KEY = "second key, which is long enough for a ring";
const OTHER_KEY = "third key, which is long enough for a ring";
const DAY = 24 * 60 * 60_000;

const guests = form("A table for how many?", { guests: field.integer({ minimum: 1 }) });

/** How often handlers came past their first question, and with what. */
let past: unknown[] = [];
/** How often they began. */
let begun = 0;

beforeEach(() => {
  past = [];
  begun = 0;
});

function make(options: Partial<ServerOptions> = {}): Server {
  const server = makeServer(options);
  for (const name of ["book", "cancel"])
    server.tool(name, { input: { type: "object" } }, async (_input, ctx) => {
      begun += 1;
      const party = await ctx.elicit(guests);
      past.push(party);
      return party.action === "accept" ? `${name} ${party.content.guests}` : party.action;
    });
  const askFor = async (ctx: { elicit: (question: typeof guests) => Promise<unknown> }): Promise<string> => {
    begun += 1;
    const party = await ctx.elicit(guests);
    past.push(party);
    return JSON.stringify(party);
  };
  server.prompt("book", { arguments: { day: { required: false } } }, (_input, ctx) => askFor(ctx));
  server.resource("table", { uri: "book:table" }, async (_uri, ctx) => askFor(ctx));
  server.resource("other", { uri: "book:other" }, async (_uri, ctx) => askFor(ctx));
  return server;
}

/** The frozen error, and nothing that was read of the journal. */
function expectFrozen({ error, isAsking, result }: Round): void {
  expect(error).toEqual(FROZEN);
  expect(isAsking).toBe(false);
  expect(result).toEqual({});
}

const TWO = accept({ guests: 2 });
const THREE = accept({ guests: 3 });

describe("a request state", () => {
  async function suspended(server: Server, args: object = { day: "monday" }) {
    const first = await ask(server, "book", { args });
    expect(first.isAsking).toBe(true);
    begun = 0;
    return { ...first, args, answers: { [first.key]: TWO } };
  }

  it("brings the run back to where it was", async () => {
    const server = make();
    const { state, args, answers } = await suspended(server);
    expect((await ask(server, "book", { args, state, answers })).text).toBe("book 2");
    expect(past).toEqual([TWO]);
  });

  it("that is changed in any one character is refused, and no handler begins", async () => {
    const server = make();
    const { state, args, answers } = await suspended(server);
    for (let at = 0; at < state.length; at += 1) {
      const was = ALPHABET.indexOf(state.charAt(at));
      const other = ALPHABET.charAt((was + 1 + (at % 63)) % 64);
      expect(other).not.toBe(state.charAt(at));
      const changed = state.slice(0, at) + other + state.slice(at + 1);
      expectFrozen(await ask(server, "book", { args, state: changed, answers }));
    }
    expect(begun).toBe(0);
    expect((await ask(server, "book", { args, state, answers })).text).toBe("book 2");
  });

  it("whose last character is any other one is refused, also where it decodes to the same bytes", async () => {
    const server = make();
    const { state, args, answers } = await suspended(server);
    for (const last of ALPHABET) {
      if (state.endsWith(last)) continue;
      expectFrozen(await ask(server, "book", { args, state: state.slice(0, -1) + last, answers }));
    }
    expect(begun).toBe(0);
  });

  it("that is cut off anywhere is refused, and no handler begins", async () => {
    const server = make();
    const { state, args, answers } = await suspended(server);
    for (let length = 0; length < state.length; length += 1)
      expectFrozen(await ask(server, "book", { args, state: state.slice(0, length), answers }));
    expect(begun).toBe(0);
  });

  it.each([
    ["padded", (state: string) => `${state}=`],
    ["padded twice", (state: string) => `${state}==`],
    ["followed by a character", (state: string) => `${state}A`],
    ["followed by four characters", (state: string) => `${state}AAAA`],
    ["followed by a line break", (state: string) => `${state}\n`],
    ["preceded by a space", (state: string) => ` ${state}`],
    ["written in the other base64", (state: string) => Buffer.from(state, "base64url").toString("base64")],
    ["written in hex", (state: string) => Buffer.from(state, "base64url").toString("hex")],
    ["written twice", (state: string) => state + state],
    [
      "with its halves swapped",
      (state: string) => state.slice(state.length / 2) + state.slice(0, state.length / 2),
    ],
    ["empty", () => ""],
    ["a number", () => 1],
    ["null", () => null],
    ["an object", (state: string) => ({ state })],
    ["a list", (state: string) => [state]],
  ])("that is %s is refused", async (_how, change) => {
    const server = make();
    const { state, args, answers } = await suspended(server);
    expectFrozen(await ask(server, "book", { args, state: change(state), answers }));
    expect(begun).toBe(0);
  });

  it("that is larger than any of ours is refused, and not decoded", async () => {
    const server = make();
    const { args, answers } = await suspended(server);
    const original = Buffer.from;
    let longest = 0;
    const watched = (given: string, encoding: BufferEncoding): Buffer => {
      if (encoding === "base64url") longest = Math.max(longest, given.length);
      return original(given, encoding);
    };
    Buffer.from = watched as typeof Buffer.from;
    try {
      expectFrozen(await ask(server, "book", { args, state: "A".repeat(65_537), answers }));
      expect(longest).toBe(0);
      expectFrozen(await ask(server, "book", { args, state: "A".repeat(65_536), answers }));
      expect(longest).toBe(65_536);
    } finally {
      Buffer.from = original;
    }
    expect(begun).toBe(0);
  });

  it("opens until it expires, a day after its round, and not after that", async () => {
    const clock = createFakeClock({ now: 1_000_000 });
    const server = make({ clock });
    const { state, args, answers } = await suspended(server);
    await clock.advance(DAY - 1);
    expect((await ask(server, "book", { args, state })).isAsking).toBe(true);
    await clock.advance(1);
    expectFrozen(await ask(server, "book", { args, state, answers }));
    expect(past).toEqual([]);
  });

  it("expires when the server says so, and each round gives one that lives as long again", async () => {
    const clock = createFakeClock({ now: 1_000_000 });
    const server = make({ clock, asking: { stateTtlMs: 1000 } });
    const { state, args, answers } = await suspended(server);
    await clock.advance(999);
    const again = await ask(server, "book", { args, state });
    await clock.advance(1);
    expectFrozen(await ask(server, "book", { args, state, answers }));
    await clock.advance(998);
    expect((await ask(server, "book", { args, state: again.state, answers })).text).toBe("book 2");
  });

  it("does not expire before the deadline of its questions", async () => {
    const clock = createFakeClock({ now: 1_000_000 });
    const server = make({ clock, asking: { stateTtlMs: 1000 } });
    server.tool("slow", {}, async (_input, ctx) => (await ctx.elicit(guests, { timeoutMs: 5000 })).action);
    const first = await ask(server, "slow");
    await clock.advance(4999);
    expect((await ask(server, "slow", { state: first.state, answers: { [first.key]: TWO } })).text).toBe(
      "accept",
    );
    const second = await ask(server, "slow");
    await clock.advance(5000);
    expect((await ask(server, "slow", { state: second.state, answers: { [second.key]: TWO } })).text).toBe(
      "timeout",
    );
  });

  it("of another principal is refused", async () => {
    const server = make();
    const { state, args, answers } = await suspended(server);
    expectFrozen(await ask(server, "book", { args, state, answers, user: "eve" }));
    expect(begun).toBe(0);
    expect((await ask(server, "book", { args, state, answers, user: "ada" })).text).toBe("book 2");
  });

  it("of somebody who is signed in is refused where nobody is, and the other way round", async () => {
    const signedIn = make({ keys: [KEY] });
    const signedOut = make({ keys: [KEY], connect: () => allow() });
    for (const [from, to] of [
      [signedIn, signedOut],
      [signedOut, signedIn],
    ] as const) {
      const { state, args, answers } = await suspended(from);
      expectFrozen(await ask(to, "book", { args, state, answers }));
      expect(begun).toBe(0);
      expect((await ask(from, "book", { args, state, answers })).text).toBe("book 2");
    }
  });

  it("of another tool is refused", async () => {
    const server = make();
    const { state, args, answers } = await suspended(server);
    expectFrozen(await ask(server, "cancel", { args, state, answers }));
    expect(begun).toBe(0);
  });

  it.each([
    ["another value", { day: "tuesday" }],
    ["one more", { day: "monday", hour: 8 }],
    ["one less", {}],
    ["another type", { day: ["monday"] }],
  ])("of the same tool with other arguments is refused: %s", async (_which, other) => {
    const server = make();
    const { state, answers } = await suspended(server);
    expectFrozen(await ask(server, "book", { args: other, state, answers }));
    expectFrozen(await ask(server, "book", { state, answers }));
    expect(begun).toBe(0);
  });

  it("opens for the same arguments in another order", async () => {
    const server = make();
    const { state, answers } = await suspended(server, { day: "monday", at: { hour: 8, minute: 30 } });
    const args = { at: { minute: 30, hour: 8 }, day: "monday" };
    expect((await ask(server, "book", { args, state, answers })).text).toBe("book 2");
  });

  it("takes no arguments and empty ones for the same", async () => {
    const server = make();
    for (const [before, after] of [
      [undefined, {}],
      [{}, undefined],
    ] as const) {
      const first = await ask(server, "book", before && { args: before });
      const options = { state: first.state, answers: { [first.key]: TWO }, ...(after && { args: after }) };
      expect((await ask(server, "book", options)).text).toBe("book 2");
    }
  });

  it("of a server with another name is refused", async () => {
    const keys = [KEY];
    const { state, args, answers } = await suspended(make({ keys }));
    expectFrozen(await ask(make({ keys, name: "another" }), "book", { args, state, answers }));
    expect(begun).toBe(0);
    expect((await ask(make({ keys }), "book", { args, state, answers })).text).toBe("book 2");
  });

  it("opens after a rotation while the old key is in the ring, and not without", async () => {
    const { state, args, answers } = await suspended(make({ keys: [KEY] }));
    const without = make({ keys: [NEXT_KEY, OTHER_KEY] });
    expectFrozen(await ask(without, "book", { args, state, answers }));
    expect(begun).toBe(0);
    const rotated = make({ keys: [NEXT_KEY, KEY] });
    const again = await ask(rotated, "book", { args, state });
    expect(again.isAsking).toBe(true);
    expect((await ask(rotated, "book", { args, state, answers })).text).toBe("book 2");
    // What the new round gave was sealed with the new key.
    past = [];
    expect((await ask(without, "book", { args, state: again.state, answers })).text).toBe("book 2");
    expectFrozen(await ask(make({ keys: [KEY] }), "book", { args, state: again.state, answers }));
    expect(past).toEqual([TWO]);
  });

  it("of a process that is gone, with its random key, is refused", async () => {
    const { state, args, answers } = await suspended(make());
    expectFrozen(await ask(make(), "book", { args, state, answers }));
    expect(begun).toBe(0);
  });

  it.each([
    ["is said once to end with the process where there are no keys", undefined, 1],
    ["is good for any process that has the keys, and nothing is said", [KEY], 0],
  ])("%s", async (_what, keys, said) => {
    const lines: string[] = [];
    const logger = { debug() {}, info: (line: string) => void lines.push(line), warn() {}, error() {} };
    const server = make({ logger, ...(keys && { keys }) });
    await suspended(server);
    await suspended(server);
    const about = lines.filter((line) => line.startsWith("No keys are configured"));
    expect(about).toHaveLength(said);
  });

  it("shows nothing of journal, questions or answers", async () => {
    const server = makeServer();
    server.tool("tell", {}, async (_input, ctx) => {
      const name = await ctx.elicit(form("What is your name?", { name: field.string() }), {
        key: "question",
      });
      await ctx.step("remember", () => "result of a step");
      await ctx.confirm("Is that all?");
      return name.action;
    });
    const first = await ask(server, "tell");
    const second = await ask(server, "tell", {
      state: first.state,
      answers: { question: accept({ name: "Augusta Ada Byron" }) },
    });
    expect(second.isAsking).toBe(true);
    for (const { state } of [first, second]) {
      const bytes = Buffer.from(state, "base64url");
      for (const encoding of ["latin1", "utf8", "utf16le"] as const)
        for (const secret of [
          "Ada",
          "Byron",
          "name",
          "question",
          "remember",
          "result",
          "step",
          "all",
          "accept",
          "ada",
        ])
          expect(bytes.toString(encoding)).not.toContain(secret);
      for (const secret of ["Augusta", "Byron", "remember", "question"]) {
        expect(state).not.toContain(secret);
        expect(state).not.toContain(Buffer.from(secret).toString("base64url"));
        expect(state).not.toContain(Buffer.from(secret).toString("hex"));
      }
    }
  });

  it("is another one each time, for the same call and the same questions", async () => {
    const server = make();
    const states = new Set<string>();
    for (let left = 5; left > 0; left -= 1) states.add((await ask(server, "book")).state);
    expect(states.size).toBe(5);
  });
});

describe.each(engines)("on an engine that %s, a request state", (_name, createEngine) => {
  async function suspended(server: Server) {
    const first = await ask(server, "book");
    begun = 0;
    return { server, state: first.state, key: first.key };
  }
  const start = () => suspended(make({ engine: createEngine() }));

  it("that is brought again after completion with the same answers gives the same reply", async () => {
    const { server, state, key } = await start();
    const done = await ask(server, "book", { state, answers: { [key]: TWO } });
    for (let left = 3; left > 0; left -= 1)
      expect((await ask(server, "book", { state, answers: { [key]: TWO } })).result).toEqual(done.result);
    expect(past).toEqual([TWO]);
    expect(begun).toBe(1);
  });

  it.each([
    ["another value", THREE],
    ["a no", { action: "decline" }],
    ["a way out", { action: "cancel" }],
  ])("that is brought again after completion with other answers is refused: %s", async (_which, other) => {
    const { server, state, key } = await start();
    const done = await ask(server, "book", { state, answers: { [key]: TWO } });
    expectFrozen(await ask(server, "book", { state, answers: { [key]: other } }));
    expect(past).toEqual([TWO]);
    // Not even up to its first answer.
    expect(begun).toBe(1);
    expect((await ask(server, "book", { state, answers: { [key]: TWO } })).result).toEqual(done.result);
  });

  it("that is brought several times at once with the same answers is served once", async () => {
    const { server, state, key } = await start();
    const replies = await Promise.all(
      Array.from({ length: 8 }, () => ask(server, "book", { state, answers: { [key]: TWO } })),
    );
    for (const { text } of replies) expect(text).toBe("book 2");
    expect(past).toEqual([TWO]);
  });

  it("that is brought at once with different answers is served for one of them", async () => {
    const { server, state, key } = await start();
    const replies = await Promise.all(
      [1, 2, 3, 4, 5].map((count) =>
        ask(server, "book", { state, answers: { [key]: accept({ guests: count }) } }),
      ),
    );
    expect(past).toHaveLength(1);
    const [won, ...others] = replies.filter(({ text }) => text !== "");
    expect(others).toEqual([]);
    expect(past).toEqual([
      { action: "accept", content: { guests: Number(won?.text.slice("book ".length)) } },
    ]);
    for (const reply of replies) if (reply !== won) expectFrozen(reply);
  });

  it("is not used up by answers that are missing or invalid", async () => {
    const { server, state, key } = await start();
    for (const answers of [undefined, {}, { [key]: accept({ guests: 0 }) }, { other: TWO }])
      expect((await ask(server, "book", { state, answers })).isAsking).toBe(true);
    expect((await ask(server, "book", { state, answers: { [key]: "yes" } })).error.code).toBe(-32602);
    expect(past).toEqual([]);
    expect((await ask(server, "book", { state, answers: { [key]: TWO } })).text).toBe("book 2");
  });

  it("whose question was asked again opens no second way: the run goes on once", async () => {
    const { server, state, key } = await start();
    const again = await ask(server, "book", { state, answers: { [key]: accept({ guests: 0 }) } });
    const third = await ask(server, "book", { state: again.state });
    expect((await ask(server, "book", { state: again.state, answers: { [key]: THREE } })).text).toBe(
      "book 3",
    );
    expectFrozen(await ask(server, "book", { state, answers: { [key]: TWO } }));
    expectFrozen(await ask(server, "book", { state, answers: { [key]: THREE } }));
    expectFrozen(await ask(server, "book", { state: third.state, answers: { [key]: TWO } }));
    expect(past).toEqual([THREE]);
  });

  it("cannot be taken back: an earlier round's is good for its own reply only", async () => {
    const server = makeServer({ engine: createEngine() });
    const effects: string[] = [];
    server.tool("twice", {}, async (_input, ctx) => {
      const first = await ctx.elicit(guests, { key: "first" });
      await ctx.step("between", () => void effects.push(`between ${JSON.stringify(first)}`));
      const second = await ctx.elicit(guests, { key: "second" });
      effects.push("end");
      return JSON.stringify([first, second]);
    });
    const one = await ask(server, "twice");
    const two = await ask(server, "twice", { state: one.state, answers: { first: TWO } });
    expect(two.keys).toEqual(["second"]);
    expectFrozen(await ask(server, "twice", { state: one.state, answers: { first: THREE } }));
    const end = await ask(server, "twice", { state: two.state, answers: { second: THREE } });
    expect(JSON.parse(end.text)).toEqual([TWO, THREE]);
    expectFrozen(await ask(server, "twice", { state: one.state, answers: { first: THREE } }));
    expectFrozen(await ask(server, "twice", { state: two.state, answers: { second: TWO } }));
    expect((await ask(server, "twice", { state: one.state, answers: { first: TWO } })).state).toBe(two.state);
    expect(effects).toEqual([`between ${JSON.stringify(TWO)}`, "end"]);
  });

  it("is checked after `connect`, which runs in every round", async () => {
    let isOpen = true;
    const server = make({
      engine: createEngine(),
      connect: () => allow({ principal: { id: "ada" }, tools: isOpen ? ["book"] : ["cancel"] }),
    });
    const { state, key } = await suspended(server);
    isOpen = false;
    const refused = await ask(server, "book", { state, answers: { [key]: TWO } });
    expect(refused.error).toMatchObject({ code: -32602, message: expect.stringContaining("Unknown tool") });
    expect(past).toEqual([]);
    isOpen = true;
    expect((await ask(server, "book", { state, answers: { [key]: TWO } })).text).toBe("book 2");
  });

  describe.each([
    ["prompts/get", { target: { name: "book" } }, { target: { name: "book" }, args: { day: "monday" } }],
    ["resources/read", { target: { uri: "book:table" } }, { target: { uri: "book:other" } }],
  ])("of %s", (method, same, other) => {
    it("brings the run back, once", async () => {
      const server = make({ engine: createEngine() });
      const { state, key, isAsking } = await ask(server, "", { method, ...same });
      expect(isAsking).toBe(true);
      const done = await ask(server, "", { method, ...same, state, answers: { [key]: TWO } });
      expect(JSON.stringify(done.result)).toContain("accept");
      const again = await ask(server, "", { method, ...same, state, answers: { [key]: TWO } });
      expect(again.result).toEqual(done.result);
      expectFrozen(await ask(server, "", { method, ...same, state, answers: { [key]: THREE } }));
      expect(past).toEqual([TWO]);
    });

    it("is refused where it was changed, borrowed, or brought for something else", async () => {
      const server = make({ engine: createEngine() });
      const { state, key } = await ask(server, "", { method, ...same });
      begun = 0;
      const answers = { [key]: TWO };
      expectFrozen(await ask(server, "", { method, ...other, state, answers }));
      expectFrozen(await ask(server, "", { method, ...same, state, answers, user: "eve" }));
      const changed = (state.startsWith("A") ? "B" : "A") + state.slice(1);
      expectFrozen(await ask(server, "", { method, ...same, state: changed, answers }));
      expectFrozen(await ask(server, "book", { state, answers }));
      expect(begun).toBe(0);
    });
  });

  it("is refused by every other method that asks, also for the same name", async () => {
    const server = make({ engine: createEngine() });
    const { state, key } = await suspended(server);
    const answers = { [key]: TWO };
    expectFrozen(await ask(server, "book", { method: "prompts/get", state, answers }));
    expectFrozen(
      await ask(server, "", { method: "resources/read", target: { uri: "book:table" }, state, answers }),
    );
    expect(begun).toBe(0);
  });

  it("means nothing to methods that never ask", async () => {
    const server = make({ engine: createEngine() });
    const { state } = await suspended(server);
    const listed = await ask(server, "", { method: "tools/list", target: {}, state: `${state}A` });
    expect(listed.result.tools).toHaveLength(2);
    expect(begun).toBe(0);
  });
});

describe("a run that learns more than a client is given to carry", () => {
  const LARGE = "x".repeat(100_000);

  function learner(options: Partial<ServerOptions>, sizes: readonly number[] = [LARGE.length]) {
    const server = makeServer(options);
    const ran: string[] = [];
    const thrown: unknown[] = [];
    server.tool("learn", {}, async (_input, ctx) => {
      for (const [index, size] of sizes.entries()) {
        try {
          const learned = await ctx.step(`step ${index}`, () => {
            ran.push(`step ${index}`);
            return "x".repeat(size);
          });
          if (learned.length !== size) return "something else came back";
        } catch (error) {
          thrown.push([index, (error as { code?: unknown }).code]);
          return "too much";
        }
        if (!(await ctx.confirm(`Go on after ${index}?`))) return "no";
      }
      return "done";
    });
    return { server, ran, thrown };
  }

  it("leaves it with the engine, and the client carries a short state", async () => {
    const { server, ran } = learner({ engine: createMemoryEngine() });
    const first = await ask(server, "learn");
    expect(first.isAsking).toBe(true);
    expect(first.state.length).toBeLessThan(500);
    const done = await ask(server, "learn", {
      state: first.state,
      answers: { [first.key]: accept({ confirmed: true }) },
    });
    expect(done.text).toBe("done");
    expect(ran).toEqual(["step 0"]);
  });

  it("is refused like any other where it was changed or borrowed", async () => {
    const { server, ran } = learner({ engine: createMemoryEngine() });
    const { state, key } = await ask(server, "learn");
    const answers = { [key]: accept({ confirmed: true }) };
    expectFrozen(await ask(server, "learn", { state, answers, user: "eve" }));
    expectFrozen(await ask(server, "learn", { state, answers, args: { other: true } }));
    for (let at = 0; at < state.length; at += 1) {
      const other = state.charAt(at) === "A" ? "B" : "A";
      expectFrozen(
        await ask(server, "learn", { state: state.slice(0, at) + other + state.slice(at + 1), answers }),
      );
    }
    expect(ran).toEqual(["step 0"]);
  });

  it("is refused once what was left is gone", async () => {
    const clock = createFakeClock({ now: 1_000_000 });
    const { server } = learner({ engine: createMemoryEngine({ clock }), clock });
    const { state, key } = await ask(server, "learn");
    await clock.advance(DAY);
    expectFrozen(await ask(server, "learn", { state, answers: { [key]: accept({ confirmed: true }) } }));
  });

  it("cannot leave it in the memory of a process that shares its keys: the step that is too much throws", async () => {
    const { server, ran, thrown } = learner({ engine: createMemoryEngine(), keys: [KEY] });
    expect((await ask(server, "learn")).text).toBe("too much");
    expect(ran).toEqual(["step 0"]);
    expect(thrown).toEqual([[0, "state-too-large"]]);
  });

  it("throws at the step that is too much together with those of earlier rounds", async () => {
    const { server, thrown } = learner(
      { engine: createMemoryEngine(), keys: [KEY] },
      [20_000, 20_000, 20_000],
    );
    let round = await ask(server, "learn");
    for (let left = 3; left > 0 && round.isAsking; left -= 1)
      round = await ask(server, "learn", {
        state: round.state,
        answers: { [round.key]: accept({ confirmed: true }) },
      });
    expect(round.text).toBe("too much");
    expect(thrown).toEqual([[2, "state-too-large"]]);
  });

  it("goes on without what was too much, and hears the same in every round", async () => {
    const server = makeServer({ engine: createMemoryEngine(), keys: [KEY] });
    const ran: string[] = [];
    const heard: unknown[] = [];
    server.tool("learn", {}, async (_input, ctx) => {
      const codes: unknown[] = [];
      const note = (error: { code?: unknown }): void => void codes.push(error.code);
      await ctx.step("large", () => LARGE.slice(0, ran.push("large") * LARGE.length)).catch(note);
      await ctx.step("small", () => ran.push("small")).catch(note);
      await ctx
        .elicit(form("Tell me everything.", { everything: field.string() }), { key: "all" })
        .catch(note);
      await ctx.confirm("Is that all?", { key: "sure" });
      heard.push(codes);
      return "done";
    });
    const one = await ask(server, "learn");
    const two = await ask(server, "learn", {
      state: one.state,
      answers: { all: accept({ everything: LARGE }) },
    });
    expect(two.keys).toEqual(["sure"]);
    const end = await ask(server, "learn", {
      state: two.state,
      answers: { sure: accept({ confirmed: true }) },
    });
    expect(end.text).toBe("done");
    expect(ran).toEqual(["large", "small"]);
    expect(heard).toEqual([["state-too-large", "state-too-large"]]);
  });

  it("counts bytes, not characters", async () => {
    const server = makeServer({ engine: createMemoryEngine(), keys: [KEY] });
    server.tool("learn", {}, async (_input, ctx) => {
      try {
        await ctx.step("umlauts", () => "ü".repeat(40_000));
      } catch (error) {
        return String((error as { code?: unknown }).code);
      }
      await ctx.confirm("Go on?");
      return "done";
    });
    expect((await ask(server, "learn")).text).toBe("state-too-large");
  });

  it("throws at the question whose answer is too much", async () => {
    const server = makeServer({ engine: createMemoryEngine(), keys: [KEY] });
    server.tool("learn", {}, async (_input, ctx) => {
      try {
        await ctx.elicit(form("Tell me everything.", { everything: field.string() }));
      } catch (error) {
        return String((error as { code?: unknown }).code);
      }
      return "done";
    });
    const { state, key } = await ask(server, "learn");
    const done = await ask(server, "learn", { state, answers: { [key]: accept({ everything: LARGE }) } });
    expect(done.text).toBe("state-too-large");
  });
});
