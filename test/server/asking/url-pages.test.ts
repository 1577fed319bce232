// Pages end to end: the person goes to a page of the application, which tells the server when they are done.

import { createServer as createHttpServer } from "node:http";
import type { AddressInfo } from "node:net";
import { describe, expect, it, onTestFinished } from "vitest";
import * as z from "zod";
import { elicitationRequired, field, type Server, type ServerOptions, url } from "../../../src/index.js";
import { createFakeClock, type FakeClock } from "../../../src/testing/index.js";
import { engines } from "../async-engine.js";
import type { EventStream } from "../event-stream.js";
import {
  accept,
  answerIn,
  ask,
  callIn,
  doors,
  makeServer,
  openAbleSession,
  openStdio,
  type Round,
  settle,
  textOf,
} from "./talk.js";

const CONSENT = { action: "accept" };
const account = { account: field.string({ minLength: 3 }) };
const refined = z
  .object({ account: z.string() })
  .refine(async (given) => given.account !== "taken", "is taken");

/** The application's own pages, on a socket: what a person's browser sends there completes the elicitation. */
async function openPages(elicitations: Server["elicitations"]): Promise<string> {
  const pages = createHttpServer((request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? "/", "http://pages");
    const id = searchParams.get("id") ?? "";
    const given = searchParams.get("content");
    const settled =
      pathname === "/fail"
        ? elicitations.fail(id, searchParams.get("reason") ?? "")
        : elicitations.complete(id, given === null ? undefined : JSON.parse(given));
    settled.then(
      (isKnown) => response.writeHead(isKnown ? 200 : 404).end(),
      (error: Error) => response.writeHead(422).end(error.message),
    );
  });
  await new Promise<void>((resolve) => pages.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => void pages.close());
  return `http://127.0.0.1:${(pages.address() as AddressInfo).port}`;
}

/** What the person does on the page at this address. */
const visit = async (href: unknown, query = ""): Promise<number> => (await fetch(`${href}${query}`)).status;
const failing = (href: unknown, reason: string): string =>
  `${String(href).replace("/sign-in", "/fail")}&reason=${encodeURIComponent(reason)}`;

