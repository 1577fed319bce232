// What somebody tries who wants an answer to count for more than it was given for, or a server to keep more than it has to.

import { describe, expect, it } from "vitest";
import * as z from "zod";
import {
  type Answer,
  allow,
  defineResponder,
  type Elicitation,
  type Engine,
  field,
  form,
  type Server,
  type ServerOptions,
} from "../../../src/index.js";
import { createFakeClock, type FakeClock } from "../../../src/testing/index.js";
import { engines } from "../async-engine.js";
import { readEvents } from "../event-stream.js";
import { doorOf, type Message, modernBody, modernHeaders, type Session } from "../speak.js";
import {
  ABLE,
  accept,
  answerIn,
  ask,
  callBody,
  callIn,
  FROZEN,
  gate,
  makeServer,
  openAbleSession,
  type Round,
  settle,
  textOf,
  YES,
} from "./talk.js";

const input = { type: "object" } as const;
const OK = accept({ ok: true });
const MEBIBYTE = 1024 * 1024;

interface AskedOutside {
  readonly elicitation: Elicitation;
  answer(answer: object): void;
}

/** A responder that a test answers for, in the order of what was asked. */
function scriptedResponder(modes: readonly ("form" | "url")[] = ["form"]) {
  const asked: AskedOutside[] = [];
  const woken = new Set<() => void>();
  const responder = defineResponder(
    modes,
    (elicitation) =>
      new Promise<Answer | undefined>((resolve) => {
        asked.push({ elicitation, answer: (answer) => resolve(answer as Answer) });
        for (const wake of woken) wake();
      }),
  );
  /** What was asked as the n-th, as soon as it is. */
  async function nth(count: number): Promise<AskedOutside> {
    for (;;) {
      const found = asked[count - 1];
      if (found !== undefined) return found;
      await new Promise<void>((resolve) => woken.add(resolve));
    }
  }
  return { asked, responder, nth, messages: () => asked.map(({ elicitation }) => elicitation.message) };
}

/** True when nothing comes of it without something from outside. */
async function isWaiting(promise: Promise<unknown>): Promise<boolean> {
  const waits = Symbol("waits");
  return (await Promise.race([promise, settle(120).then(() => waits)])) === waits;
}

/** Ends a modern round that is held for somebody. */
async function heldToItsEnd(clock: FakeClock, round: Promise<Round>): Promise<Round> {
  await settle();
  await clock.advance(50_000);
  return round;
}

/** Everything that an engine keeps in its records. */
async function kept(engine: Engine): Promise<{ readonly records: number; readonly characters: number }> {
  const records = await engine.records.list("", undefined, 10_000);
  return { records: records.length, characters: records.reduce((sum, { value }) => sum + value.length, 0) };
}

const idOfPage = (href: unknown): string => new URL(String(href)).searchParams.get("id") ?? "";

