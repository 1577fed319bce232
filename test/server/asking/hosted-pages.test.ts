// Hosted pages: a form that the client cannot show is answered on a page, in both eras.

import { describe, expect, it } from "vitest";
import {
  type Answer,
  allow,
  type Clock,
  defineResponder,
  field,
  form,
  type ServerOptions,
} from "../../../src/index.js";
import { createFakeClock, createTestPages, type TestPages } from "../../../src/testing/index.js";
import { engines } from "../async-engine.js";
import type { EventStream } from "../event-stream.js";
import type { Message } from "../speak.js";
import {
  ABLE,
  accept,
  answerIn,
  ask,
  callIn,
  makeServer,
  nextMessage,
  openAbleSession,
  type Round,
  type RoundOptions,
  settle,
  textOf,
} from "./talk.js";

const table = form("A table for how many?", { guests: field.integer({ minimum: 1 }) });
const URL_ONLY = { elicitation: { url: {} } };
const LINKS: RoundOptions = { capabilities: URL_ONLY };
const CONSENT = { action: "accept" };
const hrefOf = ({ questions, key }: Round): string => String(questions[key]?.params.url);
const parsed = ({ text }: Round): unknown => JSON.parse(text);

describe.each(engines)("on an engine that %s", (_name, createEngine) => {
  function make(options: Partial<ServerOptions> = {}, pages: TestPages = createTestPages()) {
    const clock = createFakeClock({ now: 1_000_000 });
    const engine = options.engine ?? createEngine({ clock });
    const server = makeServer({ clock, pages, ...options, engine });
    const told: Answer<unknown>[] = [];
    server.tool("book", { input: { type: "object" } }, async (_input, ctx) => {
      const answer = await ctx.elicit(table, { key: "table" });
      told.push(answer);
      return JSON.stringify(answer);
    });
    return { server, pages, clock, engine, told };
  }
  const come = (round: Round, answer: object = CONSENT): RoundOptions => ({
    ...LINKS,
    state: round.state,
    answers: { [round.key]: answer },
  });

  describe("in the modern era", () => {
    it("a client that can show forms is asked as ever", async () => {
      const { server, pages } = make();
      const first = await ask(server, "book");
      expect(first.questions.table?.params).toMatchObject({ mode: "form" });
      expect(pages.open).toEqual([]);
    });

    it("a client that can only open urls is sent to the page", async () => {
      const { server, pages } = make();
      const first = await ask(server, "book", LINKS);
      const [up] = pages.open;
      expect(first.questions).toEqual({
        table: {
          method: "elicitation/create",
          params: { mode: "url", message: "A table for how many?", url: pages.href(up?.id ?? "") },
        },
      });
      expect(up).toMatchObject({
        mode: "form",
        key: "table",
        schema: table.schema,
        asker: { server: "test", target: "book", principalId: "ada" },
      });
    });

    it("a client that can do neither gets the responder's answer, and no page is put up", async () => {
      const responder = defineResponder(["form"], async () => accept({ guests: 4 }) as Answer);
      const { server, pages } = make({ responder });
      expect(parsed(await ask(server, "book", { capabilities: {} }))).toEqual(accept({ guests: 4 }));
      expect(pages.open).toEqual([]);
    });

    it("a client that can do neither, on a server without a responder, gets `unavailable`", async () => {
      const { server } = make();
      const done = await ask(server, "book", { capabilities: {} });
      expect(parsed(done)).toEqual({ action: "unavailable", reason: "nobody" });
    });

    it("a caller who is not signed in is sent to no page that lets nobody else in", async () => {
      const pages = { ...createTestPages(), needsPrincipal: true };
      const anybody = make({ connect: () => allow() }, pages);
      const done = await ask(anybody.server, "book", LINKS);
      expect(parsed(done)).toEqual({ action: "unavailable", reason: "nobody" });
      const { server } = make({}, pages);
      expect((await ask(server, "book", LINKS)).questions.table?.params).toMatchObject({ mode: "url" });
    });

    it("a question for somebody else is on no page of the caller's", async () => {
      const { server, pages } = make();
      server.tool("approve", {}, async (_input, ctx) =>
        JSON.stringify(await ctx.elicit(table, { audience: "bob" })),
      );
      expect(parsed(await ask(server, "approve", LINKS))).toMatchObject({ action: "unavailable" });
      expect(pages.open).toEqual([]);
    });

    it("what is answered before the client comes back is there when it does", async () => {
      const { server, pages } = make();
      const first = await ask(server, "book", LINKS);
      pages.accept(hrefOf(first), { guests: 3 }, "ada");
      await settle();
      expect(parsed(await ask(server, "book", come(first)))).toEqual({
        action: "accept",
        content: { guests: 3 },
        by: "ada",
      });
    });

    it("what is answered after the client came back ends its wait", async () => {
      const { server, pages, told } = make();
      const first = await ask(server, "book", LINKS);
      const waiting = ask(server, "book", come(first));
      await settle();
      expect(told).toEqual([]);
      pages.accept(hrefOf(first), { guests: 3 });
      expect(parsed(await waiting)).toEqual(accept({ guests: 3 }));
    });

    it("what is declined on the page is a decline", async () => {
      const { server, pages } = make();
      const first = await ask(server, "book", LINKS);
      pages.decline(hrefOf(first), "not today");
      await settle();
      expect(parsed(await ask(server, "book", come(first)))).toEqual({
        action: "decline",
        reason: "not today",
      });
    });

    it.each(["decline", "cancel"])(
      "%s in the client is the answer, and takes the page down",
      async (action) => {
        const { server, pages } = make();
        const first = await ask(server, "book", LINKS);
        expect(pages.open).toHaveLength(1);
        expect(parsed(await ask(server, "book", come(first, { action })))).toMatchObject({ action });
        expect(pages.open).toEqual([]);
      },
    );

    it("a refusal that is sent again is the same refusal", async () => {
      const { server } = make();
      const first = await ask(server, "book", LINKS);
      const options = come(first, { action: "decline" });
      const once = await ask(server, "book", options);
      expect(parsed(await ask(server, "book", options))).toEqual(parsed(once));
    });

    it("a refusal that is sent again after its call broke is the same, wherever the page was put up", async () => {
      const keys = ["k".repeat(32)];
      const one = make({ keys });
      const first = await ask(one.server, "book", LINKS);
      const two = make({ keys, engine: one.engine }, one.pages);
      const connection = new AbortController();
      two.server.tools.replace("book", { input: { type: "object" } }, async (_input, ctx) => {
        const answer = await ctx.elicit(table, { key: "table" });
        if (connection.signal.aborted) return JSON.stringify(answer);
        connection.abort();
        return new Promise<never>(() => {});
      });
      const options = come(first, { action: "decline" });
      await ask(two.server, "book", { ...options, signal: connection.signal }).catch(() => {});
      await settle();
      expect(parsed(await ask(two.server, "book", options))).toEqual({ action: "decline" });
    });

    it("content that a client makes up for a page is nothing", async () => {
      const { server, pages, told } = make();
      const first = await ask(server, "book", LINKS);
      const waiting = ask(server, "book", come(first, accept({ guests: 99 })));
      await settle();
      expect(told).toEqual([]);
      pages.accept(hrefOf(first), { guests: 3 });
      expect(parsed(await waiting)).toEqual(accept({ guests: 3 }));
    });

    it("an answer without a state is taken for no page", async () => {
      const { server } = make();
      const round = await ask(server, "book", { ...LINKS, answers: { table: accept({ guests: 99 }) } });
      expect(round.isAsking).toBe(true);
      const declined = await ask(server, "book", { ...LINKS, answers: { table: { action: "decline" } } });
      expect(declined.isAsking).toBe(true);
    });

    it("a client that can show forms all of a sudden is still sent to the page it was sent to", async () => {
      const { server, pages, told } = make();
      const first = await ask(server, "book", LINKS);
      const waiting = ask(server, "book", { ...come(first), capabilities: ABLE });
      await settle();
      expect(told).toEqual([]);
      pages.accept(hrefOf(first), { guests: 3 });
      expect(parsed(await waiting)).toEqual(accept({ guests: 3 }));
    });

    it("a page nobody answers is held, asked again three times at the same url, and then `timeout`", async () => {
      const { server, pages, clock } = make();
      const first = await ask(server, "book", LINKS);
      let round = first;
      for (let again = 1; again <= 4; again += 1) {
        const held = ask(server, "book", { ...come(first), state: round.state });
        await settle();
        await clock.advance(51_000);
        round = await held;
        if (again < 4) expect(round.questions).toEqual(first.questions);
      }
      expect(parsed(round)).toEqual({ action: "timeout" });
      expect(pages.open).toEqual([]);
    });

    it("a page nobody comes back to is taken down, and makes room, although the clock was set back meanwhile", async () => {
      const steady = createFakeClock({ now: 1_000_000 });
      let setBackMs = 0;
      const clock: Clock = { ...steady, now: () => steady.now() - setBackMs };
      const asking = { stateTtlMs: 60_000, maxWaiting: 1 };
      const { server, pages } = make({ clock, engine: createEngine({ clock }), asking });
      // What takes its time has the server look at the clock.
      server.tool("look", { timeoutMs: 1_000 }, () => "seen");
      await ask(server, "book", LINKS);
      await steady.advance(30_000);
      await ask(server, "look");
      setBackMs = 5_000;
      await ask(server, "look");
      await steady.advance(34_000);
      expect(pages.open).toHaveLength(1);
      await steady.advance(2_000);
      expect(pages.open).toEqual([]);
      await ask(server, "book", LINKS);
      expect(pages.open).toHaveLength(1);
    });

    it("another server with the same keys goes on with the same page", async () => {
      const keys = ["k".repeat(32)];
      const one = make({ keys });
      const first = await ask(one.server, "book", LINKS);
      const two = make({ keys, engine: one.engine }, one.pages);
      const waiting = ask(two.server, "book", come(first));
      await settle();
      expect(one.pages.open).toHaveLength(1);
      one.pages.accept(hrefOf(first), { guests: 5 });
      expect(parsed(await waiting)).toEqual(accept({ guests: 5 }));
      expect(one.told).toEqual([]);
    });

    it("a page outlives the server that put it up", async () => {
      const keys = ["k".repeat(32)];
      const one = make({ keys });
      const first = await ask(one.server, "book", LINKS);
      await Promise.all([one.server.close({ graceMs: 0 }), one.clock.advance(1000)]);
      expect(one.pages.open).toHaveLength(1);
      const two = make({ keys, engine: one.engine }, one.pages);
      one.pages.accept(hrefOf(first), { guests: 5 });
      expect(parsed(await ask(two.server, "book", come(first)))).toEqual(accept({ guests: 5 }));
    });

    it("a refusal in the client takes down the page that another server put up", async () => {
      const keys = ["k".repeat(32)];
      const one = make({ keys });
      const first = await ask(one.server, "book", LINKS);
      const two = make({ keys, engine: one.engine }, one.pages);
      expect(parsed(await ask(two.server, "book", come(first, { action: "decline" })))).toEqual({
        action: "decline",
      });
      expect(one.pages.open).toEqual([]);
    });

    it("a handler that does not wait for its page has it taken down", async () => {
      const { server, pages } = make();
      server.tool("hasty", {}, async (_input, ctx) => {
        void ctx.elicit(table);
        await ctx.step("look", () => new Promise((resolve) => setImmediate(resolve)));
        return `${pages.open.length} up`;
      });
      await ask(server, "hasty", LINKS);
      expect(pages.open).toEqual([]);
    });

    it("a page is taken down when the client comes back unable to show it, on any server", async () => {
      const keys = ["k".repeat(32)];
      const one = make({ keys });
      const two = make({ keys, engine: one.engine }, one.pages);
      const first = await ask(one.server, "book", LINKS);
      expect(one.pages.open.length).toBe(1);
      const last = await ask(two.server, "book", { state: first.state, answers: {}, capabilities: {} });
      await settle();
      expect(parsed(last)).toEqual({ action: "unavailable", reason: "nobody" });
      expect(one.pages.open).toEqual([]);
    });

    it("an answer counts although the client comes back unable to show the page", async () => {
      const { server, pages } = make();
      const first = await ask(server, "book", LINKS);
      pages.accept(hrefOf(first), { guests: 4 });
      await settle();
      const last = await ask(server, "book", { state: first.state, answers: {}, capabilities: {} });
      expect(parsed(last)).toEqual({ action: "accept", content: { guests: 4 } });
    });

    it("a page is taken down when its run ends without asking again", async () => {
      const { server, pages } = make();
      let isNeeded = true;
      server.tool("maybe", {}, async (_input, ctx) =>
        isNeeded ? (await ctx.elicit(table)).action : "not needed",
      );
      const first = await ask(server, "maybe", LINKS);
      isNeeded = false;
      expect((await ask(server, "maybe", { ...LINKS, state: first.state, answers: {} })).text).toBe(
        "not needed",
      );
      await settle();
      expect(pages.open).toEqual([]);
    });

    it("a page that another server put up is taken down when its run ends without asking again", async () => {
      const keys = ["k".repeat(32)];
      const one = make({ keys });
      const two = make({ keys, engine: one.engine }, one.pages);
      one.server.tool("maybe", {}, async (_input, ctx) => (await ctx.elicit(table)).action);
      two.server.tool("maybe", {}, () => "not needed");
      const first = await ask(one.server, "maybe", LINKS);
      expect(one.pages.open).toHaveLength(1);
      const last = await ask(two.server, "maybe", { ...LINKS, state: first.state, answers: {} });
      expect(last.text).toBe("not needed");
      await settle();
      expect(one.pages.open).toEqual([]);
    });

    it("a page that another server put up is taken down when another question comes in its place", async () => {
      const keys = ["k".repeat(32)];
      const one = make({ keys });
      const two = make({ keys, engine: one.engine }, one.pages);
      const other = form("A table for how many, please?", { guests: field.integer() });
      one.server.tool("reworded", {}, async (_input, ctx) => (await ctx.elicit(table, { key: "t" })).action);
      two.server.tool("reworded", {}, async (_input, ctx) => (await ctx.elicit(other, { key: "t" })).action);
      const first = await ask(one.server, "reworded", LINKS);
      const second = await ask(two.server, "reworded", { ...LINKS, state: first.state, answers: {} });
      await settle();
      expect(one.pages.open.map(({ message }) => message)).toEqual(["A table for how many, please?"]);
      one.pages.accept(hrefOf(second), { guests: 4 });
      await settle();
      expect((await ask(two.server, "reworded", come(second))).text).toBe("accept");
    });

    it("with offer both, page and responder are asked, and the first answer takes the other back", async () => {
      let isWithdrawn = false;
      const responder = defineResponder(
        ["form"],
        (_elicitation, { signal }) =>
          new Promise((resolve) => {
            signal.addEventListener("abort", () => {
              isWithdrawn = true;
              resolve(undefined);
            });
          }),
      );
      const { server, pages } = make({ responder });
      server.tool("both", {}, async (_input, ctx) =>
        JSON.stringify(await ctx.elicit(table, { offer: "both" })),
      );
      const first = await ask(server, "both", LINKS);
      const waiting = ask(server, "both", come(first));
      await settle();
      pages.accept(hrefOf(first), { guests: 2 });
      expect(parsed(await waiting)).toEqual(accept({ guests: 2 }));
      await settle();
      expect(isWithdrawn).toBe(true);
    });
  });

  describe("in the legacy era", () => {
    async function open(options: Partial<ServerOptions> = {}) {
      const made = make(options);
      const session = await openAbleSession(made.server, { capabilities: URL_ONLY });
      const stream = await callIn(session, "book");
      const question = (await nextMessage(stream)) ?? {};
      return { ...made, session, stream, question };
    }
    const finish = async (stream: EventStream): Promise<readonly Message[]> => {
      const messages: Message[] = [];
      for (let message = await nextMessage(stream); message; message = await nextMessage(stream))
        messages.push(message);
      return messages;
    };

    it("a client that can only open urls is sent to the page, and told when it is done with", async () => {
      const { pages, session, stream, question, told } = await open();
      const [up] = pages.open;
      expect(question).toMatchObject({
        method: "elicitation/create",
        params: { mode: "url", url: pages.href(up?.id ?? ""), elicitationId: up?.id },
      });
      await answerIn(session, question, CONSENT);
      await settle();
      expect(told).toEqual([]);
      pages.accept(pages.href(up?.id ?? ""), { guests: 3 });
      const messages = await finish(stream);
      expect(messages).toContainEqual({
        jsonrpc: "2.0",
        method: "notifications/elicitation/complete",
        params: { elicitationId: up?.id },
      });
      expect(JSON.parse(textOf(messages.at(-1)?.result))).toEqual(accept({ guests: 3 }));
    });

    it.each(["decline", "cancel"])(
      "%s in the client is the answer, and takes the page down",
      async (action) => {
        const { pages, session, stream, question, told } = await open();
        await answerIn(session, question, { action });
        await finish(stream);
        expect(told).toMatchObject([{ action }]);
        expect(pages.open).toEqual([]);
      },
    );

    it("a call that is cancelled has its page taken down", async () => {
      const { pages, session } = await open();
      expect(pages.open).toHaveLength(1);
      await session.notify("notifications/cancelled", { requestId: 1 });
      await settle();
      expect(pages.open).toEqual([]);
    });

    it("a client of 2025-06-18, which knows no urls, gets the responder", async () => {
      const responder = defineResponder(["form"], async () => accept({ days: ["a"] }) as Answer);
      const { server, pages } = make({ responder });
      server.tool("pick", {}, async (_input, ctx) =>
        JSON.stringify(await ctx.elicit(form("Which?", { days: field.choices({ options: ["a", "b"] }) }))),
      );
      const session = await openAbleSession(server, { revision: "2025-06-18" });
      const { result } = await session.callTool("pick");
      expect(JSON.parse(textOf(result))).toEqual(accept({ days: ["a"] }));
      expect(pages.open).toEqual([]);
    });
  });
});