describe.each(engines)("on an engine that %s, a page", (_name, createEngine) => {
  async function make({
    options = {},
    ask: asked = {},
  }: {
    options?: Partial<ServerOptions>;
    ask?: object;
  } = {}) {
    const server = makeServer({
      engine: createEngine(options.clock ? { clock: options.clock } : {}),
      ...options,
    });
    const pages = await openPages(server.elicitations);
    const told: string[] = [];
    server.tool("connect", {}, async (_input, ctx) => {
      const answer = await ctx.openUrl("Sign in, please.", (id) => `${pages}/sign-in?id=${id}`, asked);
      told.push(answer.action);
      return JSON.stringify(answer);
    });
    return { server, pages, told };
  }

  describe("in the modern era", () => {
    const hrefOf = ({ questions, key }: Round): unknown => questions[key]?.params.url;
    const parsed = ({ text }: Round): unknown => JSON.parse(text);

    it("is asked as a url without an id of its own, the same in every round", async () => {
      const { server } = await make();
      const first = await ask(server, "connect");
      const question = first.questions[first.key];
      expect(Object.keys(question?.params ?? {}).sort()).toEqual(["message", "mode", "url"]);
      expect(question).toMatchObject({
        method: "elicitation/create",
        params: { mode: "url", message: "Sign in, please." },
      });
      const again = await ask(server, "connect", { state: first.state });
      expect(again.questions).toEqual(first.questions);
    });

    it("that is completed before the consent arrives is accepted with it", async () => {
      const { server, told } = await make();
      const first = await ask(server, "connect");
      expect(await visit(hrefOf(first))).toBe(200);
      expect(told).toEqual([]);
      const done = await ask(server, "connect", { state: first.state, answers: { [first.key]: CONSENT } });
      expect(parsed(done)).toEqual({ action: "accept" });
    });

    it("that is completed after the consent arrived ends the wait for it", async () => {
      const { server, told } = await make();
      const first = await ask(server, "connect");
      const waiting = ask(server, "connect", { state: first.state, answers: { [first.key]: CONSENT } });
      await settle();
      expect(told).toEqual([]);
      expect(await visit(hrefOf(first))).toBe(200);
      expect(parsed(await waiting)).toEqual({ action: "accept" });
      expect(told).toEqual(["accept"]);
    });

    it("that is completed twice counts once, and the second time is harmless", async () => {
      const { server } = await make({ ask: { content: account } });
      const first = await ask(server, "connect");
      const content = (name: string): string => `&content=${JSON.stringify({ account: name })}`;
      expect(await visit(hrefOf(first), content("first"))).toBe(200);
      expect(await visit(hrefOf(first), content("second"))).toBe(200);
      const done = await ask(server, "connect", { state: first.state, answers: { [first.key]: CONSENT } });
      expect(parsed(done)).toEqual(accept({ account: "first" }));
      expect(await visit(hrefOf(first), content("third"))).toBe(200);
    });

    it("brings content, which must fit what was asked for", async () => {
      const { server } = await make({ ask: { content: account } });
      const first = await ask(server, "connect");
      for (const query of ["", '&content={"account":"ab"}', '&content={"name":"abc"}', '&content="abc"'])
        expect(await visit(hrefOf(first), query)).toBe(422);
      expect(await visit(hrefOf(first), '&content={"account":"abc","more":1}')).toBe(200);
      const done = await ask(server, "connect", { state: first.state, answers: { [first.key]: CONSENT } });
      expect(parsed(done)).toEqual(accept({ account: "abc" }));
    });

    it("brings content that a schema's own refinement must accept, while a call waits for it", async () => {
      const { server } = await make({ ask: { content: refined } });
      const first = await ask(server, "connect");
      const waiting = ask(server, "connect", { state: first.state, answers: { [first.key]: CONSENT } });
      await settle();
      expect(await visit(hrefOf(first), '&content={"account":"taken"}')).toBe(422);
      expect(await visit(hrefOf(first), '&content={"account":"free"}')).toBe(200);
      expect(parsed(await waiting)).toEqual(accept({ account: "free" }));
    });

    it("is asked for again when its content came while no call waited, and the refinement refuses it", async () => {
      const { server } = await make({ ask: { content: refined } });
      const first = await ask(server, "connect");
      expect(await visit(hrefOf(first), '&content={"account":"taken"}')).toBe(200);
      const again = await ask(server, "connect", { state: first.state, answers: { [first.key]: CONSENT } });
      expect(again.message1).toContain("is taken");
      expect(hrefOf(again)).not.toBe(hrefOf(first));
      expect(await visit(hrefOf(again), '&content={"account":"free"}')).toBe(200);
      const done = await ask(server, "connect", { state: again.state, answers: { [again.key]: CONSENT } });
      expect(parsed(done)).toEqual(accept({ account: "free" }));
    });

    it("has its content from the application only: what the client says of it is nothing", async () => {
      const { server, told } = await make({ ask: { content: account } });
      const first = await ask(server, "connect");
      const waiting = ask(server, "connect", {
        state: first.state,
        answers: { [first.key]: accept({ account: "forged" }) },
      });
      await settle();
      expect(told).toEqual([]);
      await visit(hrefOf(first), '&content={"account":"abc"}');
      expect(parsed(await waiting)).toEqual(accept({ account: "abc" }));
    });

    it("that is never completed is held, asked again three times, and then `timeout`", async () => {
      const clock = createFakeClock({ now: 1_000_000 });
      const { server, told } = await make({ options: { clock } });
      const first = await ask(server, "connect");
      let round = first;
      for (let again = 1; again <= 4; again += 1) {
        const held = ask(server, "connect", { state: round.state, answers: { [first.key]: CONSENT } });
        await settle();
        await clock.advance(49_000);
        expect(told).toEqual([]);
        await clock.advance(2000);
        round = await held;
        if (again < 4) expect(round.questions).toEqual(first.questions);
      }
      expect(parsed(round)).toEqual({ action: "timeout" });
    });

    it("that is completed between two holds is accepted by the next", async () => {
      const clock = createFakeClock({ now: 1_000_000 });
      const { server } = await make({ options: { clock } });
      const first = await ask(server, "connect");
      const held = ask(server, "connect", { state: first.state, answers: { [first.key]: CONSENT } });
      await settle();
      await clock.advance(51_000);
      const second = await held;
      await visit(hrefOf(first));
      const done = await ask(server, "connect", { state: second.state, answers: { [first.key]: CONSENT } });
      expect(parsed(done)).toEqual({ action: "accept" });
    });

    it("of an id that nobody has is unknown, and harmless", async () => {
      const { server, pages } = await make();
      expect(await visit(`${pages}/sign-in?id=unknown`)).toBe(404);
      expect(await visit(failing(`${pages}/sign-in?id=unknown`, "no"))).toBe(404);
      expect(await server.elicitations.complete("")).toBe(false);
    });

    it("that fails is `cancel`, with the reason", async () => {
      const { server } = await make();
      const first = await ask(server, "connect");
      expect(await visit(failing(hrefOf(first), "no such account"))).toBe(200);
      expect(await visit(hrefOf(first))).toBe(200);
      const done = await ask(server, "connect", { state: first.state, answers: { [first.key]: CONSENT } });
      expect(parsed(done)).toEqual({ action: "cancel", reason: "no such account" });
    });

    it.each(["decline", "cancel"])("that the person does not open is what they said: %s", async (action) => {
      const { server } = await make();
      const first = await ask(server, "connect");
      const done = await ask(server, "connect", { state: first.state, answers: { [first.key]: { action } } });
      expect(parsed(done)).toMatchObject({ action });
    });

    it("until consent is accepted when the person goes there", async () => {
      const { server } = await make({ ask: { until: "consent" } });
      const first = await ask(server, "connect");
      const done = await ask(server, "connect", { state: first.state, answers: { [first.key]: CONSENT } });
      expect(parsed(done)).toEqual({ action: "accept" });
      expect(await visit(hrefOf(first))).toBe(404);
    });

    it("with a deadline is `timeout` after it, whatever comes later", async () => {
      const clock = createFakeClock({ now: 1_000_000 });
      const { server } = await make({ options: { clock }, ask: { timeoutMs: 10_000 } });
      const first = await ask(server, "connect");
      await clock.advance(10_000);
      await visit(hrefOf(first));
      const done = await ask(server, "connect", { state: first.state, answers: { [first.key]: CONSENT } });
      expect(parsed(done)).toEqual({ action: "timeout" });
    });

    it("is completed once for a retry that lost its reply", async () => {
      const { server, told } = await make();
      const first = await ask(server, "connect");
      await visit(hrefOf(first));
      const request = { state: first.state, answers: { [first.key]: CONSENT } };
      const done = await ask(server, "connect", request);
      expect((await ask(server, "connect", request)).message).toEqual(done.message);
      expect(told).toEqual(["accept"]);
    });
  });

  describe.each(doors)("in the legacy era, %s", (_door, open) => {
    async function start(given: Parameters<typeof make>[0] = {}) {
      const made = await make(given);
      const session = await openAbleSession(await open(made.server));
      const stream = await callIn(session, "connect");
      const question = await stream.message();
      return { ...made, session, stream, question, href: question.params?.url };
    }
    const parsed = async (stream: EventStream): Promise<unknown> =>
      JSON.parse(textOf((await stream.message()).result));

    it("is asked with an id, which is in the address", async () => {
      const { question, href } = await start();
      expect(question.method).toBe("elicitation/create");
      expect(Object.keys(question.params ?? {}).sort()).toEqual(["elicitationId", "message", "mode", "url"]);
      expect(href).toContain(`id=${question.params?.elicitationId}`);
    });

    it("that is completed before the consent arrives: the client hears of it, and the call goes on", async () => {
      const { session, stream, question, href } = await start();
      expect(await visit(href)).toBe(200);
      expect(await stream.message()).toMatchObject({
        method: "notifications/elicitation/complete",
        params: { elicitationId: question.params?.elicitationId },
      });
      expect(await stream.message()).toMatchObject({
        method: "notifications/cancelled",
        params: { requestId: question.id },
      });
      expect(await parsed(stream)).toEqual({ action: "accept" });
      expect((await answerIn(session, question, CONSENT)).status).toBe(202);
    });

    it("that is completed after the consent arrived: the client hears of it, and the call goes on", async () => {
      const { session, stream, question, href, told } = await start();
      await answerIn(session, question, CONSENT);
      await settle();
      expect(told).toEqual([]);
      expect(await visit(href)).toBe(200);
      expect(await stream.message()).toMatchObject({
        method: "notifications/elicitation/complete",
        params: { elicitationId: question.params?.elicitationId },
      });
      expect(await parsed(stream)).toEqual({ action: "accept" });
    });

    it("that is completed twice counts once, and is told once", async () => {
      const { session, stream, question, href } = await start({ ask: { content: account } });
      await answerIn(session, question, CONSENT);
      expect(await visit(href, '&content={"account":"first"}')).toBe(200);
      expect(await visit(href, '&content={"account":"second"}')).toBe(200);
      expect((await stream.message()).method).toBe("notifications/elicitation/complete");
      expect(await parsed(stream)).toEqual(accept({ account: "first" }));
      await stream.ended();
    });

    it("brings content, which must fit what was asked for", async () => {
      const { session, stream, question, href, told } = await start({ ask: { content: account } });
      await answerIn(session, question, accept({ account: "forged" }));
      expect(await visit(href, '&content={"account":"ab"}')).toBe(422);
      await settle();
      expect(told).toEqual([]);
      expect(await visit(href, '&content={"account":"abc"}')).toBe(200);
      await stream.message();
      expect(await parsed(stream)).toEqual(accept({ account: "abc" }));
    });

    it("brings content that a schema's own refinement must accept", async () => {
      const { session, stream, question, href } = await start({ ask: { content: refined } });
      await answerIn(session, question, CONSENT);
      expect(await visit(href, '&content={"account":"taken"}')).toBe(422);
      expect(await visit(href, '&content={"account":"free"}')).toBe(200);
      await stream.message();
      expect(await parsed(stream)).toEqual(accept({ account: "free" }));
    });

    it("that is never completed waits until its deadline", async () => {
      const clock: FakeClock = createFakeClock({ now: 1_000_000 });
      const { session, stream, question, href, told } = await start({
        options: { clock },
        ask: { timeoutMs: 600_000 },
      });
      await answerIn(session, question, CONSENT);
      await settle();
      await clock.advance(599_000);
      expect(told).toEqual([]);
      await clock.advance(2000);
      expect(await parsed(stream)).toEqual({ action: "timeout" });
      await visit(href);
      await stream.ended();
    });

    it("that fails is `cancel`, with the reason", async () => {
      const { session, stream, question, href } = await start();
      await answerIn(session, question, CONSENT);
      expect(await visit(failing(href, "no such account"))).toBe(200);
      expect(await parsed(stream)).toEqual({ action: "cancel", reason: "no such account" });
    });

    it.each(["decline", "cancel"])("that the person does not open is what they said: %s", async (action) => {
      const { session, stream, question } = await start();
      await answerIn(session, question, { action });
      expect(await parsed(stream)).toMatchObject({ action });
    });

    it("until consent is accepted when the person goes there", async () => {
      const { session, stream, question } = await start({ ask: { until: "consent" } });
      await answerIn(session, question, CONSENT);
      expect(await parsed(stream)).toEqual({ action: "accept" });
    });

    it("is completed although the stream of its call is broken", async () => {
      const { session, stream, question, href } = await start();
      await answerIn(session, question, CONSENT);
      await stream.close();
      await settle();
      expect(await visit(href)).toBe(200);
      const resumed = await session.listen(question.eventId);
      expect((await resumed.message()).method).toBe("notifications/elicitation/complete");
      expect(await parsed(resumed)).toEqual({ action: "accept" });
    });
  });

  it("on stdio is completed while the handler waits, and the client hears of it", async () => {
    const { server } = await make({ options: { connect: undefined as never } });
    const { send, next } = await openStdio(server);
    send({ jsonrpc: "2.0", id: 1, method: "tools/call", params: { name: "connect" } });
    const question = await next();
    send({ jsonrpc: "2.0", id: question.id, result: CONSENT });
    expect(await visit(question.params?.url)).toBe(200);
    expect(await next()).toMatchObject({
      method: "notifications/elicitation/complete",
      params: { elicitationId: question.params?.elicitationId },
    });
    expect(JSON.parse(textOf((await next()).result))).toEqual({ action: "accept" });
  });
});

