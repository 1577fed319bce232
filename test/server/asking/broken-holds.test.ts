// A response that is held for an answer from elsewhere and breaks: nobody has answered, so the question stays open for as
// long as the state is good, and the same request goes on with it.

import { describe, expect, it } from "vitest";
import { createBroker } from "../../../src/broker/index.js";
import { type Answer, defineResponder, field, form, type ServerOptions } from "../../../src/index.js";
import { createFakeClock, createTestPages } from "../../../src/testing/index.js";
import { engines } from "../async-engine.js";
import { accept, ask, makeServer, openStdio, type Round, type RoundOptions, settle } from "./talk.js";

const table = form("A table for how many?", { guests: field.integer({ minimum: 1 }) });
const UNABLE: RoundOptions = { capabilities: {} };
const LINKS: RoundOptions = { capabilities: { elicitation: { url: {} } } };
const CONSENT = { action: "accept" };
const TWO = accept({ guests: 2 }) as Answer;
const HOLD_MS = 50_000;
const DAY_MS = 24 * 60 * 60_000;

describe.each(engines)("on an engine that %s", (_name, createEngine) => {
  function make(options: Partial<ServerOptions> = {}, isInbox = false) {
    const clock = createFakeClock({ now: 1_000_000 });
    const engine = createEngine({ clock });
    const broker = createBroker({ engine, clock, limits: false });
    const server = makeServer({
      clock,
      engine,
      ...options,
      ...(isInbox && { responder: broker.responder() }),
    });
    server.tool("book", {}, async (_input, ctx) => JSON.stringify(await ctx.elicit(table, { key: "table" })));
    server.tool("connect", {}, async (_input, ctx) => {
      const answer = await ctx.openUrl("Sign in, please.", (id) => `https://example.com/${id}`);
      return JSON.stringify(answer);
    });
    /** Makes a call whose response is held, and breaks it. */
    const broken = async (name: string, given: RoundOptions): Promise<void> => {
      const controller = new AbortController();
      const reply = ask(server, name, { ...given, signal: controller.signal });
      await settle();
      controller.abort();
      expect((await reply).status).toBe(499);
      await settle();
    };
    /** Makes a call and lets its hold run out. */
    const held = async (name: string, given: RoundOptions): Promise<Round> => {
      const reply = ask(server, name, given);
      await settle();
      await clock.advance(HOLD_MS + 1000);
      await settle();
      return reply;
    };
    return { server, clock, broker, broken, held };
  }
  const parsed = ({ text }: Round): unknown => JSON.parse(text);

  /** A responder that leaves its answers to the test, and forgets what was taken back as the broker does. */
  function scripted() {
    const signals: AbortSignal[] = [];
    let answer: (answer: Answer) => void = () => {};
    const responder = defineResponder(["form"], (_elicitation, { signal }) => {
      signals.push(signal);
      return new Promise((resolve) => {
        answer = resolve;
      });
    });
    return { responder, signals, answer: (given: Answer) => answer(given) };
  }

  describe("a question at the responder", () => {
    it("is waited for again by the same request, and was never taken back", async () => {
      const { responder, signals, answer } = scripted();
      const { server, held, broken } = make({ responder });
      const { state } = await held("book", UNABLE);
      const request = { ...UNABLE, state };
      await broken("book", request);
      expect(signals.map(({ aborted }) => aborted)).toEqual([false]);
      const again = ask(server, "book", request);
      await settle();
      answer(TWO);
      expect(parsed(await again)).toEqual(TWO);
      expect(signals).toHaveLength(1);
    });

    it("counts when it is answered while nobody waits", async () => {
      const { responder, answer } = scripted();
      const { server, held, broken } = make({ responder });
      const { state } = await held("book", UNABLE);
      await broken("book", { ...UNABLE, state });
      answer(TWO);
      await settle();
      expect(parsed(await ask(server, "book", { ...UNABLE, state }))).toEqual(TWO);
    });

    it("is taken back when the state ends that the client had, and not before", async () => {
      const { responder, signals } = scripted();
      const { clock, held, broken } = make({ responder });
      const { state } = await held("book", UNABLE);
      await clock.advance(DAY_MS / 2);
      await broken("book", { ...UNABLE, state });
      await clock.advance(DAY_MS / 2 - 60_000);
      expect(signals[0]?.aborted).toBe(false);
      await clock.advance(120_000);
      expect(signals[0]?.aborted).toBe(true);
    });

    it("lives on with the state that the client gets when it comes again", async () => {
      const { responder, signals } = scripted();
      const { clock, held, broken } = make({ responder });
      const { state } = await held("book", UNABLE);
      await clock.advance(DAY_MS / 2);
      await broken("book", { ...UNABLE, state });
      expect((await held("book", { ...UNABLE, state })).isAsking).toBe(true);
      await clock.advance(DAY_MS / 2 + 60_000);
      expect(signals[0]?.aborted).toBe(false);
    });

    it("of the first round is taken back: the client has no state to come again with", async () => {
      const { responder, signals } = scripted();
      const { broken } = make({ responder });
      await broken("book", UNABLE);
      expect(signals[0]?.aborted).toBe(true);
    });

    it("is taken back when a client on a line cancels: there no single response can break", async () => {
      const { responder, signals } = scripted();
      const { server, clock } = make({ responder });
      const client = await openStdio(server, { isLegacy: false });
      const call = (id: number, requestState?: unknown) =>
        client.send({
          jsonrpc: "2.0",
          id,
          method: "tools/call",
          params: {
            name: "book",
            requestState,
            _meta: {
              "io.modelcontextprotocol/protocolVersion": "2026-07-28",
              "io.modelcontextprotocol/clientInfo": { name: "tester", version: "1.0.0" },
              "io.modelcontextprotocol/clientCapabilities": {},
            },
          },
        });
      call(1);
      await settle();
      await clock.advance(HOLD_MS + 1000);
      const { result } = await client.response(1);
      call(2, result?.requestState);
      await settle();
      expect(signals.map(({ aborted }) => aborted)).toEqual([false]);
      client.send({ jsonrpc: "2.0", method: "notifications/cancelled", params: { requestId: 2 } });
      await settle();
      expect(signals.map(({ aborted }) => aborted)).toEqual([true]);
      await client.end();
    });
  });

  it("a question in the inbox stays there, and its answer counts whenever it comes", async () => {
    const { server, broker, held, broken } = make({}, true);
    const { state } = await held("book", UNABLE);
    await broken("book", { ...UNABLE, state });
    await settle(200);
    const { elicitations } = await broker.list({});
    expect(elicitations.map(({ status }) => status)).toEqual(["pending"]);
    const settled = await broker.settle(
      elicitations[0]?.id ?? "",
      { action: "accept", content: { guests: 2 } },
      { by: "ada" },
    );
    expect(settled.ok).toBe(true);
    await settle(200);
    expect(parsed(await ask(server, "book", { ...UNABLE, state }))).toMatchObject(TWO);
  });

  describe("a question on a hosted page", () => {
    it("stays up for the person who is at it, and the same request gets what they say", async () => {
      const pages = createTestPages();
      const { server, broken } = make({ pages });
      const first = await ask(server, "book", LINKS);
      const request = { ...LINKS, state: first.state, answers: { table: CONSENT } };
      await broken("book", request);
      expect(pages.open).toHaveLength(1);
      const again = ask(server, "book", request);
      await settle();
      pages.accept(String(first.questions.table?.params.url), { guests: 2 });
      expect(parsed(await again)).toEqual(TWO);
    });

    it("counts when it is answered while nobody waits", async () => {
      const pages = createTestPages();
      const { server, broken } = make({ pages });
      const first = await ask(server, "book", LINKS);
      const request = { ...LINKS, state: first.state, answers: { table: CONSENT } };
      await broken("book", request);
      pages.accept(String(first.questions.table?.params.url), { guests: 2 });
      await settle();
      expect(parsed(await ask(server, "book", request))).toEqual(TWO);
    });

    it("is taken down when the state ends that the client had", async () => {
      const pages = createTestPages();
      const { server, clock, broken } = make({ pages });
      const first = await ask(server, "book", LINKS);
      await clock.advance(DAY_MS / 2);
      await broken("book", { ...LINKS, state: first.state, answers: { table: CONSENT } });
      await clock.advance(DAY_MS / 2 + 60_000);
      await settle();
      expect(pages.open).toEqual([]);
    });
  });

  describe("a page of the application", () => {
    async function consented() {
      const made = make();
      const first = await ask(made.server, "connect");
      const id = String(first.questions[first.key]?.params.url).split("/").at(-1) ?? "";
      return { ...made, id, request: { state: first.state, answers: { [first.key]: CONSENT } } };
    }

    it("that is completed while nobody waits counts for the same request", async () => {
      const { server, broken, id, request } = await consented();
      await broken("connect", request);
      expect(await server.elicitations.complete(id)).toBe(true);
      expect(parsed(await ask(server, "connect", request))).toMatchObject({ action: "accept" });
    });

    it("is unknown once the state has ended that the client had", async () => {
      const { server, clock, broken, id, request } = await consented();
      await clock.advance(DAY_MS / 2);
      await broken("connect", request);
      await clock.advance(DAY_MS / 2 + 60_000);
      expect(await server.elicitations.complete(id)).toBe(false);
    });
  });
});
