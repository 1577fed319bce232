// The acceptance cases of the seeds that are about asking, as a client sees them. Each title cites its cases.

import { describe, expect, it } from "vitest";
import { elicitationRequired, type Fields, field, form, type Server, url } from "../../../src/index.js";
import { createFakeClock } from "../../../src/testing/index.js";
import { engines } from "../async-engine.js";
import type { Message, Session } from "../speak.js";
import {
  accept,
  answerIn,
  ask,
  callBody,
  callIn,
  makeServer,
  openAbleSession,
  openStdio,
  settle,
  textOf,
} from "./talk.js";

/** The eras in which questions go out in all their shapes. */
const eras = ["legacy", "modern"] as const;

/** The parameters of the question that a tool asks. */
async function paramsOf(
  server: Server,
  name: string,
  era: (typeof eras)[number],
): Promise<Record<string, unknown>> {
  if (era === "modern") {
    const { questions, key } = await ask(server, name);
    return questions[key]?.params ?? {};
  }
  const session = await openAbleSession(server);
  const stream = await callIn(session, name);
  return (await stream.message()).params ?? {};
}

interface SentForm {
  readonly properties: Record<string, object>;
  readonly required?: readonly string[];
}

async function formOf(fields: Fields, era: (typeof eras)[number]): Promise<SentForm> {
  const server = makeServer();
  server.tool("ask", {}, async (_input, ctx) => {
    await ctx.elicit(form("Tell me.", fields));
    return "done";
  });
  return (await paramsOf(server, "ask", era)).requestedSchema as SentForm;
}

describe.each(eras)("in the %s era", (era) => {
  const sent = async (one: Fields[string]): Promise<object | undefined> =>
    (await formOf({ one }, era)).properties.one;

  it("[acceptance 1] one choice with titles goes out as `oneOf`, without `enum` or `enumNames`", async () => {
    expect(await sent(field.choice({ options: { a: "Apple", b: "Berry" } }))).toEqual({
      type: "string",
      oneOf: [
        { const: "a", title: "Apple" },
        { const: "b", title: "Berry" },
      ],
    });
  });

  it("[acceptance 2] one choice without titles is exactly `{ type, enum }`", async () => {
    expect(await sent(field.choice({ options: ["a", "b"] }))).toEqual({ type: "string", enum: ["a", "b"] });
  });

  it("[acceptance 3] several choices have their bounds, and absent ones are omitted", async () => {
    expect(await sent(field.choices({ options: ["a", "b"], min: 1, max: 2 }))).toEqual({
      type: "array",
      minItems: 1,
      maxItems: 2,
      items: { type: "string", enum: ["a", "b"] },
    });
    expect(await sent(field.choices({ options: { a: "Apple" } }))).toEqual({
      type: "array",
      items: { anyOf: [{ const: "a", title: "Apple" }] },
    });
  });

  it("[acceptance 4] titles and descriptions survive on every kind of field", async () => {
    const about = { title: "Title", description: "Description" };
    const { properties } = await formOf(
      {
        string: field.string(about),
        number: field.number(about),
        integer: field.integer(about),
        boolean: field.boolean(about),
        choice: field.choice({ ...about, options: ["a"] }),
        titled: field.choice({ ...about, options: { a: "A" } }),
        choices: field.choices({ ...about, options: ["a"] }),
        severalTitled: field.choices({ ...about, options: { a: "A" } }),
      },
      era,
    );
    for (const one of Object.values(properties)) expect(one).toMatchObject(about);
  });

  it("[acceptance 4] what is falsy is not absent", async () => {
    expect(await sent(field.boolean({ default: false }))).toEqual({ type: "boolean", default: false });
    expect(await sent(field.integer({ minimum: 0, default: 0 }))).toEqual({
      type: "integer",
      minimum: 0,
      default: 0,
    });
    expect(await sent(field.string({ default: "", minLength: 0 }))).toEqual({
      type: "string",
      default: "",
      minLength: 0,
    });
    expect(await sent(field.choices({ options: ["a"], min: 0, default: [] }))).toMatchObject({
      minItems: 0,
      default: [],
    });
  });

  it("[acceptance 5] a mixed form lists the required fields, in their order", async () => {
    const schema = await formOf(
      {
        zebra: field.string(),
        second: field.number({ optional: true }),
        apple: field.boolean(),
        last: field.choice({ options: ["a"], optional: true }),
        middle: field.integer(),
      },
      era,
    );
    expect(Object.keys(schema.properties)).toEqual(["zebra", "second", "apple", "last", "middle"]);
    expect(schema.required).toEqual(["zebra", "apple", "middle"]);
  });

  it("[acceptance 6] the mode of a form is explicit; a page is exactly its message and url, and its id where the era has one", async () => {
    const server = makeServer();
    server.tool("form", {}, async (_input, ctx) => String(await ctx.confirm("Sure?")));
    server.tool("page", {}, async (_input, ctx) =>
      JSON.stringify(await ctx.openUrl("Go there.", (id) => `https://example.com/?id=${id}`)),
    );
    expect(await paramsOf(server, "form", era)).toMatchObject({ mode: "form", message: "Sure?" });
    const { url: href, elicitationId, ...rest } = await paramsOf(server, "page", era);
    expect(rest).toEqual({ mode: "url", message: "Go there." });
    expect(href).toMatch(/^https:\/\/example\.com\/\?id=[0-9a-f-]{36}$/);
    if (era === "legacy") expect(href).toBe(`https://example.com/?id=${elicitationId}`);
    else expect(elicitationId).toBeUndefined();
  });

  it("[acceptance 13] patterns come as RegExp or text; the four formats go out", async () => {
    expect(await sent(field.string({ pattern: /^a+$/ }))).toEqual({ type: "string", pattern: "^a+$" });
    expect(await sent(field.string({ pattern: "^a+$" }))).toEqual({ type: "string", pattern: "^a+$" });
    for (const format of ["email", "uri", "date", "date-time"] as const)
      expect(await sent(field.string({ format }))).toEqual({ type: "string", format });
  });
});

