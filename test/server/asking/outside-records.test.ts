// What is kept of answers that come from outside the client: for a while after the call, and no longer.

import { describe, expect, it, onTestFinished } from "vitest";
import { createMemoryEngine } from "../../../src/engines/memory/index.js";
import { createSqliteEngine } from "../../../src/engines/sqlite/index.js";
import { defineResponder, type Engine, field, form, url } from "../../../src/index.js";
import { createFakeClock, createTestPages, type FakeClock } from "../../../src/testing/index.js";
import { temporaryFile } from "../../engines/sqlite/temporary-file.js";
import type { Message } from "../speak.js";
import { answerIn, callIn, makeServer, openAbleSession, settle, textOf } from "./talk.js";

const TTL_MS = 60_000;
const WEEK_MS = 7 * 24 * 60 * 60_000;
const LINKS = { elicitation: { url: {} } };
const table = form("A table for how many?", { guests: field.integer({ minimum: 1 }) });
const signIn = url("Sign in", (id) => `https://example.com/?id=${id}`);

const engines: readonly (readonly [string, (clock: FakeClock) => Engine])[] = [
  ["memory", (clock) => createMemoryEngine({ clock })],
  [
    "sqlite",
    (clock) => {
      const engine = createSqliteEngine({ path: temporaryFile(), clock, onError: () => {} });
      onTestFinished(() => engine.close());
      return engine;
    },
  ],
];

describe.each(engines)("on the engine %s", (_name, createEngine) => {
  function make() {
    const clock = createFakeClock({ now: 1_800_000_000_000 });
    const engine = createEngine(clock);
    const pages = createTestPages();
    const answers: (() => void)[] = [];
    // As the inbox is: whoever looks there answers when they like.
    const inbox = defineResponder(
      ["form"],
      () =>
        new Promise((resolve) => {
          answers.push(() => resolve({ action: "accept", content: { guests: 4 } }));
        }),
    );
    const server = makeServer({
      clock,
      engine,
      pages,
      responder: inbox,
      keys: ["a key of at least thirty-two bytes, and then some"],
      asking: { stateTtlMs: TTL_MS },
    });
    server.tool("book", { input: { type: "object" } }, async (_input, ctx) =>
      JSON.stringify(await ctx.elicit(table)),
    );
    server.tool("soon", { input: { type: "object" } }, async (_input, ctx) =>
      JSON.stringify(await ctx.elicit(table, { timeoutMs: WEEK_MS })),
    );
    server.tool("enter", { input: { type: "object" } }, async (_input, ctx) =>
      JSON.stringify(await ctx.elicit(signIn)),
    );
    const asked = async () => (await engine.records.list("asked:", undefined, 10)).length;
    const lastOf = async (next: () => Promise<Message>): Promise<string> => {
      let message = await next();
      while (message.id !== 1) message = await next();
      return textOf(message.result);
    };
    /** The record is there for those who answer again, and goes with the time that a state has. */
    async function expectToGo(): Promise<void> {
      await settle();
      expect(await asked()).toBe(1);
      await clock.advance(TTL_MS + 1);
      expect(await asked()).toBe(0);
    }
    return { clock, server, pages, answers, asked, lastOf, expectToGo };
  }

  it.each(["book", "soon"])("the answer of a page goes when the call of %s is over", async (tool) => {
    const { server, pages, lastOf, expectToGo } = make();
    const session = await openAbleSession(server, { capabilities: LINKS });
    const stream = await callIn(session, tool);
    const question = await stream.message();
    await answerIn(session, question, { action: "accept" });
    pages.accept(String(question.params?.url), { guests: 4 });
    expect(await lastOf(() => stream.message())).toContain('"guests":4');
    await expectToGo();
  });

  it.each(["book", "soon"])("the answer of a responder goes when the call of %s is over", async (tool) => {
    const { server, answers, expectToGo } = make();
    const session = await openAbleSession(server, { capabilities: {} });
    const calling = session.callTool(tool);
    await expect.poll(() => answers.length).toBe(1);
    answers[0]?.();
    expect(textOf((await calling).result)).toContain('"guests":4');
    await expectToGo();
  });

  it("completing a page again is harmless for a while, and then it is unknown", async () => {
    const { server, clock, lastOf, expectToGo } = make();
    const session = await openAbleSession(server, { capabilities: LINKS });
    const stream = await callIn(session, "enter");
    const question = await stream.message();
    await answerIn(session, question, { action: "accept" });
    const id = String(question.params?.elicitationId);
    // However long the person takes.
    await clock.advance(3 * TTL_MS);
    expect(await server.elicitations.complete(id)).toBe(true);
    expect(await lastOf(() => stream.message())).toContain("accept");
    expect(await server.elicitations.complete(id)).toBe(true);
    await expectToGo();
  });

  it("a question that waits longer than that is answered all the same", async () => {
    const { server, clock, answers, asked } = make();
    const session = await openAbleSession(server, { capabilities: {} });
    const calling = session.callTool("book");
    await expect.poll(() => answers.length).toBe(1);
    await clock.advance(5 * TTL_MS);
    expect(await asked()).toBe(1);
    answers[0]?.();
    expect(textOf((await calling).result)).toContain('"guests":4');
  });
});
