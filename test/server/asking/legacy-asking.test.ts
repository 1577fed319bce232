// Asking in the legacy era: where questions go out, whose answers count, and what ends them.

import { describe, expect, it } from "vitest";
import * as z from "zod";
import { field, form, type Server, type ServerOptions, url } from "../../../src/index.js";
import { transportParts } from "../../../src/server/server.js";
import { createFakeClock } from "../../../src/testing/index.js";
import { engines } from "../async-engine.js";
import { readEvents } from "../event-stream.js";
import type { Message, Session } from "../speak.js";
import {
  ABLE,
  accept,
  answerIn,
  callBody,
  callIn,
  doors,
  gate,
  makeServer,
  openAbleSession,
  openStdio,
  settle,
  textOf,
  YES,
} from "./talk.js";

const guests = form("A table for how many?", { guests: field.integer({ minimum: 1 }) });
const TWO = accept({ guests: 2 });

/** The tool `book`, which asks once and tells what came of it; and what became of its executions. */
function addBook(server: Server, options: { timeoutMs?: number } = {}): string[] {
  const told: string[] = [];
  server.tool("book", { input: { type: "object" } }, async (_input, ctx) => {
    ctx.defer(() => void told.push("clean-up"));
    ctx.signal.addEventListener("abort", () => void told.push("aborted"));
    const answer = await ctx.elicit(guests, options);
    told.push(answer.action);
    return JSON.stringify(answer);
  });
  return told;
}

const answerOf = (message: Message): unknown => JSON.parse(textOf(message.result));