describe("what 2025-06-18 gets", () => {
  it("[acceptance 1, 3, 6] the shapes it knows: `enum` with `enumNames`, no mode, and no multiple choice", async () => {
    const server = makeServer();
    server.tool("one", {}, async (_input, ctx) =>
      JSON.stringify(await ctx.choose("Which?", { a: "Apple", b: "Berry" })),
    );
    server.tool("several", {}, async (_input, ctx) =>
      JSON.stringify(await ctx.choose("Which?", ["a", "b"], { several: true })),
    );
    const session = await openAbleSession(server, { revision: "2025-06-18" });
    const stream = await callIn(session, "one");
    const question = await stream.message();
    expect(question.params).toEqual({
      message: "Which?",
      requestedSchema: {
        type: "object",
        properties: {
          choice: { type: "string", title: "Choice", enum: ["a", "b"], enumNames: ["Apple", "Berry"] },
        },
        required: ["choice"],
      },
    });
    await answerIn(session, question, accept({ choice: "b" }));
    expect(JSON.parse(textOf((await stream.message()).result))).toEqual({ action: "accept", content: "b" });
    expect(JSON.parse(textOf((await session.callTool("several")).result))).toMatchObject({
      action: "unavailable",
    });
  });
});

describe("what cannot be built", () => {
  it("[acceptance 7] a url elicitation without message or url is refused when it is built", () => {
    expect(() => url("", "https://example.com/")).toThrow(/message/);
    expect(() => url("Go there.", "")).toThrow(/url/);
    expect(() => url(undefined as never, "https://example.com/")).toThrow();
    expect(() => url("Go there.", undefined as never)).toThrow();
  });

  it("[acceptance 7] `elicitationRequired` of nothing, or of a form, is refused when it is built", () => {
    expect(() => elicitationRequired([])).toThrow(/pages/);
    expect(() => elicitationRequired([form("Sure?", {}) as never])).toThrow(/pages/);
  });
});