describe.each(engines)("on an engine that %s", (_name, createEngine) => {
  const make = (options: Partial<ServerOptions> = {}): Server =>
    makeServer({ engine: createEngine(), ...options });

  describe("a JSON-RPC id that a session uses again", () => {
    /** A server whose tool `pay` asks somebody, and the ids of its runs. */
    function makePay(options: Partial<ServerOptions>, audience?: string) {
      const server = make(options);
      const runs: string[] = [];
      server.tool("pay", { input }, async ({ amount }, ctx) => {
        runs.push(ctx.run.id);
        const question = form(`Pay ${amount}?`, { ok: field.boolean({}) });
        const { action } = await ctx.elicit(question, { key: "approve", ...(audience && { audience }) });
        return `${amount} ${action}`;
      });
      return { server, runs };
    }

    /** The text of a call's result, whatever comes before it. */
    async function pay(session: Session, amount: number, id = 7): Promise<string> {
      const response = await session.post(callBody("pay", { amount }, id));
      if (response.headers.get("content-type") !== "text/event-stream")
        return textOf(((await response.json()) as Message).result);
      const stream = readEvents(response);
      for (;;) {
        const message = await stream.message();
        if (message.id === id && message.method === undefined) return textOf(message.result);
      }
    }

    it("does not get what a responder answered to the earlier call", async () => {
      const { responder, nth, asked } = scriptedResponder();
      const { server, runs } = makePay({ responder }, "boss");
      const session = await openAbleSession(server);
      const first = pay(session, 10);
      (await nth(1)).answer(OK);
      expect(await first).toBe("10 accept");
      const second = pay(session, 1000);
      const { elicitation, answer } = await nth(2);
      expect(elicitation.message).toBe("Pay 1000?");
      expect(elicitation.id).not.toBe(asked[0]?.elicitation.id);
      expect(await isWaiting(second)).toBe(true);
      answer({ action: "decline" });
      expect(await second).toBe("1000 decline");
      expect(new Set(runs).size).toBe(2);
    });

    it("does not get what a responder answered to the same call before", async () => {
      const { responder, nth } = scriptedResponder();
      const { server, runs } = makePay({ responder }, "boss");
      const session = await openAbleSession(server);
      const first = pay(session, 10);
      (await nth(1)).answer(OK);
      expect(await first).toBe("10 accept");
      const second = pay(session, 10);
      (await nth(2)).answer({ action: "decline" });
      expect(await second).toBe("10 decline");
      expect(new Set(runs).size).toBe(2);
    });

    it("does not get what a responder answers to a call with other arguments that is under way", async () => {
      const { responder, nth, messages } = scriptedResponder();
      const { server, runs } = makePay({ responder }, "boss");
      const session = await openAbleSession(server);
      const first = pay(session, 10);
      const { answer } = await nth(1);
      const second = pay(session, 1000);
      const other = await nth(2);
      expect(messages()).toEqual(["Pay 10?", "Pay 1000?"]);
      answer(OK);
      expect(await first).toBe("10 accept");
      expect(await isWaiting(second)).toBe(true);
      other.answer({ action: "decline" });
      expect(await second).toBe("1000 decline");
      expect(new Set(runs).size).toBe(2);
    });

    it("does not get what the client answers to a call with other arguments that is under way", async () => {
      const { server, runs } = makePay({});
      const session = await openAbleSession(server);
      const first = await callIn(session, "pay", { amount: 10 }, 7);
      const question = await first.message();
      const second = await callIn(session, "pay", { amount: 1000 }, 7);
      const other = await second.message();
      expect(other.params?.message).toBe("Pay 1000?");
      expect(other.id).not.toBe(question.id);
      await answerIn(session, question, OK);
      expect(textOf((await first.message()).result)).toBe("10 accept");
      await answerIn(session, other, { action: "decline" });
      expect(textOf((await second.message()).result)).toBe("1000 decline");
      expect(new Set(runs).size).toBe(2);
    });

    it("does not get what the client answers to a call with other arguments that asks the same", async () => {
      const server = make();
      server.tool("pay", { input }, async ({ amount }, ctx) => `${amount} ${await ctx.confirm("Pay?")}`);
      const session = await openAbleSession(server);
      const streams = [10, 1000].map((amount) => callIn(session, "pay", { amount }, 7));
      const [first, second] = await Promise.all(streams);
      const [question, other] = [await first?.message(), await second?.message()];
      expect(other?.params).toEqual(question?.params);
      expect(other?.id).not.toBe(question?.id);
    });

    it("does not get a reply to the earlier call that another node was given", async () => {
      const engine: Engine = { ...createEngine(), shared: true };
      const keys = ["a key of two nodes, long enough to be one"];
      const [{ server: one }, { server: two }] = [makePay({ engine, keys }), makePay({ engine, keys })];
      const session = await openAbleSession(one);
      const first = await callIn(session, "pay", { amount: 10 }, 7);
      const question = await first.message();
      await answerIn(session.through(two), question, OK);
      expect(textOf((await first.message()).result)).toBe("10 accept");
      const second = await callIn(session, "pay", { amount: 1000 }, 7);
      const other = await second.message();
      const outcome = second.message();
      expect(await isWaiting(outcome)).toBe(true);
      await answerIn(session, other, { action: "decline" });
      expect(textOf((await outcome).result)).toBe("1000 decline");
    });

    it("does not get a page that was completed for the earlier call", async () => {
      const server = make();
      const runs: string[] = [];
      server.tool("pay", { input }, async ({ amount }, ctx) => {
        runs.push(ctx.run.id);
        const page = (id: string): string => `https://pay.example/${amount}?id=${id}`;
        const { action } = await ctx.openUrl("Pay", page, { key: "approve" });
        return `${amount} ${action}`;
      });
      const session = await openAbleSession(server);
      const first = await callIn(session, "pay", { amount: 10 }, 7);
      const { params } = await first.message();
      expect(await server.elicitations.complete(String(params?.elicitationId))).toBe(true);
      const second = await callIn(session, "pay", { amount: 1000 }, 7);
      const other = await second.message();
      expect(other.method).toBe("elicitation/create");
      expect(other.params?.elicitationId).not.toBe(params?.elicitationId);
      await answerIn(session, other, { action: "decline" });
      expect(textOf((await second.message()).result)).toBe("1000 decline");
      expect(new Set(runs).size).toBe(2);
    });

    it("asks with one id when the same call is dispatched twice at the same time, and both finish", async () => {
      const { server, runs } = makePay({});
      const session = await openAbleSession(server);
      const first = await callIn(session, "pay", { amount: 10 }, 7);
      const question = await first.message();
      const second = await callIn(session, "pay", { amount: 10 }, 7);
      expect((await second.message()).id).toBe(question.id);
      await answerIn(session, question, OK);
      for (const stream of [first, second]) expect(textOf((await stream.message()).result)).toBe("10 accept");
      expect(runs).toHaveLength(2);
      expect(new Set(runs).size).toBe(1);
    });

    it("asks a responder once when the same call is dispatched twice at the same time, and both finish", async () => {
      const { responder, nth, asked } = scriptedResponder();
      const { server } = makePay({ responder }, "boss");
      const session = await openAbleSession(server);
      const both = [pay(session, 10), pay(session, 10)];
      const { answer } = await nth(1);
      await settle();
      expect(asked).toHaveLength(1);
      answer(OK);
      expect(await Promise.all(both)).toEqual(["10 accept", "10 accept"]);
    });
  });

  describe("an answer from outside", () => {
    it("of a responder counts only for the wording it was given for", async () => {
      const { responder, nth } = scriptedResponder();
      const clock = createFakeClock();
      const server = make({ responder, clock, engine: createEngine({ clock }) });
      let price = 10;
      server.tool("pay", { input }, async (_input, ctx) => {
        const asked = price;
        const question = form(`Pay ${asked}?`, { ok: field.boolean({}) });
        const { action } = await ctx.elicit(question, { key: "approve", audience: "boss" });
        return `${asked} ${action}`;
      });
      const { state } = await heldToItsEnd(clock, ask(server, "pay"));
      const first = await nth(1);
      first.answer(OK);
      await settle();
      price = 1000;
      const second = ask(server, "pay", { state });
      const { elicitation, answer } = await nth(2);
      expect(elicitation.message).toBe("Pay 1000?");
      expect(elicitation.id).not.toBe(first.elicitation.id);
      expect(await isWaiting(second)).toBe(true);
      answer({ action: "decline" });
      expect((await second).text).toBe("1000 decline");
    });

    it("of a responder is not taken when it comes after the question was reworded", async () => {
      const { responder, nth } = scriptedResponder();
      const clock = createFakeClock();
      const server = make({ responder, clock, engine: createEngine({ clock }) });
      let price = 10;
      server.tool("pay", { input }, async (_input, ctx) => {
        const asked = price;
        const question = form(`Pay ${asked}?`, { ok: field.boolean({}) });
        const { action } = await ctx.elicit(question, { key: "approve", audience: "boss" });
        return `${asked} ${action}`;
      });
      const { state } = await heldToItsEnd(clock, ask(server, "pay"));
      const first = await nth(1);
      price = 1000;
      const second = ask(server, "pay", { state });
      const { answer } = await nth(2);
      first.answer(OK);
      expect(await isWaiting(second)).toBe(true);
      answer({ action: "decline" });
      expect((await second).text).toBe("1000 decline");
    });

    it.each([
      ["wording", (price: number) => ({ message: `Pay ${price}?`, path: "" })],
      ["address", (price: number) => ({ message: "Pay?", path: `/${price}` })],
    ] as const)("that completes a page counts only for the %s it was given for", async (_what, pageOf) => {
      const server = make();
      let price = 10;
      server.tool("pay", { input }, async (_input, ctx) => {
        const asked = price;
        const { message, path } = pageOf(asked);
        const page = (id: string): string => `https://pay.example${path}?id=${id}`;
        const { action } = await ctx.openUrl(message, page, { key: "approve" });
        return `${asked} ${action}`;
      });
      const { state, questions } = await ask(server, "pay");
      expect(await server.elicitations.complete(idOfPage(questions.approve?.params.url))).toBe(true);
      price = 1000;
      const again = await ask(server, "pay", { state, answers: { approve: { action: "accept" } } });
      expect(again.text).toBe("");
      expect(again.keys).toEqual(["approve"]);
    });

    it("that completes a page late does not count for the address that has taken its place", async () => {
      const server = make();
      let price = 10;
      server.tool("pay", { input }, async (_input, ctx) => {
        const asked = price;
        const page = (id: string): string => `https://pay.example/${asked}?id=${id}`;
        const { action } = await ctx.openUrl("Pay?", page, { key: "approve" });
        return `${asked} ${action}`;
      });
      const answers = { approve: { action: "accept" } };
      const first = await ask(server, "pay");
      price = 1000;
      const second = await ask(server, "pay", { state: first.state, answers });
      expect(second.questions.approve?.params.url).toContain("/1000?");
      await server.elicitations.complete(idOfPage(first.questions.approve?.params.url));
      const third = ask(server, "pay", { state: second.state, answers });
      expect(await isWaiting(third)).toBe(true);
      await server.elicitations.complete(idOfPage(second.questions.approve?.params.url));
      expect((await third).text).toBe("1000 accept");
    });
  });

  describe("the caller's answer", () => {
    const question = form("Approve?", { ok: field.boolean({}) });

    it("is not taken for the one of another audience that has the same key and wording", async () => {
      const { responder, nth } = scriptedResponder();
      const server = make({ responder });
      let audience: string | undefined;
      server.tool("pay", { input }, async (_input, ctx) => {
        const { action } = await ctx.elicit(question, { key: "k", ...(audience && { audience }) });
        return action;
      });
      const { state, keys } = await ask(server, "pay");
      expect(keys).toEqual(["k"]);
      audience = "boss";
      const second = ask(server, "pay", { state, answers: { k: OK } });
      const { answer } = await nth(1);
      expect(await isWaiting(second)).toBe(true);
      answer({ action: "decline" });
      expect((await second).text).toBe("decline");
    });

    it("is not taken for the one of another audience when the two are asked in another order", async () => {
      const { responder, nth } = scriptedResponder();
      const server = make({ responder });
      const late = gate();
      let isFirst = true;
      server.tool("pay", { input }, async (_input, ctx) => {
        const isUserFirst = isFirst;
        const user = async () => {
          if (!isUserFirst) await late.opened;
          return (await ctx.elicit(question)).action;
        };
        const boss = async () => {
          if (isUserFirst) await late.opened;
          return (await ctx.elicit(question, { audience: "boss" })).action;
        };
        return JSON.stringify(await Promise.all([user(), boss()]));
      });
      const { state, key } = await ask(server, "pay");
      isFirst = false;
      const second = ask(server, "pay", { state, answers: { [key]: OK } });
      const { answer } = await nth(1);
      expect(await isWaiting(second)).toBe(true);
      late.open();
      answer({ action: "decline" });
      expect((await second).text).toBe('["accept","decline"]');
    });

    it("is not taken for another audience when it comes before anything was asked", async () => {
      const { responder, nth } = scriptedResponder();
      const server = make({ responder });
      server.tool("pay", { input }, async (_input, ctx) => {
        const { action } = await ctx.elicit(question, { key: "k", audience: "boss" });
        return action;
      });
      const first = ask(server, "pay", { answers: { k: OK } });
      const { answer } = await nth(1);
      expect(await isWaiting(first)).toBe(true);
      answer({ action: "decline" });
      expect((await first).text).toBe("decline");
    });

    it("is not replaced by the one that another audience gave", async () => {
      const { responder, nth } = scriptedResponder();
      const clock = createFakeClock();
      const server = make({ responder, clock, engine: createEngine({ clock }) });
      let audience: string | undefined = "boss";
      server.tool("pay", { input }, async (_input, ctx) => {
        const { action } = await ctx.elicit(question, {
          key: "k",
          offer: "both",
          ...(audience && { audience }),
        });
        return action;
      });
      const { state } = await heldToItsEnd(clock, ask(server, "pay"));
      (await nth(1)).answer(OK);
      await settle();
      audience = undefined;
      const second = await ask(server, "pay", { state });
      expect(second.text).toBe("");
      expect(second.keys).toEqual(["k"]);
    });
  });

  describe("five different answers at once to one state", () => {
    it("run a step once, when they are to a form", async () => {
      const server = make();
      const [late, checked, charged] = [gate(), gate(), gate()];
      let charges = 0;
      const schema = z.object({ a: z.string() }).refine(async ({ a }) => {
        await checked.opened;
        return a === "good";
      });
      server.tool("t", { input }, async (_input, ctx) => {
        const charge = async (): Promise<number> => {
          await late.opened;
          return ctx.step("charge", async () => {
            charges += 1;
            await charged.opened;
            return charges;
          });
        };
        const [{ action }, count] = await Promise.all([ctx.elicit("A?", schema, { key: "p" }), charge()]);
        return `${action} ${count}`;
      });
      const { state } = await ask(server, "t");
      late.open();
      const rounds = [1, 2, 3, 4, 5].map((n) =>
        ask(server, "t", { state, answers: { p: accept({ a: `bad ${n}` }) } }),
      );
      await settle(200);
      expect(charges).toBe(1);
      charged.open();
      checked.open();
      const done = await Promise.all(rounds);
      expect(charges).toBe(1);
      expect(done.filter(({ isAsking }) => isAsking)).toHaveLength(3);
      expect(done.filter(({ text }) => text === "cancel 1")).toHaveLength(1);
    });

    it("run a step once, when they are to a page", async () => {
      const server = make();
      const [late, charged] = [gate(), gate()];
      let charges = 0;
      server.tool("t", { input }, async (_input, ctx) => {
        const charge = async (): Promise<number> => {
          await late.opened;
          return ctx.step("charge", async () => {
            charges += 1;
            await charged.opened;
            return charges;
          });
        };
        const page = (id: string): string => `https://a.example/?id=${id}`;
        const [{ action }, count] = await Promise.all([ctx.openUrl("Go", page, { key: "p" }), charge()]);
        return `${action} ${count}`;
      });
      const { state, questions } = await ask(server, "t");
      late.open();
      const rounds = [1, 2, 3, 4, 5].map((n) =>
        ask(server, "t", { state, answers: { p: { action: "accept", content: { n } } } }),
      );
      await settle(200);
      expect(charges).toBe(1);
      charged.open();
      await server.elicitations.complete(idOfPage(questions.p?.params.url));
      expect((await Promise.all(rounds)).map(({ text }) => text)).toEqual(Array(5).fill("accept 1"));
      expect(charges).toBe(1);
    });

    it("go on with one of them", async () => {
      const server = make();
      let effects = 0;
      server.tool("t", { input }, async (_input, ctx) => {
        const isSure = await ctx.confirm("Sure?", { key: "k" });
        await ctx.step("effect", async () => {
          effects += 1;
          await settle(3);
        });
        return String(isSure);
      });
      const { state } = await ask(server, "t");
      const answers = [
        YES,
        { ...YES, x: 1 },
        accept({ confirmed: false }),
        { action: "decline" },
        { action: "cancel" },
      ];
      const done = await Promise.all(answers.map((k) => ask(server, "t", { state, answers: { k } })));
      expect(effects).toBe(1);
      const refused = done.filter(({ text }) => text === "");
      expect(refused).toHaveLength(4);
      for (const { error } of refused) expect(error).toEqual(FROZEN);
    });
  });

  describe("what a server keeps", () => {
    it("has no members of an answer that are no fields", async () => {
      const engine = createEngine();
      const server = make({ engine });
      server.tool("t", { input }, async (_input, ctx) => {
        const question = form("Name?", { name: field.string({ optional: true }) });
        const name = await ctx.elicit(question, { key: "a" });
        await ctx.confirm("Sure?", { key: "b" });
        return JSON.stringify(name);
      });
      const first = await ask(server, "t");
      const answer = accept({ name: "Ada", junk: "x".repeat(MEBIBYTE) });
      const second = await ask(server, "t", { state: first.state, answers: { a: answer } });
      expect(second.keys).toEqual(["b"]);
      expect(second.state.length).toBeLessThan(1000);
      expect((await kept(engine)).characters).toBeLessThan(10_000);
      const done = await ask(server, "t", { state: second.state, answers: { b: YES } });
      expect(JSON.parse(done.text)).toEqual(accept({ name: "Ada" }));
    });

    it("has no answer of more than a mebibyte", async () => {
      const engine = createEngine();
      const server = make({ engine });
      server.tool("t", { input }, async (_input, ctx) => {
        const question = form("Name?", { name: field.string(), more: field.string({ optional: true }) });
        const name = await ctx.elicit(question, { key: "a" });
        return name.action === "accept" ? String(name.content.name.length) : name.action;
      });
      const { state } = await ask(server, "t");
      const before = await kept(engine);
      const half = "x".repeat(MEBIBYTE / 2);
      for (const content of [{ name: `${half}${half}x` }, { name: half, more: `${half}x` }]) {
        const { error } = await ask(server, "t", { state, answers: { a: accept(content) } });
        expect(error).toMatchObject({ code: -32602, message: expect.stringContaining("inputResponses.a") });
      }
      expect(await kept(engine)).toEqual(before);
      const done = await ask(server, "t", { state, answers: { a: accept({ name: half + half }) } });
      expect(done.text).toBe(String(MEBIBYTE));
    });

    it("does not grow with the rounds that ask again, though the run has learned much", async () => {
      const engine = createEngine();
      const server = make({ engine, asking: { maxRounds: 100 } });
      server.tool("t", { input }, async (_input, ctx) => {
        const data = await ctx.step("data", () => "d".repeat(200_000));
        return `${data.length} ${await ctx.confirm("Sure?", { key: "k" })}`;
      });
      const first = await ask(server, "t");
      let { state } = await ask(server, "t", { state: first.state });
      const before = await kept(engine);
      expect(before.characters).toBeGreaterThan(200_000);
      for (let left = 20; left > 0; left -= 1) {
        const again = await ask(server, "t", { state });
        expect(again.keys).toEqual(["k"]);
        state = again.state;
      }
      const { records, characters } = await kept(engine);
      expect(records).toBe(before.records);
      // The latest sixteen replies are kept, and they are short.
      expect(Math.abs(characters - before.characters)).toBeLessThan(16 * 500);
      expect((await ask(server, "t", { state, answers: { k: YES } })).text).toBe("200000 true");
    });

    it("does not grow with the invalid answers to one state, though the run has learned much", async () => {
      const engine = createEngine();
      const server = make({ engine });
      server.tool("t", { input }, async (_input, ctx) => {
        await ctx.step("data", () => "d".repeat(200_000));
        return (await ctx.elicit(form("A?", { ok: field.boolean({}) }), { key: "k" })).action;
      });
      const { state } = await ask(server, "t");
      for (let n = 0; n < 30; n += 1)
        await ask(server, "t", { state, answers: { k: accept({ ok: `no ${n}` }) } });
      const { records, characters } = await kept(engine);
      expect(records).toBeLessThan(8);
      expect(characters).toBeLessThan(500_000);
    });

    it("has one reply for each slot of the rounds that used nothing up", async () => {
      const engine = createEngine();
      const server = make({ engine, asking: { maxRounds: 100 } });
      server.tool("t", { input }, async (_input, ctx) => String(await ctx.confirm("Sure?", { key: "k" })));
      let { state } = await ask(server, "t");
      const counts = new Set<number>();
      for (let left = 20; left > 0; left -= 1) {
        ({ state } = await ask(server, "t", { state }));
        counts.add((await kept(engine)).records);
      }
      expect([...counts]).toEqual([1]);
      expect((await ask(server, "t", { state, answers: { k: YES } })).text).toBe("true");
    });

    it("on a shared engine has no replies of ids that a client made up", async () => {
      const engine: Engine = { ...createEngine(), shared: true };
      const server = make({ engine, keys: ["a key of two nodes, long enough to be one"] });
      const session = await openAbleSession(server);
      const result = accept({ junk: "x".repeat(100_000) });
      for (let n = 0; n < 10; n += 1)
        expect((await answerIn(session, { id: `made-up-${n}` }, result)).status).toBe(202);
      expect(await engine.records.list("client-reply:", undefined, 100)).toEqual([]);
    });
  });

  describe("a reply that was kept", () => {
    it.each([
      ["tool", "tools/call", { name: "secret" }, { tools: ["other"] }],
      ["prompt", "prompts/get", { name: "secret" }, { prompts: ["other"] }],
      ["resource", "resources/read", { uri: "secret:it" }, { resources: ["other"] }],
    ] as const)(
      "is not given out to who may not use the %s any more",
      async (_kind, method, target, names) => {
        let isAllowed = true;
        const principal = { id: "ada" };
        const server = make({
          connect: () => allow({ principal, ...(isAllowed ? {} : names) }),
        });
        const tell = async (confirm: (message: string) => Promise<boolean>): Promise<string> =>
          `the secret ${await confirm("Sure?")}`;
        for (const name of ["secret", "other"]) {
          server.tool(name, { input }, (_input, ctx) => tell(ctx.confirm));
          server.prompt(name, {}, (_input, ctx) => tell(ctx.confirm));
          server.resource(name, { uri: `${name}:it` }, (_uri, ctx) => tell(ctx.confirm));
        }
        const first = await ask(server, "", { method, target });
        const again = { method, target, state: first.state, answers: { [first.key]: YES } };
        const told = await ask(server, "", again);
        expect(JSON.stringify(told.message)).toContain("the secret true");
        expect((await ask(server, "", again)).message).toEqual(told.message);
        isAllowed = false;
        const refused = await ask(server, "", again);
        expect(JSON.stringify(refused.message)).not.toContain("the secret");
        expect(refused.message).toEqual((await ask(server, "", { method, target })).message);
      },
    );
  });

  describe("a code that is asked for", () => {
    function makeCode() {
      const server = make();
      server.tool("t", { input }, async (_input, ctx) => {
        const code = await ctx.step("code", () => "1004");
        const schema = z.object({ a: z.string() }).refine(({ a }) => a === code);
        return (await ctx.elicit("The code?", schema, { key: "p" })).action;
      });
      const guess = (state: string, code: number): Promise<Round> =>
        ask(server, "t", { state, answers: { p: accept({ a: String(code) }) } });
      return { server, guess };
    }

    it("is guessed no more than four times, though the first state is sent each time", async () => {
      const { server, guess } = makeCode();
      const { state } = await ask(server, "t");
      for (const code of [1000, 1001, 1002]) expect((await guess(state, code)).isAsking).toBe(true);
      expect((await guess(state, 1003)).text).toBe("cancel");
      for (const code of [1004, 1005]) expect((await guess(state, code)).error).toEqual(FROZEN);
    });

    it("is guessed no more than four times, though the first state is sent many times at once", async () => {
      const { server, guess } = makeCode();
      const { state } = await ask(server, "t");
      const codes = [990, 991, 992, 993, 1004, 994, 995, 996];
      const done = await Promise.all(codes.map((code) => guess(state, code)));
      expect(done.filter(({ isAsking }) => isAsking).length).toBeLessThan(4);
      expect(done.map(({ text }) => text)).not.toContain("accept");
    });

    it("is taken at the fourth guess", async () => {
      const { server, guess } = makeCode();
      const { state } = await ask(server, "t");
      for (const code of [1000, 1001, 1002]) await guess(state, code);
      expect((await guess(state, 1004)).text).toBe("accept");
    });
  });

  describe("a responder", () => {
    it.each([
      ["complete", (server: Server, id: string) => server.elicitations.complete(id)],
      ["fail", (server: Server, id: string) => server.elicitations.fail(id, "error")],
    ] as const)("is asked a form that %s() does not touch", async (_name, touch) => {
      const { responder, nth } = scriptedResponder();
      const server = make({ responder });
      server.tool("pay", { input }, async (_input, ctx) => {
        const question = form("Approve?", { note: field.string({ optional: true }) });
        return (await ctx.elicit(question, { audience: "boss" })).action;
      });
      const round = ask(server, "pay");
      const { elicitation, answer } = await nth(1);
      expect(await touch(server, elicitation.id)).toBe(false);
      expect(await isWaiting(round)).toBe(true);
      answer({ action: "decline" });
      expect((await round).text).toBe("decline");
    });

    it("is asked along with the client no more than maxWaiting allows", async () => {
      const { responder, nth, asked } = scriptedResponder();
      const server = make({ responder, asking: { maxWaiting: 3 } });
      server.tool("pay", { input }, async (_input, ctx) => {
        const question = form("Approve?", { ok: field.boolean({}) });
        return (await ctx.elicit(question, { key: "k", offer: "both" })).action;
      });
      for (let left = 10; left > 0; left -= 1) expect((await ask(server, "pay")).keys).toEqual(["k"]);
      await settle();
      expect(asked).toHaveLength(3);
      await ask(server, "pay", { user: "bob" });
      await nth(4);
      asked[0]?.answer(OK);
      await settle();
      await ask(server, "pay");
      await nth(5);
    });
  });

  describe("a check that throws", () => {
    const textSchema = z.object({ a: z.string() })["~standard"].jsonSchema;
    /** A schema with a check of ours; zod would begin a check that comes later twice. */
    const checkedBy = (check: (a: string) => boolean | Promise<boolean>) => ({
      "~standard": {
        version: 1 as const,
        vendor: "test",
        jsonSchema: textSchema,
        validate: (value: unknown) => {
          // The form was checked before.
          const given = value as { readonly a: string };
          const toResult = (isValid: boolean) =>
            isValid ? { value: given } : { issues: [{ message: "Wrong." }] };
          const isValid = check(given.a);
          return typeof isValid === "boolean" ? toResult(isValid) : isValid.then(toResult);
        },
      },
    });
    const SECRET = "connect ECONNREFUSED postgres://svc:hunter2@db:5432";

    it.each([
      [
        "at once",
        (): boolean => {
          throw new Error(SECRET);
        },
      ],
      ["later", (): Promise<boolean> => Promise.reject(new Error(SECRET))],
    ] as const)("%s is hidden behind an error id, and uses up no attempt", async (_when, down) => {
      const logged: unknown[] = [];
      const server = make({
        logger: { debug() {}, info() {}, warn() {}, error: (_message, fields) => logged.push(fields) },
      });
      let isDown = true;
      const schema = checkedBy((a) => (isDown ? down() : a === "x"));
      server.tool("t", { input }, async (_input, ctx) => {
        const { action } = await ctx.elicit("A?", schema, { key: "k" });
        return action;
      });
      const { state } = await ask(server, "t");
      for (let left = 6; left > 0; left -= 1) {
        const failed = await ask(server, "t", { state, answers: { k: accept({ a: "x" }) } });
        expect(failed.isAsking).toBe(false);
        expect(JSON.stringify(failed.message)).not.toMatch(/hunter2|ECONNREFUSED/);
        expect(failed.error.data).toEqual({ errorId: expect.any(String) });
      }
      expect(logged).toHaveLength(6);
      isDown = false;
      const again = await ask(server, "t", { state, answers: { k: accept({ a: "y" }) } });
      expect(again.keys).toEqual(["k"]);
      const done = await ask(server, "t", { state, answers: { k: accept({ a: "x" }) } });
      expect(done.text).toBe("accept");
    });

    it("while it looks at a kept answer again is hidden too", async () => {
      const server = make();
      let isDown = false;
      const schema = z.object({ a: z.string() }).refine(() => {
        if (isDown) throw new Error(SECRET);
        return true;
      });
      server.tool("t", { input }, async (_input, ctx) => {
        const { action } = await ctx.elicit("A?", schema, { key: "a" });
        return `${action} ${await ctx.confirm("Sure?", { key: "b" })}`;
      });
      const first = await ask(server, "t");
      const answers = { a: accept({ a: "x" }) };
      const { state } = await ask(server, "t", { state: first.state, answers });
      isDown = true;
      const failed = await ask(server, "t", { state, answers: { b: YES } });
      expect(failed.isAsking).toBe(false);
      expect(JSON.stringify(failed.message)).not.toMatch(/hunter2/);
      isDown = false;
      expect((await ask(server, "t", { state, answers: { b: YES } })).text).toBe("accept true");
    });
  });

  it("an elicitation that a later call joins is asked again under another id after an invalid answer", async () => {
    const { responder, nth, asked } = scriptedResponder();
    const clock = createFakeClock();
    const server = make({ responder, clock, engine: createEngine({ clock }) });
    server.tool("pay", { input }, async (_input, ctx) => {
      const question = form("How many?", { n: field.integer({ minimum: 1 }) });
      const answer = await ctx.elicit(question, { key: "k", audience: "boss" });
      return JSON.stringify(answer);
    });
    let round = await heldToItsEnd(clock, ask(server, "pay"));
    while (round.isAsking) round = await heldToItsEnd(clock, ask(server, "pay", { state: round.state }));
    expect(JSON.parse(round.text)).toMatchObject({ action: "unavailable" });
    expect(asked).toHaveLength(1);
    const first = await nth(1);
    first.answer(accept({ n: -5 }));
    await settle();
    const joined = ask(server, "pay");
    const { elicitation, answer } = await nth(2);
    expect(elicitation.id).not.toBe(first.elicitation.id);
    expect(await isWaiting(joined)).toBe(true);
    answer(accept({ n: 5 }));
    expect(JSON.parse((await joined).text)).toEqual(accept({ n: 5 }));
  });

  it("a state for 0 is refused for -0", async () => {
    const server = make();
    server.tool("t", { input }, async ({ n }, ctx) => `${1 / Number(n)} ${await ctx.confirm("Sure?")}`);
    const first = await ask(server, "t", { args: { n: 0 } });
    const params = {
      name: "t",
      arguments: { n: "N" },
      requestState: first.state,
      inputResponses: { [first.key]: YES },
    };
    const send = async (n: string): Promise<Message> => {
      const body = JSON.stringify(modernBody("tools/call", params, { capabilities: ABLE }));
      const headers = modernHeaders("tools/call", params);
      const init = { method: "POST", headers, body: body.replace('"n":"N"', `"n":${n}`) };
      return (await (await doorOf(server)("/mcp", init)).json()) as Message;
    };
    expect((await send("-0")).error).toEqual(FROZEN);
    expect(textOf((await send("0")).result)).toBe("Infinity true");
  });
});