describe.each(engines)("on an engine that %s", (_name, createEngine) => {
  describe.each(doors)("and %s, a question of the legacy era", (_door, open) => {
    async function make(options: Partial<ServerOptions> = {}) {
      const server = makeServer({
        engine: createEngine(options.clock ? { clock: options.clock } : {}),
        ...options,
      });
      const told = addBook(server);
      const door = await open(server);
      const session = await openAbleSession(door);
      const { clientRequests } = server[transportParts].server;
      return { server, told, door, session, clientRequests };
    }

    it("goes out on the stream of its call, and its answer brings the result there", async () => {
      const { session, told } = await make();
      const own = await session.listen();
      const stream = await callIn(session, "book");
      const question = await stream.message();
      expect(question).toMatchObject({
        method: "elicitation/create",
        params: { mode: "form", message: "A table for how many?", requestedSchema: { required: ["guests"] } },
      });
      const taken = await answerIn(session, question, TWO);
      expect(taken.status).toBe(202);
      const done = await stream.message();
      expect(done.id).toBe(1);
      expect(answerOf(done)).toEqual(TWO);
      await stream.ended();
      expect(told).toEqual(["accept", "clean-up"]);
      // Nothing of it came to the session's own stream.
      await session.end();
      await own.ended();
    });

    it("goes out on the session's stream when its call's client takes no stream there", async () => {
      const { session } = await make();
      const own = await session.listen();
      const reply = session.post(callBody("book"), { accept: "application/json" });
      const question = await own.message();
      expect(question.method).toBe("elicitation/create");
      await answerIn(session, question, TWO);
      expect(answerOf((await (await reply).json()) as Message)).toEqual(TWO);
    });

    it("is answered by the session that was asked, and by no other", async () => {
      const { session, door, told } = await make();
      const other = await openAbleSession(door);
      const stream = await callIn(session, "book");
      const question = await stream.message();
      expect((await answerIn(other, question, accept({ guests: 9 }))).status).toBe(202);
      await settle();
      expect(told).toEqual([]);
      await answerIn(session, question, TWO);
      expect(answerOf(await stream.message())).toEqual(TWO);
    });

    it("is answered by the principal that was asked, and by no other", async () => {
      const { session, told } = await make();
      const stream = await callIn(session, "book");
      const question = await stream.message();
      const forged = { jsonrpc: "2.0", id: question.id, result: accept({ guests: 9 }) };
      expect((await session.post(forged, { "x-user": "eve" })).status).toBe(404);
      await settle();
      expect(told).toEqual([]);
      await answerIn(session, question, TWO);
      expect(answerOf(await stream.message())).toEqual(TWO);
    });

    it("hears nothing of answers to something else: they are taken and ignored", async () => {
      const { session, told } = await make();
      const stream = await callIn(session, "book");
      const question = await stream.message();
      for (const id of ["unknown", 1, 99, `${question.id}x`])
        expect((await session.post({ jsonrpc: "2.0", id, result: TWO })).status).toBe(202);
      await settle();
      expect(told).toEqual([]);
      await answerIn(session, question, TWO);
      expect((await answerIn(session, question, accept({ guests: 9 }))).status).toBe(202);
      expect(answerOf(await stream.message())).toEqual(TWO);
    });

    it("that is answered with an error is cancelled, and the handler learns why", async () => {
      const { session } = await make();
      const stream = await callIn(session, "book");
      const question = await stream.message();
      const error = { code: -32603, message: "no window to show it in" };
      expect((await session.post({ jsonrpc: "2.0", id: question.id, error })).status).toBe(202);
      expect(answerOf(await stream.message())).toEqual({
        action: "cancel",
        reason: "the client failed: no window to show it in",
      });
    });

    it("that is answered with what is no result is cancelled", async () => {
      const { session } = await make();
      const stream = await callIn(session, "book");
      const question = await stream.message();
      await answerIn(session, question, { action: "maybe" });
      expect(answerOf(await stream.message())).toMatchObject({ action: "cancel" });
    });

    it.each([
      ["decline", { action: "decline" }, { action: "decline" }],
      ["cancel", { action: "cancel" }, { action: "cancel", reason: "dismissed" }],
      [
        "decline, whatever content it has",
        { action: "decline", content: { guests: 2 } },
        { action: "decline" },
      ],
    ])("brings the handler a %s", async (_which, said, heard) => {
      const { session } = await make();
      const stream = await callIn(session, "book");
      await answerIn(session, await stream.message(), said);
      expect(answerOf(await stream.message())).toEqual(heard);
    });

    it("is `timeout` at its deadline, and its client is told that it is cancelled", async () => {
      const clock = createFakeClock({ now: 1_000_000 });
      const { session, server, clientRequests } = await make({ clock });
      server.tool("hurry", {}, async (_input, ctx) => {
        const answer = await ctx.elicit(guests, { timeoutMs: 60_000 });
        return JSON.stringify(answer);
      });
      const stream = await callIn(session, "hurry");
      const question = await stream.message();
      await clock.advance(59_000);
      expect(clientRequests.size).toBe(1);
      await clock.advance(2_000);
      expect(await stream.message()).toMatchObject({
        method: "notifications/cancelled",
        params: { requestId: question.id },
      });
      expect(answerOf(await stream.message())).toEqual({ action: "timeout" });
      expect((await answerIn(session, question, TWO)).status).toBe(202);
      expect(clientRequests.size).toBe(0);
    });

    it("has no deadline unless one is set", async () => {
      const clock = createFakeClock({ now: 1_000_000 });
      const { session, told } = await make({ clock });
      const stream = await callIn(session, "book");
      const question = await stream.message();
      await clock.advance(3 * 60 * 60_000);
      expect(told).toEqual([]);
      await answerIn(session, question, TWO);
      expect(answerOf(await stream.message())).toEqual(TWO);
    });

    it("stays open when its stream breaks; the client that comes back finds question and result", async () => {
      const { session, told, clientRequests } = await make();
      const stream = await callIn(session, "book");
      const primed = await stream.next();
      const question = await stream.message();
      await stream.close();
      await settle();
      expect(clientRequests.size).toBe(1);
      expect(told).toEqual([]);
      const resumed = await session.listen(primed?.id);
      expect(await resumed.message()).toEqual(question);
      await answerIn(session, question, TWO);
      expect(answerOf(await resumed.message())).toEqual(TWO);
      await resumed.ended();
      expect(told).toEqual(["accept", "clean-up"]);
    });

    it("is not sent again to a client that comes back after it, and can be answered before that", async () => {
      const { session } = await make();
      const stream = await callIn(session, "book");
      const question = await stream.message();
      await stream.close();
      await settle();
      expect((await answerIn(session, question, TWO)).status).toBe(202);
      const resumed = await session.listen(question.eventId);
      expect(answerOf(await resumed.message())).toEqual(TWO);
      await resumed.ended();
    });

    it("that comes up while the stream is broken waits there for the client", async () => {
      const { session, server } = await make();
      const [reached, release] = [gate(), gate()];
      server.tool("late", {}, async (_input, ctx) => {
        await ctx.elicit(guests, { key: "first" });
        reached.open();
        await release.opened;
        return JSON.stringify(await ctx.elicit(guests, { key: "second" }));
      });
      const stream = await callIn(session, "late");
      const first = await stream.message();
      await answerIn(session, first, TWO);
      await reached.opened;
      await stream.close();
      await settle();
      release.open();
      await settle();
      const resumed = await session.listen(first.eventId);
      const second = await resumed.message();
      expect(second.id).not.toBe(first.id);
      await answerIn(session, second, accept({ guests: 5 }));
      expect(answerOf(await resumed.message())).toEqual(accept({ guests: 5 }));
    });

    it("is cancelled with its call: the client is told, the handler goes no further", async () => {
      const { session, told, clientRequests } = await make();
      const stream = await callIn(session, "book");
      const question = await stream.message();
      await session.notify("notifications/cancelled", { requestId: 1, reason: "changed my mind" });
      expect(await stream.message()).toMatchObject({
        method: "notifications/cancelled",
        params: { requestId: question.id },
      });
      await stream.ended();
      expect((await answerIn(session, question, TWO)).status).toBe(202);
      await settle();
      expect(told.sort()).toEqual(["aborted", "clean-up"]);
      expect(clientRequests.size).toBe(0);
    });

    it("ends with its session", async () => {
      const { session, told, clientRequests } = await make();
      const stream = await callIn(session, "book");
      const question = await stream.message();
      await session.end();
      await settle();
      expect((await answerIn(session, question, TWO)).status).toBe(404);
      expect(told.sort()).toEqual(["aborted", "clean-up"]);
      expect(clientRequests.size).toBe(0);
    });

    it("asked by two identical calls has one id, and one answer finishes both", async () => {
      const { session, told } = await make();
      const streams = [await callIn(session, "book"), await callIn(session, "book")];
      const [one, two] = await Promise.all(streams.map((stream) => stream.message()));
      expect(two?.id).toBe(one?.id);
      await answerIn(session, one ?? {}, TWO);
      for (const stream of streams) expect(answerOf(await stream.message())).toEqual(TWO);
      expect(told.filter((what) => what === "accept")).toHaveLength(2);
    });

    it("has another id in another call, in another session, and for another question", async () => {
      const { session, server, door } = await make();
      server.tool("twice", {}, async (_input, ctx) => {
        const answers = await Promise.all([ctx.elicit(guests), ctx.elicit(guests)]);
        return JSON.stringify(answers);
      });
      const other = await openAbleSession(door);
      const ids = new Set<unknown>();
      for (const stream of [
        await callIn(session, "book", {}, 1),
        await callIn(session, "book", {}, "1"),
        await callIn(session, "book", {}, 2),
        await callIn(other, "book", {}, 1),
      ])
        ids.add((await stream.message()).id);
      const both = await callIn(session, "twice", {}, 3);
      for (const question of [await both.message(), await both.message()]) ids.add(question.id);
      expect(ids.size).toBe(6);
      for (const id of ids) expect(id).toMatch(/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/);
    });

    it("can be one of two at once, answered in either order", async () => {
      const { session, server } = await make();
      server.tool("pair", {}, async (_input, ctx) => {
        const [one, two] = await Promise.all([
          ctx.elicit(form("One?", { value: field.string() })),
          ctx.elicit(form("Two?", { value: field.string() })),
        ]);
        return JSON.stringify([one, two]);
      });
      for (const order of [
        [0, 1],
        [1, 0],
      ]) {
        const stream = await callIn(session, "pair", {}, `pair ${order}`);
        const questions = [await stream.message(), await stream.message()];
        expect(questions.map(({ params }) => params?.message)).toEqual(["One?", "Two?"]);
        for (const index of order)
          await answerIn(session, questions[index] ?? {}, accept({ value: index === 0 ? "one" : "two" }));
        expect(answerOf(await stream.message())).toEqual([
          accept({ value: "one" }),
          accept({ value: "two" }),
        ]);
      }
    });

    it("keeps nobody else waiting: pings and other calls are answered meanwhile", async () => {
      const { session, server } = await make();
      server.tool("echo", {}, () => "echo");
      const stream = await callIn(session, "book");
      const question = await stream.message();
      expect((await session.request("ping")).result).toEqual({});
      expect(textOf((await session.callTool("echo")).result)).toBe("echo");
      // A response to a ping that the server never sent, while the question is open.
      expect((await session.post({ jsonrpc: "2.0", id: "ping", result: {} })).status).toBe(202);
      await answerIn(session, question, TWO);
      expect(answerOf(await stream.message())).toEqual(TWO);
    });

    it("that its handler no longer waits for is cancelled when the handler returns", async () => {
      const { session, server, clientRequests } = await make();
      server.tool("impatient", {}, async (_input, ctx) => {
        void ctx.confirm("Never mind?");
        await settle(5);
        return "done";
      });
      const stream = await callIn(session, "impatient");
      const question = await stream.message();
      expect(await stream.message()).toMatchObject({
        method: "notifications/cancelled",
        params: { requestId: question.id },
      });
      expect(textOf((await stream.message()).result)).toBe("done");
      expect(clientRequests.size).toBe(0);
    });

    it("is withdrawn by its own signal", async () => {
      const { session, server } = await make();
      const controller = new AbortController();
      server.tool("withdraw", {}, async (_input, ctx) =>
        JSON.stringify(await ctx.elicit(guests, { signal: controller.signal })),
      );
      const stream = await callIn(session, "withdraw");
      const question = await stream.message();
      controller.abort();
      expect(await stream.message()).toMatchObject({
        method: "notifications/cancelled",
        params: { requestId: question.id },
      });
      expect(answerOf(await stream.message())).toEqual({ action: "cancel", reason: "withdrawn" });
    });

    describe("outside of a call", () => {
      it("goes out on the session's own stream, with an id that is used once", async () => {
        const { session, server } = await make();
        const own = await session.listen();
        const answers = [
          server.session(session.id).elicit(guests),
          server.session(session.id).elicit(guests),
        ];
        const questions = [await own.message(), await own.message()];
        expect(new Set(questions.map(({ id }) => id)).size).toBe(2);
        for (const question of questions) await answerIn(session, question, TWO);
        expect(await Promise.all(answers)).toEqual([TWO, TWO]);
      });

      it("is `cancel` when the session ends first", async () => {
        const { session, server, clientRequests } = await make();
        const own = await session.listen();
        const answer = server.session(session.id).elicit(guests);
        await own.message();
        await session.end();
        expect(await answer).toMatchObject({ action: "cancel" });
        expect(clientRequests.size).toBe(0);
      });

      it("is `unavailable` where there is no such session, or its client cannot be asked", async () => {
        const { server, door } = await make();
        expect(await server.session("unknown").elicit(guests)).toEqual({
          action: "unavailable",
          reason: "nobody",
        });
        const unable = await openAbleSession(door, { capabilities: {} });
        expect(await server.session(unable.id).elicit(guests)).toEqual({
          action: "unavailable",
          reason: "nobody",
        });
      });

      it("may be a form of a Standard Schema, whose output is the content", async () => {
        const { session, server } = await make();
        const own = await session.listen();
        const schema = z.object({ day: z.string().transform((day) => day.toUpperCase()) });
        const answer = server.session(session.id).elicit("Which day?", schema);
        await answerIn(session, await own.message(), accept({ day: "monday" }));
        expect(await answer).toEqual(accept({ day: "MONDAY" }));
      });

      it("may be a page, which is over when it is completed", async () => {
        const { session, server } = await make();
        const own = await session.listen();
        const page = url("Sign in.", (id) => `https://example.com/${id}`);
        const answer = server.session(session.id).elicit(page);
        const question = await own.message();
        expect(question.params).toMatchObject({ mode: "url", message: "Sign in." });
        await answerIn(session, question, { action: "accept" });
        await server.elicitations.complete(String(question.params?.elicitationId));
        expect(await answer).toMatchObject({ action: "accept" });
      });

      it("is `timeout` at its deadline, and the client hears that nobody waits", async () => {
        const { session, server } = await make();
        const own = await session.listen();
        const answer = server.session(session.id).elicit(guests, { timeoutMs: 50 });
        const question = await own.message();
        expect(await answer).toEqual({ action: "timeout" });
        expect(await own.message()).toMatchObject({
          method: "notifications/cancelled",
          params: { requestId: question.id },
        });
      });

      it("is `cancel` when its own signal aborts", async () => {
        const { session, server } = await make();
        const own = await session.listen();
        const controller = new AbortController();
        const answer = server.session(session.id).elicit(guests, { signal: controller.signal });
        await own.message();
        controller.abort();
        expect(await answer).toEqual({ action: "cancel", reason: "withdrawn" });
      });

      it("is asked again when its answer is invalid", async () => {
        const { session, server } = await make();
        const own = await session.listen();
        const answer = server.session(session.id).elicit(guests);
        await answerIn(session, await own.message(), accept({ guests: 0 }));
        await answerIn(session, await own.message(), TWO);
        expect(await answer).toEqual(TWO);
      });
    });
  });

  it("a question ends with its session's idle time, and not while the client shows signs of life", async () => {
    const clock = createFakeClock({ now: 1_000_000 });
    const server = makeServer({ engine: createEngine({ clock }), clock });
    const told = addBook(server);
    const session = await openAbleSession(server);
    const stream = await callIn(session, "book");
    const question = await stream.message();
    await stream.close();
    for (let left = 3; left > 0; left -= 1) {
      await clock.advance(20 * 60_000);
      await session.request("ping");
    }
    expect(told).toEqual([]);
    for (let left = 90; left > 0; left -= 1) await clock.advance(60_000);
    await settle();
    expect((await answerIn(session, question, TWO)).status).toBe(404);
    await settle();
    expect(told.sort()).toEqual(["aborted", "clean-up"]);
    expect(server[transportParts].server.clientRequests.size).toBe(0);
  });

  describe("a question on stdio", () => {
    function make(options: Partial<ServerOptions> = {}) {
      const server = makeServer({ engine: createEngine(), connect: undefined as never, ...options });
      const told = addBook(server);
      server.tool("echo", {}, () => "echo");
      return { server, told };
    }

    it("goes out among other messages, and its answer brings the result", async () => {
      const { server, told } = make();
      const { send, next } = await openStdio(server);
      send(callBody("book", {}, "a"));
      const question = await next();
      expect(question).toMatchObject({ method: "elicitation/create", params: { mode: "form" } });
      send(callBody("echo", {}, "b"));
      expect(await next()).toMatchObject({ id: "b", result: { content: [{ text: "echo" }] } });
      send({ jsonrpc: "2.0", id: "c", method: "ping" });
      expect(await next()).toEqual({ jsonrpc: "2.0", id: "c", result: {} });
      send({ jsonrpc: "2.0", id: "unknown", result: TWO });
      send({ jsonrpc: "2.0", id: question.id, result: TWO });
      const done = await next();
      expect(done.id).toBe("a");
      expect(answerOf(done)).toEqual(TWO);
      expect(told).toEqual(["accept", "clean-up"]);
    });

    it("that is answered with an error is cancelled", async () => {
      const { server } = make();
      const { send, next } = await openStdio(server);
      send(callBody("book"));
      send({ jsonrpc: "2.0", id: (await next()).id, error: { code: 1, message: "no" } });
      expect(answerOf(await next())).toEqual({ action: "cancel", reason: "the client failed: no" });
    });

    it("is `timeout` at its deadline, and its client is told", async () => {
      const clock = createFakeClock({ now: 1_000_000 });
      const { server } = make({ clock });
      server.tool("hurry", {}, async (_input, ctx) =>
        JSON.stringify(await ctx.elicit(guests, { timeoutMs: 1000 })),
      );
      const { send, next } = await openStdio(server);
      send(callBody("hurry"));
      const question = await next();
      await clock.advance(2000);
      expect(await next()).toMatchObject({
        method: "notifications/cancelled",
        params: { requestId: question.id },
      });
      expect(answerOf(await next())).toEqual({ action: "timeout" });
    });

    it("is cancelled with its call", async () => {
      const { server, told } = make();
      const { send, next } = await openStdio(server);
      send(callBody("book"));
      const question = await next();
      send({ jsonrpc: "2.0", method: "notifications/cancelled", params: { requestId: 1 } });
      expect(await next()).toMatchObject({
        method: "notifications/cancelled",
        params: { requestId: question.id },
      });
      await settle();
      expect(told.sort()).toEqual(["aborted", "clean-up"]);
    });

    it("asked by two identical calls has one id, and one answer finishes both", async () => {
      const { server } = make();
      const { send, next } = await openStdio(server);
      send(callBody("book"));
      send(callBody("book"));
      const [one, two] = [await next(), await next()];
      expect(two.id).toBe(one.id);
      send({ jsonrpc: "2.0", id: one.id, result: TWO });
      for (const done of [await next(), await next()]) expect(answerOf(done)).toEqual(TWO);
    });

    it("ends with the client's input", async () => {
      const { server, told } = make();
      const { send, next, end } = await openStdio(server);
      send(callBody("book"));
      await next();
      await end();
      await settle();
      expect(told.sort()).toEqual(["aborted", "clean-up"]);
      expect(server[transportParts].server.clientRequests.size).toBe(0);
    });

    it("is asked in rounds in the modern era", async () => {
      const { server } = make();
      const { send, next } = await openStdio(server, { isLegacy: false });
      const _meta = {
        "io.modelcontextprotocol/protocolVersion": "2026-07-28",
        "io.modelcontextprotocol/clientInfo": { name: "tester", version: "1.0.0" },
        "io.modelcontextprotocol/clientCapabilities": ABLE,
      };
      const params = { name: "book", _meta };
      send({ jsonrpc: "2.0", id: 1, method: "tools/call", params });
      const { result = {} } = await next();
      expect(result.resultType).toBe("input_required");
      const [key = ""] = Object.keys(result.inputRequests as object);
      const retry = { ...params, requestState: result.requestState, inputResponses: { [key]: TWO } };
      send({ jsonrpc: "2.0", id: 2, method: "tools/call", params: retry });
      expect(answerOf(await next())).toEqual(TWO);
    });
  });
});