describe.each(engines)("on an engine that %s", (_name, createEngine) => {
  const guests = form("A table for how many?", { guests: field.integer() });
  const TWO = accept({ guests: 2 });

  function make() {
    const clock = createFakeClock({ now: 1_000_000 });
    const server = makeServer({ engine: createEngine({ clock }), clock });
    server.tool("book", { input: { type: "object" } }, async (_input, ctx) =>
      JSON.stringify(await ctx.elicit(guests, { timeoutMs: 60_000 })),
    );
    server.tool("three", {}, async (_input, ctx) => {
      const answers: unknown[] = [];
      for (let count = 0; count < 3; count += 1) answers.push(await ctx.elicit(guests));
      return JSON.stringify(answers);
    });
    server.tool("page", {}, async (_input, ctx) =>
      JSON.stringify(await ctx.openUrl("Go there.", (id) => `https://example.com/${id}`)),
    );
    return { server, clock };
  }
  const parsed = ({ result }: Message): unknown => JSON.parse(textOf(result));

  it("[acceptance 8] the same call dispatched twice asks with the same id, also in separate processes", async () => {
    const { server } = make();
    const session = await openAbleSession(server);
    const twice = [await callIn(session, "book"), await callIn(session, "book")];
    const [one, two] = await Promise.all(twice.map((stream) => stream.message()));
    expect(two?.id).toBe(one?.id);
    // A process of its own that shares the sessions: the id is made of session, call and question alone.
    const engine = createEngine();
    const ids: unknown[] = [];
    const shared: Session[] = [];
    for (const name of ["test", "test"]) {
      const other = makeServer({ engine, name });
      other.tool("book", {}, async (_input, ctx) => JSON.stringify(await ctx.elicit(guests)));
      const [first] = shared;
      const own: Session = first === undefined ? await openAbleSession(other) : first.through(other);
      shared.push(own);
      ids.push((await (await callIn(own, "book")).message()).id);
    }
    expect(ids[1]).toBe(ids[0]);
  });

  it("[acceptance 8] another call, another session, another ask of the same form have another id", async () => {
    const { server } = make();
    const [session, other] = [await openAbleSession(server), await openAbleSession(server)];
    const ids = new Set<unknown>();
    ids.add((await (await callIn(session, "book", {}, 1)).message()).id);
    ids.add((await (await callIn(session, "book", {}, 2)).message()).id);
    ids.add((await (await callIn(other, "book", {}, 1)).message()).id);
    const stream = await callIn(session, "three", {}, 3);
    for (let count = 0; count < 3; count += 1) {
      const question = await stream.message();
      ids.add(question.id);
      await answerIn(session, question, TWO);
    }
    expect(ids.size).toBe(6);
  });

  it("[acceptance 9] interleaved calls do not share the counting of their questions", async () => {
    const { server } = make();
    const session = await openAbleSession(server);
    const alone = await callIn(session, "three", {}, "alone");
    const expected: unknown[] = [];
    for (let count = 0; count < 3; count += 1) {
      const question = await alone.message();
      expected.push(question.id);
      await answerIn(session, question, TWO);
    }
    await alone.message();
    const again = await callIn(session, "three", {}, "alone");
    const beside = await callIn(session, "three", {}, "beside");
    const ids: unknown[] = [];
    for (let count = 0; count < 3; count += 1) {
      const [one, two] = [await again.message(), await beside.message()];
      ids.push(one.id);
      await answerIn(session, two, accept({ guests: 10 + count }));
      await answerIn(session, one, accept({ guests: count }));
    }
    expect(ids).toEqual(expected);
    expect(parsed(await again.message())).toEqual([0, 1, 2].map((count) => accept({ guests: count })));
    expect(parsed(await beside.message())).toEqual([10, 11, 12].map((count) => accept({ guests: count })));
  });

  it.each([
    ["accept", TWO, TWO],
    ["decline", { action: "decline" }, { action: "decline" }],
    ["cancel", { action: "cancel" }, { action: "cancel", reason: "dismissed" }],
  ])("[acceptance 10] %s reaches the handler in both eras", async (_which, said, heard) => {
    const { server } = make();
    const { state, key } = await ask(server, "book");
    expect(JSON.parse((await ask(server, "book", { state, answers: { [key]: said } })).text)).toEqual(heard);
    const session = await openAbleSession(server);
    const stream = await callIn(session, "book");
    await answerIn(session, await stream.message(), said);
    expect(parsed(await stream.message())).toEqual(heard);
  });

  it("[acceptance 10] without the capability the answer is `unavailable`; `elicitation: {}` allows forms and refuses pages", async () => {
    const { server } = make();
    const nobody = { action: "unavailable", reason: "nobody" };
    for (const [capabilities, name, isAsked] of [
      [{}, "book", false],
      [{ elicitation: {} }, "book", true],
      [{ elicitation: {} }, "page", false],
    ] as const) {
      const round = await ask(server, name, { capabilities });
      expect(round.isAsking).toBe(isAsked);
      const session = await openAbleSession(server, { capabilities });
      const stream = await callIn(session, name).catch(() => undefined);
      if (isAsked) expect((await stream?.message())?.method).toBe("elicitation/create");
      else {
        expect(JSON.parse(round.text)).toEqual(nobody);
        expect(JSON.parse(textOf((await session.callTool(name)).result))).toEqual(nobody);
      }
    }
  });

  it("[acceptance 10] silence is `timeout` in both eras", async () => {
    const { server, clock } = make();
    const session = await openAbleSession(server);
    const stream = await callIn(session, "book");
    await stream.message();
    const { state } = await ask(server, "book");
    await clock.advance(61_000);
    expect((await stream.message()).method).toBe("notifications/cancelled");
    expect(parsed(await stream.message())).toEqual({ action: "timeout" });
    expect(JSON.parse((await ask(server, "book", { state })).text)).toEqual({ action: "timeout" });
  });

  it("[acceptance 10] a broken legacy stream leaves the question open; a closed modern response is cancellation", async () => {
    const clock = createFakeClock({ now: 1_000_000 });
    const aborted: string[] = [];
    const server = makeServer({
      engine: createEngine({ clock }),
      clock,
      responder: Object.assign(() => new Promise<undefined>(() => {}), { modes: ["form"] as const }),
    });
    server.tool("book", {}, async (_input, ctx) => {
      ctx.signal.addEventListener(
        "abort",
        () => void aborted.push(ctx.client.can("form") ? "legacy" : "modern"),
      );
      return JSON.stringify(await ctx.elicit(guests));
    });
    const session = await openAbleSession(server);
    const stream = await callIn(session, "book");
    const question = await stream.message();
    await stream.close();
    const controller = new AbortController();
    const closed = ask(server, "book", { capabilities: {}, signal: controller.signal });
    await settle();
    controller.abort();
    await closed;
    await settle();
    expect(aborted).toEqual(["modern"]);
    await answerIn(session, question, TWO);
    const resumed = await session.listen(question.eventId);
    expect(parsed(await resumed.message())).toEqual(TWO);
  });

  it("[acceptance 11, 12] `elicitationRequired` is -32042 for clients that know pages, and completion reaches them", async () => {
    const { server } = make();
    server.tool("sign_in", {}, () => {
      throw elicitationRequired([url("Sign in.", (id) => `https://example.com/${id}`)]);
    });
    const session = await openAbleSession(server);
    const own = await session.listen();
    const { error } = await session.callTool("sign_in");
    const { elicitations } = error.data as { elicitations: readonly { elicitationId: string }[] };
    const id = elicitations[0]?.elicitationId ?? "";
    expect(error.code).toBe(-32042);
    expect(elicitations).toEqual([
      { mode: "url", message: "Sign in.", url: `https://example.com/${id}`, elicitationId: id },
    ]);
    expect(await server.elicitations.complete(id)).toBe(true);
    expect(await own.message()).toMatchObject({
      method: "notifications/elicitation/complete",
      params: { elicitationId: id },
    });
    const formsOnly = await openAbleSession(server, { capabilities: { elicitation: { form: {} } } });
    const told = await formsOnly.callTool("sign_in");
    expect(told.result.isError).toBe(true);
  });

  it("[acceptance 12] completion notifies while the handler waits, on HTTP and on stdio; unknown ids are harmless", async () => {
    const { server } = make();
    expect(await server.elicitations.complete("unknown")).toBe(false);
    expect(await server.elicitations.fail("unknown", "no")).toBe(false);
    const session = await openAbleSession(server);
    const stream = await callIn(session, "page");
    const question = await stream.message();
    await answerIn(session, question, { action: "accept" });
    await server.elicitations.complete(String(question.params?.elicitationId));
    expect((await stream.message()).method).toBe("notifications/elicitation/complete");
    expect(parsed(await stream.message())).toEqual({ action: "accept" });
    const { send, next } = await openStdio(server);
    send(callBody("page"));
    const asked = await next();
    await server.elicitations.complete(String(asked.params?.elicitationId));
    expect((await next()).method).toBe("notifications/elicitation/complete");
    expect((await next()).method).toBe("notifications/cancelled");
    expect(parsed(await next())).toEqual({ action: "accept" });
  });

  it("[acceptance 18] answers are bound to session and principal, an error releases the waiter, pings do not wait", async () => {
    const { server } = make();
    const [session, other] = [await openAbleSession(server), await openAbleSession(server)];
    const stream = await callIn(session, "book");
    const question = await stream.message();
    expect((await answerIn(other, question, TWO)).status).toBe(202);
    const forged = { jsonrpc: "2.0", id: question.id, result: TWO };
    expect((await session.post(forged, { "x-user": "eve" })).status).toBe(404);
    expect((await session.request("ping")).result).toEqual({});
    const error = { code: -32603, message: "no" };
    expect((await session.post({ jsonrpc: "2.0", id: question.id, error })).status).toBe(202);
    expect(parsed(await stream.message())).toEqual({ action: "cancel", reason: "the client failed: no" });
  });

  it("[acceptance 18] two asks at once from one call", async () => {
    const { server } = make();
    server.tool("pair", {}, async (_input, ctx) =>
      JSON.stringify(await Promise.all([ctx.confirm("One?"), ctx.confirm("Two?")])),
    );
    const session = await openAbleSession(server);
    const stream = await callIn(session, "pair");
    const [one, two] = [await stream.message(), await stream.message()];
    await answerIn(session, two, accept({ confirmed: false }));
    await answerIn(session, one, accept({ confirmed: true }));
    expect(parsed(await stream.message())).toEqual([true, false]);
  });

  it("[acceptance 27] on stdio a question is open while other messages come: calls, errors, notifications, nonsense", async () => {
    const { server } = make();
    server.tool("echo", {}, () => "echo");
    server.tool("fail", {}, () => {
      throw new Error("broken");
    });
    const { send, next, response, end } = await openStdio(server);
    send(callBody("book", {}, "book"));
    const question = await next();
    expect(question.method).toBe("elicitation/create");
    send({ jsonrpc: "2.0", id: "ping", method: "ping" });
    expect((await response("ping")).result).toEqual({});
    send(callBody("echo", {}, "echo"));
    expect(textOf((await response("echo")).result)).toBe("echo");
    send(callBody("fail", {}, "fail"));
    expect((await response("fail")).result?.isError).toBe(true);
    send({ jsonrpc: "2.0", method: "notifications/unknown" });
    send({ jsonrpc: "1.0", id: "wrong" });
    expect((await next()).error?.code).toBe(-32600);
    send({ jsonrpc: "2.0", id: question.id, result: TWO });
    expect(parsed(await response("book"))).toEqual(TWO);
    await end();
  });
});
