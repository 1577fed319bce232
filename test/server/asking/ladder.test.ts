// The ladder: who is asked where the client cannot be, how long the response is held, and how a call finds its
// question again.

import { describe, expect, it } from "vitest";
import {
  type Answer,
  allow,
  defineResponder,
  type Elicitation,
  field,
  form,
  type RespondOptions,
  type ServerOptions,
  url,
} from "../../../src/index.js";
import { createFakeClock } from "../../../src/testing/index.js";
import { engines } from "../async-engine.js";
import { readEvents } from "../event-stream.js";
import { doorOf, postModern } from "../speak.js";
import {
  ABLE,
  accept,
  answerIn,
  ask,
  callIn,
  gate,
  makeServer,
  openAbleSession,
  type Round,
  type RoundOptions,
  settle,
  textOf,
  YES,
} from "./talk.js";

const table = form("A table for how many?", { guests: field.integer({ minimum: 1 }) });
const TWO = accept({ guests: 2 }) as Answer;
const UNABLE: RoundOptions = { capabilities: {} };
const HOLD_MS = 50_000;

interface Asked extends RespondOptions {
  readonly elicitation: Elicitation;
  answer(answer: Answer | undefined): void;
  fail(error: Error): void;
}

/** A responder that leaves its answers to the test. */
function scripted(modes: readonly ("form" | "url")[] = ["form"]) {
  const asked: Asked[] = [];
  const responder = defineResponder(
    modes,
    (elicitation, options) =>
      new Promise((answer, fail) => {
        asked.push({ elicitation, ...options, answer, fail });
      }),
  );
  return { asked, responder };
}