describe("what a revision cannot carry", () => {
  const several = form("Which?", { days: field.choices({ options: ["mon", "tue"] }) });

  function make() {
    const server = makeServer();
    server.tool("form", {}, async (_input, ctx) => JSON.stringify(await ctx.elicit(guests)));
    server.tool("several", {}, async (_input, ctx) => JSON.stringify(await ctx.elicit(several)));
    server.tool("page", {}, async (_input, ctx) =>
      JSON.stringify(await ctx.elicit(url("Go there.", "https://example.com/"))),
    );
    return server;
  }
  const nobody = { action: "unavailable", reason: "nobody" };
  const answered = async (session: Session, name: string): Promise<unknown> =>
    answerOf((await session.callTool(name)).message);

  it.each(["2024-11-05", "2025-03-26"])(
    "%s knows no elicitation, whatever the client declares",
    async (revision) => {
      const session = await openAbleSession(make(), { revision });
      for (const name of ["form", "several", "page"]) expect(await answered(session, name)).toEqual(nobody);
    },
  );

  it("2025-06-18 knows forms of one choice, without a mode, and no pages", async () => {
    const session = await openAbleSession(make(), { revision: "2025-06-18" });
    for (const name of ["several", "page"]) expect(await answered(session, name)).toEqual(nobody);
    const stream = await callIn(session, "form");
    const question = await stream.message();
    expect(Object.keys(question.params ?? {}).sort()).toEqual(["message", "requestedSchema"]);
    await answerIn(session, question, TWO);
    expect(answerOf(await stream.message())).toEqual(TWO);
  });

  it("2025-11-25 knows them all", async () => {
    const session = await openAbleSession(make());
    for (const [index, name] of ["form", "several", "page"].entries()) {
      const stream = readEvents(await session.post(callBody(name, {}, index)));
      const question = await stream.message();
      expect(question.method).toBe("elicitation/create");
      await answerIn(session, question, { action: "decline" });
      expect(answerOf(await stream.message())).toEqual({ action: "decline" });
    }
  });

  it("confirm is false where nobody can be asked", async () => {
    const server = makeServer();
    server.tool("sure", {}, async (_input, ctx) => String(await ctx.confirm("Sure?")));
    const session = await openAbleSession(server, { capabilities: {} });
    expect(textOf((await session.callTool("sure")).result)).toBe("false");
    const able = await openAbleSession(server);
    const stream = await callIn(able, "sure");
    await answerIn(able, await stream.message(), YES);
    expect(textOf((await stream.message()).result)).toBe("true");
  });
});