describe.each(engines)("on an engine that %s, `elicitationRequired`", (_name, createEngine) => {
  async function make() {
    const server = makeServer({ engine: createEngine() });
    const pages = await openPages(server.elicitations);
    let isSignedIn = false;
    const runs: boolean[] = [];
    server.tool("calendar", {}, () => {
      runs.push(isSignedIn);
      if (isSignedIn) return "three meetings";
      throw elicitationRequired([
        url("Sign in to the calendar.", (id) => `${pages}/sign-in?id=${id}`),
        url("Accept the terms.", (id) => `${pages}/sign-in?id=${id}`),
      ]);
    });
    const signIn = (): void => {
      isSignedIn = true;
    };
    return { server, runs, signIn };
  }

  it("is -32042 in the legacy era, names the pages, and their completion reaches the session", async () => {
    const { server, signIn } = await make();
    const session = await openAbleSession(server);
    const own = await session.listen();
    const { error } = await session.callTool("calendar");
    expect(error.code).toBe(-32042);
    const { elicitations } = error.data as { elicitations: { elicitationId: string; url: string }[] };
    expect(elicitations).toHaveLength(2);
    for (const { elicitationId, url: href, ...rest } of elicitations) {
      expect(rest).toEqual({ mode: "url", message: expect.any(String) });
      expect(await visit(href)).toBe(200);
      expect(await own.message()).toMatchObject({
        method: "notifications/elicitation/complete",
        params: { elicitationId },
      });
      expect(await visit(href)).toBe(200);
    }
    signIn();
    expect(textOf((await session.callTool("calendar")).result)).toBe("three meetings");
    await session.end();
    await own.ended();
  });

  it.each([
    ["a client that declared no pages", { capabilities: { elicitation: { form: {} } } }],
    ["a client of `elicitation: {}`", { capabilities: { elicitation: {} } }],
    ["2025-06-18", { revision: "2025-06-18" }],
    ["2024-11-05", { revision: "2024-11-05" }],
  ])("is a tool error that explains, for %s", async (_which, options) => {
    const { server } = await make();
    const session = await openAbleSession(server, options);
    const { result } = await session.callTool("calendar");
    expect(result.isError).toBe(true);
    expect(textOf(result)).toContain("Sign in to the calendar.");
  });

  it("asks in the modern era, and runs the handler again when the pages are done", async () => {
    const { server, runs, signIn } = await make();
    const first = await ask(server, "calendar");
    expect(first.keys).toHaveLength(2);
    for (const { params } of Object.values(first.questions)) expect(await visit(params.url)).toBe(200);
    signIn();
    let round = first;
    for (let left = 3; left > 0 && round.isAsking; left -= 1)
      round = await ask(server, "calendar", {
        state: round.state,
        answers: Object.fromEntries(first.keys.map((key) => [key, CONSENT])),
      });
    expect(round.text).toBe("three meetings");
    expect(runs.at(-1)).toBe(true);
  });

  it("ends in the modern era when the pages were of no use", async () => {
    const { server } = await make();
    let round = await ask(server, "calendar");
    const { keys, questions } = round;
    for (const { params } of Object.values(questions)) await visit(params.url);
    for (let left = 5; left > 0 && round.isAsking; left -= 1)
      round = await ask(server, "calendar", {
        state: round.state,
        answers: Object.fromEntries(keys.map((key) => [key, CONSENT])),
      });
    expect(round.result.isError).toBe(true);
    expect(round.text).toContain("of no use");
  });

  it("is a tool error in the modern era when the person does not open them, or cannot", async () => {
    const { server } = await make();
    const { state, keys } = await ask(server, "calendar");
    const declined = await ask(server, "calendar", {
      state,
      answers: Object.fromEntries(keys.map((key) => [key, { action: "decline" }])),
    });
    expect(declined.result.isError).toBe(true);
    const unable = await ask(server, "calendar", { capabilities: { elicitation: { form: {} } } });
    expect(unable.result.isError).toBe(true);
  });
});