describe.each(engines)("on an engine that %s", (_name, createEngine) => {
  function make(options: Partial<ServerOptions> = {}, modes?: readonly ("form" | "url")[]) {
    const { asked, responder } = scripted(modes);
    const clock = createFakeClock({ now: 1_000_000 });
    const server = makeServer({ engine: createEngine({ clock }), clock, responder, ...options });
    const told: unknown[] = [];
    server.tool("book", { input: { type: "object" } }, async (_input, ctx) => {
      const answer = await ctx.elicit(table, { key: "table" });
      told.push(answer);
      return JSON.stringify(answer);
    });
    /** The first question that the responder gets, once it is there. */
    const question = async (index = 0): Promise<Asked> => {
      for (let left = 200; left > 0; left -= 1) {
        const found = asked[index];
        if (found) return found;
        await settle(1);
      }
      throw new Error(`The responder was asked ${asked.length} times.`);
    };
    /** Makes a call and lets its hold run out. */
    const held = async (name: string, given: RoundOptions): Promise<Round> => {
      const reply = ask(server, name, given);
      await settle();
      await clock.advance(HOLD_MS + 1000);
      await settle();
      return reply;
    };
    return { server, clock, asked, told, question, held };
  }
  const parsed = ({ text }: Round): unknown => JSON.parse(text);

  describe("the client", () => {
    it("is asked where it can show the question, and nobody else", async () => {
      const { server, asked } = make();
      expect((await ask(server, "book")).keys).toEqual(["table"]);
      await settle();
      expect(asked).toEqual([]);
    });

    it.each([
      ["form", { elicitation: {} }, true],
      ["url", { elicitation: {} }, false],
      ["form", { elicitation: { form: {} } }, true],
      ["url", { elicitation: { form: {} } }, false],
      ["form", { elicitation: { url: {} } }, false],
      ["url", { elicitation: { url: {} } }, true],
      ["form", {}, false],
      ["url", {}, false],
    ] as const)("is asked for a %s when it declared %j: %s", async (mode, capabilities, isAsked) => {
      const server = makeServer({ engine: createEngine() });
      server.tool("ask", {}, async (_input, ctx) => {
        const page = url("Go there.", "https://example.com/");
        const answer = await (mode === "form" ? ctx.elicit(table) : ctx.elicit(page));
        return JSON.stringify([ctx.client.can(mode), answer]);
      });
      const round = await ask(server, "ask", { capabilities });
      expect(round.isAsking).toBe(isAsked);
      if (!isAsked) expect(parsed(round)).toEqual([false, { action: "unavailable", reason: "nobody" }]);
    });
  });

  describe("the responder", () => {
    it("is asked where the client cannot be, in the words that a person sees", async () => {
      const { server, question } = make();
      const reply = ask(server, "book", { ...UNABLE, args: { day: "monday" }, user: "bob" });
      const { elicitation, answer } = await question();
      expect(elicitation).toEqual({
        id: expect.any(String),
        key: "table",
        mode: "form",
        message: "A table for how many?",
        schema: table.schema,
        audience: undefined,
        expiresAt: undefined,
        asker: {
          server: "test",
          method: "tools/call",
          target: "book",
          arguments: { day: "monday" },
          client: "tester",
          principalId: "bob",
          runId: expect.any(String),
        },
      });
      answer(TWO);
      expect(parsed(await reply)).toEqual(TWO);
    });

    it.each<[string, Answer | undefined, object]>([
      ["an accept, with who gave it", { ...TWO, by: "carol" } as Answer, { ...TWO, by: "carol" }],
      ["a decline", { action: "decline", reason: "not today" }, { action: "decline", reason: "not today" }],
      ["a cancel", { action: "cancel", reason: "closed" }, { action: "cancel", reason: "closed" }],
      ["nothing", undefined, { action: "unavailable", reason: "nobody" }],
    ])("gives the handler %s", async (_which, given, heard) => {
      const { server, question } = make();
      const reply = ask(server, "book", UNABLE);
      (await question()).answer(given);
      expect(parsed(await reply)).toEqual(heard);
    });

    it("that fails is as if there were none, and the log says so", async () => {
      const errors: unknown[] = [];
      const logger = {
        debug() {},
        info() {},
        warn() {},
        error: (message: string) => void errors.push(message),
      };
      const { server, question } = make({ logger });
      const reply = ask(server, "book", UNABLE);
      (await question()).fail(new Error("broken"));
      expect(parsed(await reply)).toEqual({ action: "unavailable", reason: "nobody" });
      expect(errors).toHaveLength(1);
    });

    it("is not asked for what it cannot show", async () => {
      const { server, asked } = make({}, ["url"]);
      expect(parsed(await ask(server, "book", UNABLE))).toEqual({ action: "unavailable", reason: "nobody" });
      expect(asked).toEqual([]);
    });

    it("is asked for a page, with the address for its id", async () => {
      const { server, question } = make({}, ["url"]);
      server.tool("page", {}, async (_input, ctx) => {
        const answer = await ctx.openUrl("Go there.", (id) => `https://example.com/${id}`);
        return JSON.stringify(answer);
      });
      const reply = ask(server, "page", UNABLE);
      const { elicitation, answer } = await question();
      expect(elicitation).toMatchObject({ mode: "url", url: `https://example.com/${elicitation.id}` });
      answer({ action: "decline" });
      expect(parsed(await reply)).toEqual({ action: "decline" });
    });

    it("gets the questions of one round as a group", async () => {
      const { server, question } = make();
      server.tool("pair", {}, async (_input, ctx) => {
        await Promise.all([ctx.confirm("One?"), ctx.confirm("Two?")]);
        return String(await ctx.confirm("Three?"));
      });
      const reply = ask(server, "pair", UNABLE);
      const [one, two] = [await question(0), await question(1)];
      expect(two.group).toBe(one.group);
      expect(two.elicitation.id).not.toBe(one.elicitation.id);
      for (const { answer } of [one, two]) answer(YES as Answer);
      (await question(2)).answer(YES as Answer);
      expect((await reply).text).toBe("true");
    });

    it("is asked again when its answer is invalid, as another elicitation, three times", async () => {
      const { server, question } = make();
      const reply = ask(server, "book", UNABLE);
      const ids = new Set<string>();
      for (let index = 0; index < 4; index += 1) {
        const { elicitation, answer } = await question(index);
        ids.add(elicitation.id);
        answer(accept({ guests: 0 }) as Answer);
      }
      expect(ids.size).toBe(4);
      expect(parsed(await reply)).toEqual({ action: "cancel", reason: "the answers were invalid" });
    });

    it("is told that nobody waits any more when the call is cancelled", async () => {
      const { server, question, told } = make();
      const controller = new AbortController();
      const reply = ask(server, "book", { ...UNABLE, signal: controller.signal });
      const { signal, answer } = await question();
      expect(signal.aborted).toBe(false);
      controller.abort();
      await reply;
      expect(signal.aborted).toBe(true);
      answer(TWO);
      await settle();
      expect(told).toEqual([]);
    });
  });

  describe("a response that waits for the responder", () => {
    it("is held, with a sign of life, and brings the answer as soon as it is there", async () => {
      const { server, clock, question } = make();
      const response = await Promise.all([
        postModern(doorOf(server), "tools/call", { name: "book" }, { meta: { progressToken: "p" } }),
        (async () => {
          await question();
          await clock.advance(2000);
        })(),
      ]).then(([first]) => first);
      expect(response.headers.get("content-type")).toBe("text/event-stream");
      const stream = readEvents(response);
      await clock.advance(40_000);
      const progress = await stream.message();
      expect(progress).toMatchObject({ method: "notifications/progress", params: { progressToken: "p" } });
      (await question()).answer(TWO);
      let last = await stream.message();
      while (last.result === undefined) last = await stream.message();
      expect(JSON.parse(textOf(last.result))).toEqual(TWO);
    });

    it("is held with comments for a client that wants no progress", async () => {
      const { server, clock, question } = make();
      const [response] = await Promise.all([
        postModern(doorOf(server), "tools/call", { name: "book" }),
        (async () => {
          await question();
          await clock.advance(2000);
        })(),
      ]);
      const stream = readEvents(response);
      await clock.advance(30_000);
      expect(await stream.next()).toMatchObject({ comment: true });
      (await question()).answer(TWO);
      expect(JSON.parse(textOf((await stream.message()).result))).toEqual(TWO);
    });

    it("ends after `holdMs` with a state and no questions; the retry finds the same elicitation", async () => {
      const { server, asked, question, held, told } = make();
      const first = await held("book", UNABLE);
      expect(first.result).toMatchObject({ resultType: "input_required", requestState: expect.any(String) });
      expect(first.result).not.toHaveProperty("inputRequests");
      const retried = ask(server, "book", { ...UNABLE, state: first.state });
      await settle();
      expect(asked).toHaveLength(1);
      const { signal, answer } = await question();
      expect(signal.aborted).toBe(false);
      answer(TWO);
      expect(parsed(await retried)).toEqual(TWO);
      expect(told).toEqual([TWO]);
    });

    it("does not end while a step runs, and keeps what that gave", async () => {
      const { server, clock, question } = make();
      const [begun, work] = [gate(), gate()];
      let worked = 0;
      server.tool("both", {}, async (_input, ctx) => {
        const [answer, done] = await Promise.all([
          ctx.elicit(table),
          begun.opened.then(() =>
            ctx.step("work", async () => {
              worked += 1;
              await work.opened;
              return "done";
            }),
          ),
        ]);
        return JSON.stringify([answer, done]);
      });
      let isHeld = true;
      const reply = ask(server, "both", UNABLE).finally(() => {
        isHeld = false;
      });
      await question();
      await settle();
      begun.open();
      await settle();
      await clock.advance(HOLD_MS + 1000);
      await settle();
      expect([isHeld, worked]).toEqual([true, 1]);
      work.open();
      const { state, result } = await reply;
      expect(result).toMatchObject({ resultType: "input_required" });
      (await question()).answer(TWO);
      await settle();
      expect(parsed(await ask(server, "both", { ...UNABLE, state }))).toEqual([TWO, "done"]);
      expect(worked).toBe(1);
    });

    it("takes the answer that came between two rounds", async () => {
      const { server, asked, question, held } = make();
      const first = await held("book", UNABLE);
      (await question()).answer(TWO);
      await settle();
      expect(parsed(await ask(server, "book", { ...UNABLE, state: first.state }))).toEqual(TWO);
      expect(asked).toHaveLength(1);
    });

    it("is held from the beginning of its run on, work before the question included", async () => {
      const { server, clock, question } = make();
      server.tool("slow", {}, async (_input, ctx) => {
        await ctx.step("work", () => clock.advance(20_000));
        return (await ctx.elicit(table)).action;
      });
      const reply = ask(server, "slow", UNABLE);
      await question();
      await settle();
      await clock.advance(HOLD_MS - 20_000 + 1000);
      expect((await reply).isAsking).toBe(true);
    });

    it("leaves no timer behind when it is answered", async () => {
      const { server, clock, question } = make();
      const before = clock.pendingTimers;
      const reply = ask(server, "book", UNABLE);
      const { answer } = await question();
      await settle();
      expect(clock.pendingTimers).toBeGreaterThan(before);
      answer(TWO);
      await reply;
      await settle();
      expect(clock.pendingTimers).toBe(before);
    });

    it("is as long as the server says", async () => {
      const { server, clock, question } = make({ asking: { holdMs: 5000 } });
      const reply = ask(server, "book", UNABLE);
      await question();
      await clock.advance(6000);
      expect((await reply).isAsking).toBe(true);
    });

    it("does not take the answer from the client", async () => {
      const { server, question, held, told } = make();
      const first = await held("book", UNABLE);
      const retried = ask(server, "book", {
        ...UNABLE,
        state: first.state,
        answers: { table: accept({ guests: 9 }) },
      });
      await settle();
      expect(told).toEqual([]);
      (await question()).answer(TWO);
      expect(parsed(await retried)).toEqual(TWO);
    });

    it("is not answered by a client that was not asked, though it could be by now", async () => {
      const { server, held, told } = make();
      const first = await held("book", UNABLE);
      const answers = { table: accept({ guests: 9 }) };
      const second = await ask(server, "book", { state: first.state, answers });
      expect([second.keys, told]).toEqual([["table"], []]);
      expect(parsed(await ask(server, "book", { state: second.state, answers: { table: TWO } }))).toEqual(
        TWO,
      );
    });

    it("ends at the deadline of the question with `timeout`, and the responder is told", async () => {
      const { server, clock, question } = make();
      server.tool("hurry", {}, async (_input, ctx) =>
        JSON.stringify(await ctx.elicit(table, { timeoutMs: 10_000 })),
      );
      const reply = ask(server, "hurry", UNABLE);
      const { signal, elicitation } = await question();
      expect(elicitation.expiresAt).toBe(1_010_000);
      await clock.advance(11_000);
      expect(parsed(await reply)).toEqual({ action: "timeout" });
      expect(signal.aborted).toBe(true);
    });
  });

  describe("a call that was held for too long", () => {
    /** Holds four times: the first and three more. */
    async function giveUp(args: object = { day: "monday" }, options: Partial<ServerOptions> = {}) {
      const made = make(options);
      let round = await made.held("book", { ...UNABLE, args });
      for (let again = 1; again <= 3; again += 1) {
        expect(round.isAsking).toBe(true);
        round = await made.held("book", { ...UNABLE, args, state: round.state });
      }
      return { ...made, args, round, first: await made.question() };
    }

    it("is told `waiting` after three rounds, with the id; the elicitation stays open", async () => {
      const { round, first, asked } = await giveUp();
      expect(parsed(round)).toEqual({ action: "unavailable", reason: "waiting", id: first.elicitation.id });
      expect(asked).toHaveLength(1);
      expect(first.signal.aborted).toBe(false);
    });

    it("made again with the same arguments picks up the answer that came meanwhile", async () => {
      const { server, first, args, asked } = await giveUp();
      first.answer(TWO);
      await settle();
      expect(parsed(await ask(server, "book", { ...UNABLE, args }))).toEqual(TWO);
      expect(asked).toHaveLength(1);
    });

    it("made again while nobody answered yet waits for the same elicitation", async () => {
      const { server, first, args, asked } = await giveUp();
      const again = ask(server, "book", { ...UNABLE, args });
      await settle();
      expect(asked).toHaveLength(1);
      first.answer(TWO);
      expect(parsed(await again)).toEqual(TWO);
    });

    it.each([0, 1, 2, 3, 4, 6, 8, 12, 60])(
      "made again, with a response that breaks after %d turns, leaves it open for the next time",
      async (turns) => {
        const { server, first, args, asked } = await giveUp();
        const controller = new AbortController();
        const broken = ask(server, "book", { ...UNABLE, args, signal: controller.signal });
        await settle(turns);
        controller.abort();
        expect((await broken).status).toBe(499);
        await settle();
        expect(first.signal.aborted).toBe(false);
        first.answer(TWO);
        await settle();
        expect(parsed(await ask(server, "book", { ...UNABLE, args }))).toEqual(TWO);
        expect(asked).toHaveLength(1);
      },
    );

    it("made again goes on with it over further rounds, and can give up again", async () => {
      const { server, first, args, asked, held } = await giveUp();
      let round = await held("book", { ...UNABLE, args });
      for (let again = 1; again <= 3; again += 1)
        round = await held("book", { ...UNABLE, args, state: round.state });
      expect(parsed(round)).toEqual({ action: "unavailable", reason: "waiting", id: first.elicitation.id });
      first.answer(TWO);
      await settle();
      expect(parsed(await ask(server, "book", { ...UNABLE, args }))).toEqual(TWO);
      expect(asked).toHaveLength(1);
    });

    it("leaves its answer to itself: other arguments and other principals ask anew", async () => {
      const { server, first, asked } = await giveUp();
      first.answer(TWO);
      await settle();
      void ask(server, "book", { ...UNABLE, args: { day: "tuesday" } });
      void ask(server, "book", { ...UNABLE, args: { day: "monday" }, user: "eve" });
      await settle();
      expect(asked).toHaveLength(3);
      expect(new Set(asked.map(({ elicitation }) => elicitation.id)).size).toBe(3);
    });

    it("asks anew where nobody is signed in: callers cannot be told apart", async () => {
      const args = { day: "monday" };
      const { server, first, asked } = await giveUp(args, { connect: () => allow() });
      first.answer(TWO);
      await settle();
      void ask(server, "book", { ...UNABLE, args });
      await settle();
      expect(asked).toHaveLength(2);
    });

    it("goes on to its next question, which is waited for as long as the one before", async () => {
      const { server, held } = make();
      const next = form("And when?", { hour: field.integer({}) });
      server.tool("two", {}, async (_input, ctx) => {
        const one = await ctx.elicit(table);
        const two = await ctx.elicit(next);
        return `${one.action}, ${two.action}`;
      });
      let round = await held("two", UNABLE);
      let count = 1;
      for (; round.isAsking; count += 1) round = await held("two", { ...UNABLE, state: round.state });
      expect([count, round.text]).toEqual([8, "unavailable, unavailable"]);
    });

    it("gives its answer once: the call after that asks anew", async () => {
      const { server, first, args, asked } = await giveUp();
      first.answer(TWO);
      await settle();
      await ask(server, "book", { ...UNABLE, args });
      void ask(server, "book", { ...UNABLE, args });
      await settle();
      expect(asked).toHaveLength(2);
    });
  });

  describe("in the legacy era, the responder", () => {
    async function start(capabilities: object = {}) {
      const made = make();
      const session = await openAbleSession(made.server, { capabilities });
      return { ...made, session };
    }

    it("is waited for as long as it takes", async () => {
      const { session, question, clock } = await start();
      const stream = callIn(session, "book");
      const { answer } = await question();
      await clock.advance(3 * HOLD_MS);
      answer(TWO);
      expect(JSON.parse(textOf((await (await stream).message()).result))).toEqual(TWO);
    });

    it("is told when the call is cancelled", async () => {
      const { session, question, told } = await start();
      void callIn(session, "book");
      const { signal } = await question();
      await session.notify("notifications/cancelled", { requestId: 1 });
      await settle();
      expect(signal.aborted).toBe(true);
      expect(told).toEqual([]);
    });

    it("is not asked where the client is", async () => {
      const { session, asked } = await start(ABLE);
      const stream = await callIn(session, "book");
      await answerIn(session, await stream.message(), TWO);
      expect(asked).toEqual([]);
    });
  });

  describe("`audience`", () => {
    function addOther(made: ReturnType<typeof make>) {
      made.server.tool("approve", {}, async (_input, ctx) =>
        String(await ctx.confirm("Pay?", { key: "pay", audience: "boss" })),
      );
      return made;
    }

    it("skips the client, however able, and tells the responder who is to answer", async () => {
      const { server, question } = addOther(make());
      const reply = ask(server, "approve");
      const { elicitation, answer } = await question();
      expect(elicitation.audience).toBe("boss");
      answer(YES as Answer);
      expect((await reply).text).toBe("true");
    });

    it("takes no answer from the caller, with a state or without", async () => {
      const { server, held, question } = addOther(make());
      const first = await held("approve", { answers: { pay: YES } });
      expect(first.isAsking).toBe(true);
      expect(first.keys).toEqual([]);
      const retried = ask(server, "approve", { state: first.state, answers: { pay: YES } });
      await settle();
      (await question()).answer({ action: "decline" });
      expect((await retried).text).toBe("false");
    });

    it("skips the client in the legacy era too", async () => {
      const { server, question } = addOther(make());
      const session = await openAbleSession(server);
      const reply = session.callTool("approve");
      (await question()).answer(YES as Answer);
      expect(textOf((await reply).result)).toBe("true");
    });

    it("without a responder is nobody", async () => {
      const server = makeServer({ engine: createEngine() });
      server.tool("approve", {}, async (_input, ctx) =>
        JSON.stringify(await ctx.elicit(table, { audience: "boss" })),
      );
      expect(parsed(await ask(server, "approve"))).toEqual({ action: "unavailable", reason: "nobody" });
    });
  });

  describe('`offer: "both"`', () => {
    function makeBoth() {
      const made = make();
      made.server.tool("both", {}, async (_input, ctx) => {
        const answer = await ctx.elicit(table, { key: "table", offer: "both" });
        made.told.push(answer);
        return JSON.stringify(answer);
      });
      return made;
    }

    it("asks the client and the responder at once; the responder may be first", async () => {
      const { server, question } = makeBoth();
      const first = await ask(server, "both");
      expect(first.keys).toEqual(["table"]);
      (await question()).answer(TWO);
      await settle();
      expect(parsed(await ask(server, "both", { state: first.state }))).toEqual(TWO);
    });

    it("takes the first answer when both have come", async () => {
      const { server, question, told } = makeBoth();
      const first = await ask(server, "both");
      (await question()).answer(TWO);
      await settle();
      const late = { state: first.state, answers: { table: accept({ guests: 9 }) } };
      expect(parsed(await ask(server, "both", late))).toEqual(TWO);
      expect(told).toEqual([TWO]);
    });

    it("tells the responder when the client was first", async () => {
      const { server, question } = makeBoth();
      const first = await ask(server, "both");
      const { signal, answer } = await question();
      const done = await ask(server, "both", { state: first.state, answers: { table: TWO } });
      expect(parsed(done)).toEqual(TWO);
      expect(signal.aborted).toBe(true);
      answer(accept({ guests: 9 }) as Answer);
    });

    it("takes no answer that comes before anything was asked", async () => {
      const { server, told } = makeBoth();
      const first = await ask(server, "both", { answers: { table: accept({ guests: 9 }) } });
      expect([first.keys, told]).toEqual([["table"], []]);
    });

    it("takes no answer of the client after the deadline, though the responder might have moved it", async () => {
      const responder = Object.assign(scripted().responder, { deadline: async () => undefined });
      const { server, clock } = make({ responder });
      server.tool("hurry", {}, async (_input, ctx) =>
        JSON.stringify(await ctx.elicit(table, { key: "table", offer: "both", timeoutMs: 10_000 })),
      );
      const { state } = await ask(server, "hurry");
      await clock.advance(11_000);
      const late = await ask(server, "hurry", { state, answers: { table: TWO } });
      expect(parsed(late)).toEqual({ action: "timeout" });
    });

    it("asks the client again while neither has answered, and the responder only once", async () => {
      const { server, asked } = makeBoth();
      let round = await ask(server, "both");
      for (let left = 3; left > 0; left -= 1) {
        round = await ask(server, "both", { state: round.state });
        expect(round.keys).toEqual(["table"]);
      }
      await settle();
      expect(asked).toHaveLength(1);
    });

    it("cancels the client's question in the legacy era when the responder was first", async () => {
      const { server, question } = makeBoth();
      const session = await openAbleSession(server);
      const stream = await callIn(session, "both");
      const asked = await stream.message();
      expect(asked.method).toBe("elicitation/create");
      (await question()).answer(TWO);
      expect(await stream.message()).toMatchObject({
        method: "notifications/cancelled",
        params: { requestId: asked.id },
      });
      expect(JSON.parse(textOf((await stream.message()).result))).toEqual(TWO);
    });

    it("tells the responder in the legacy era when the client was first", async () => {
      const { server, question } = makeBoth();
      const session = await openAbleSession(server);
      const stream = await callIn(session, "both");
      const asked = await stream.message();
      const { signal } = await question();
      await answerIn(session, asked, TWO);
      expect(JSON.parse(textOf((await stream.message()).result))).toEqual(TWO);
      expect(signal.aborted).toBe(true);
    });
  });

  describe("a client that can be asked, beside a responder", () => {
    it("is asked at once, not after a hold", async () => {
      const { server, clock } = make();
      const before = clock.now();
      expect((await ask(server, "book")).keys).toEqual(["table"]);
      expect(clock.now()).toBe(before);
    });
  });

  describe("`sample` and `roots`", () => {
    const request = {
      messages: [{ role: "user" as const, content: { type: "text" as const, text: "Hi" } }],
      maxTokens: 10,
    };
    const SAMPLE = { role: "assistant", model: "m", content: { type: "text", text: "hello" } };
    const ROOTS = { roots: [{ uri: "file:///a", name: "a" }] };

    function makeClientTools() {
      const clock = createFakeClock({ now: 1_000_000 });
      const server = makeServer({ engine: createEngine({ clock }), clock, responder: scripted().responder });
      const failure = (error: { code?: unknown }): string => `failed: ${error.code}`;
      server.tool("sample", {}, (_input, ctx) =>
        ctx.sample(request, { key: "k", timeoutMs: 1000 }).then(({ model }) => model, failure),
      );
      server.tool("roots", {}, (_input, ctx) =>
        ctx.roots({ key: "k", timeoutMs: 1000 }).then((roots) => JSON.stringify(roots), failure),
      );
      return { server, clock };
    }

    it.each([
      ["sample", "sampling/createMessage", SAMPLE, "m"],
      ["roots", "roots/list", ROOTS, JSON.stringify(ROOTS.roots)],
    ])("come from the client, in both eras: %s", async (name, method, result, heard) => {
      const { server } = makeClientTools();
      const first = await ask(server, name);
      expect(first.questions.k?.method).toBe(method);
      expect((await ask(server, name, { state: first.state, answers: { k: result } })).text).toBe(heard);
      const session = await openAbleSession(server);
      const stream = await callIn(session, name);
      const question = await stream.message();
      expect(question.method).toBe(method);
      await answerIn(session, question, result);
      expect(textOf((await stream.message()).result)).toBe(heard);
    });

    it.each(["sample", "roots"])(
      "reject with `missing-capability` where the client cannot: %s",
      async (name) => {
        const { server } = makeClientTools();
        const capabilities = { elicitation: { form: {} } };
        expect((await ask(server, name, { capabilities })).text).toBe("failed: missing-capability");
        const session = await openAbleSession(server, { capabilities });
        expect(textOf((await session.callTool(name)).result)).toBe("failed: missing-capability");
      },
    );

    it.each(["sample", "roots"])("reject when the client fails, or takes too long: %s", async (name) => {
      const { server, clock } = makeClientTools();
      const session = await openAbleSession(server);
      const failed = await callIn(session, name, {}, 1);
      const error = { code: -32603, message: "no" };
      await session.post({ jsonrpc: "2.0", id: (await failed.message()).id, error });
      expect(textOf((await failed.message()).result)).toBe("failed: client-failed");
      const slow = await callIn(session, name, {}, 2);
      await slow.message();
      await clock.advance(2000);
      expect((await slow.message()).method).toBe("notifications/cancelled");
      expect(textOf((await slow.message()).result)).toBe("failed: timed-out");
      const first = await ask(server, name);
      await clock.advance(1000);
      expect((await ask(server, name, { state: first.state })).text).toBe("failed: timed-out");
    });

    it.each(["sample", "roots"])("refuse what is no result of theirs: %s", async (name) => {
      const { server } = makeClientTools();
      const { state } = await ask(server, name);
      const refused = await ask(server, name, { state, answers: { k: { action: "accept" } } });
      expect(refused.error.code).toBe(-32602);
    });
  });

  describe("`requires`", () => {
    function makeRequiring() {
      const server = makeServer({ engine: createEngine() });
      const began: string[] = [];
      const requires = { elicitation: { form: {} } };
      server.tool("needs", { requires }, async (_input, ctx) => {
        began.push("needs");
        return String(await ctx.confirm("Sure?"));
      });
      return { server, began };
    }

    it.each([[{}], [{ elicitation: { url: {} } }], [{ sampling: {} }]])(
      "is checked before the handler runs: %j is -32021",
      async (capabilities) => {
        const { server, began } = makeRequiring();
        const { error } = await ask(server, "needs", { capabilities });
        expect(error).toMatchObject({
          code: -32021,
          data: { requiredCapabilities: { elicitation: { form: {} } } },
        });
        expect(began).toEqual([]);
      },
    );

    it.each([[{ elicitation: {} }], [{ elicitation: { form: {} } }], [ABLE]])(
      "lets %j in",
      async (capabilities) => {
        const { server } = makeRequiring();
        expect((await ask(server, "needs", { capabilities })).isAsking).toBe(true);
      },
    );

    it("is checked in every round", async () => {
      const { server, began } = makeRequiring();
      const { state, key } = await ask(server, "needs");
      const { error } = await ask(server, "needs", { state, answers: { [key]: YES }, capabilities: {} });
      expect(error.code).toBe(-32021);
      expect(began).toHaveLength(1);
      expect((await ask(server, "needs", { state, answers: { [key]: YES } })).text).toBe("true");
    });
  });

  describe("`maxWaiting`", () => {
    it("keeps one principal from having too many wait: the next question is `limited`", async () => {
      const { server, question } = make({ asking: { maxWaiting: 2 } });
      const replies = [1, 2].map((day) => ask(server, "book", { ...UNABLE, args: { day } }));
      await question(1);
      const third = await ask(server, "book", { ...UNABLE, args: { day: 3 } });
      expect(parsed(third)).toMatchObject({ action: "unavailable", reason: "limited" });
      const other = ask(server, "book", { ...UNABLE, user: "eve" });
      (await question(2)).answer(TWO);
      expect(parsed(await other)).toEqual(TWO);
      for (const index of [0, 1]) (await question(index)).answer(TWO);
      for (const reply of replies) expect(parsed(await reply)).toEqual(TWO);
      const fourth = ask(server, "book", { ...UNABLE, args: { day: 4 } });
      (await question(3)).answer(TWO);
      expect(parsed(await fourth)).toEqual(TWO);
    });
  });
});