describe.each(engines)("on an engine that %s, completing a page", (_name, createEngine) => {
  async function open(timeoutMs?: number) {
    const clock = createFakeClock({ now: 1_000 });
    const server = makeServer({ engine: createEngine({ clock }), clock });
    server.tool("page", {}, async (_input, ctx) => {
      const options = timeoutMs === undefined ? {} : { timeoutMs };
      return (await ctx.openUrl("Sign in", (id) => `https://example.com/?id=${id}`, options)).action;
    });
    return { server, clock };
  }
  const idOf = (href: unknown): string => new URL(String(href)).searchParams.get("id") ?? "";

  it("is of no use once the person declined, in the legacy era", async () => {
    const { server } = await open();
    const session = await openAbleSession(server);
    const stream = await callIn(session, "page");
    const question = await stream.message();
    await answerIn(session, question, { action: "decline" });
    expect(textOf((await stream.message()).result)).toBe("decline");
    await settle();
    expect(await server.elicitations.complete(idOf(question.params?.url))).toBe(false);
  });

  it("is of no use once the person declined, in the modern era", async () => {
    const { server } = await open();
    const first = await ask(server, "page");
    const done = await ask(server, "page", {
      state: first.state,
      answers: { [first.key]: { action: "decline" } },
    });
    expect(done.text).toBe("decline");
    await settle();
    const { url: href } = first.questions[first.key]?.params ?? {};
    expect(await server.elicitations.complete(idOf(href))).toBe(false);
  });

  it("is of no use once the call was cancelled", async () => {
    const { server } = await open();
    const session = await openAbleSession(server);
    const question = await (await callIn(session, "page")).message();
    await session.notify("notifications/cancelled", { requestId: 1 });
    await settle();
    expect(await server.elicitations.complete(idOf(question.params?.url))).toBe(false);
  });

  it("is of no use after its deadline", async () => {
    const { server, clock } = await open(1000);
    const first = await ask(server, "page");
    const { url: href } = first.questions[first.key]?.params ?? {};
    await clock.advance(2000);
    expect(await server.elicitations.complete(idOf(href))).toBe(false);
  });
});
