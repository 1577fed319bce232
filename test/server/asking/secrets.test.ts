// `ctx.secret`: asked on a page and nowhere else, the same in every replay, gone with its run.

import { inspect } from "node:util";
import { describe, expect, it } from "vitest";
import {
  type Answer,
  allow,
  BeckonError,
  defineResponder,
  type Engine,
  type FormElicitation,
  Secret,
  type ServerOptions,
} from "../../../src/index.js";
import { createMemoryVault } from "../../../src/secrets/index.js";
import { transportParts } from "../../../src/server/server.js";
import { createFakeClock, createTestPages, type TestPages } from "../../../src/testing/index.js";
import { engines } from "../async-engine.js";
import type { EventStream } from "../event-stream.js";
import type { Message } from "../speak.js";
import {
  accept,
  answerIn,
  ask,
  callBody,
  callIn,
  FROZEN,
  makeServer,
  nextMessage,
  openAbleSession,
  openStdio,
  type Round,
  settle,
  textOf,
  YES,
} from "./talk.js";

const VALUE = "hunter2-and-more";
const CONSENT = { action: "accept" };

/** The next question of a stream, whatever comes before it. */
async function nextQuestion(stream: EventStream): Promise<Message> {
  let message = await nextMessage(stream);
  while (message?.method !== "elicitation/create") message = await nextMessage(stream);
  return message;
}

const hrefOf = ({ questions, key }: Round): string => String(questions[key]?.params.url);

describe("a secret in a handler's hands", () => {
  const secret = new Secret(VALUE);

  it("shows itself to who asks for it", () => {
    expect(secret.reveal()).toBe(VALUE);
  });

  it.each([
    ["a text", () => `${secret}`],
    ["String", () => String(secret)],
    ["joining", () => ["x", secret].join()],
    ["JSON", () => JSON.stringify({ secret, list: [secret] })],
    ["inspect", () => inspect({ secret }, { showHidden: true, depth: 9 })],
    ["its members", () => JSON.stringify([Object.entries(secret), Reflect.ownKeys(secret)])],
    ["a copy", () => inspect(structuredClone({ secret }), { showHidden: true })],
    ["an error", () => inspect(new Error("wrong", { cause: { secret } }))],
  ])("is not in %s", (_name, show) => {
    expect(show()).not.toContain(VALUE);
  });

  it("prints as [secret]", () => {
    expect(`${secret}`).toBe("[secret]");
    expect(JSON.stringify([secret])).toBe('["[secret]"]');
    expect(inspect(secret)).toBe("[secret]");
  });
});

describe.each(engines)("on an engine that %s", (_name, createEngine) => {
  function make(options: Partial<ServerOptions> = {}, pages: TestPages = createTestPages()) {
    const clock = createFakeClock({ now: 1_000_000 });
    const engine: Engine = options.engine ?? createEngine({ clock });
    const server = makeServer({ clock, pages, ...options, engine });
    const seen: string[] = [];
    server.tool("push", {}, async (_input, ctx) => {
      const token = await ctx.secret("GitHub token", { description: "Make one at github.com." });
      if (token.action !== "accept") return token.action;
      seen.push(token.content.reveal());
      const isSure = await ctx.confirm("Push?", { key: "sure" });
      seen.push(token.content.reveal());
      return isSure ? `Pushed with ${token.content}.` : "Left.";
    });
    server.tool("remember", {}, async (_input, ctx) => {
      const token = await ctx.secret("token", { remember: true });
      if (token.action !== "accept") return token.action;
      seen.push(token.content.reveal());
      return (await ctx.confirm("Sure?", { key: "sure" })) ? "Yes." : "No.";
    });
    const kept = async (): Promise<number> => (await engine.records.list("secret:", undefined, 10)).length;
    return { server, pages, clock, engine, seen, kept };
  }

  const come = (round: Round, answer: object = CONSENT) => ({
    state: round.state,
    answers: { [round.key]: answer },
  });

  describe("in the modern era", () => {
    it("is asked by url, also of a client that can show forms", async () => {
      const { server, pages } = make();
      const first = await ask(server, "push");
      expect(first.questions[first.key]?.params).toEqual({
        mode: "url",
        message: "Please enter GitHub token.",
        url: hrefOf(first),
      });
      expect(pages.open).toMatchObject([
        {
          schema: {
            properties: {
              secret: { type: "secret", title: "GitHub token", description: "Make one at github.com." },
            },
            required: ["secret"],
          },
        },
      ]);
    });

    it("of several lines is asked for as one, and comes with its breaks", async () => {
      const { server, pages, seen } = make();
      server.tool("sign", {}, async (_input, ctx) => {
        const key = await ctx.secret("signing key", { multiline: true });
        if (key.action === "accept") seen.push(key.content.reveal());
        return key.action;
      });
      const first = await ask(server, "sign");
      expect(pages.open).toMatchObject([
        { schema: { properties: { secret: { type: "secret", multiline: true } } } },
      ]);
      pages.accept(hrefOf(first), { secret: "a\n\nb\n" });
      await settle();
      await ask(server, "sign", come(first));
      expect(seen).toEqual(["a\n\nb\n"]);
    });

    it("is the same in every replay, and asked for once", async () => {
      const { server, pages, seen } = make();
      const first = await ask(server, "push");
      pages.accept(hrefOf(first), { secret: VALUE });
      await settle();
      const second = await ask(server, "push", come(first));
      expect(second.keys).toEqual(["sure"]);
      const done = await ask(server, "push", { state: second.state, answers: { sure: YES } });
      expect(done.text).toBe("Pushed with [secret].");
      expect(seen).toEqual([VALUE, VALUE, VALUE]);
      expect(pages.open).toEqual([]);
    });

    it("is in no state, and in no record in the clear", async () => {
      const { server, pages, engine } = make({ keys: ["k".repeat(32)] });
      const first = await ask(server, "push");
      pages.accept(hrefOf(first), { secret: VALUE });
      await settle();
      const second = await ask(server, "push", come(first));
      const { states } = server[transportParts].server.asking;
      const binding = `${JSON.stringify(["test", "ada", "tools/call", "push"])}\n{}`;
      const state = await states.open(binding, second.state);
      expect(state?.journal.has(`q:${first.key}`)).toBe(true);
      expect(JSON.stringify(state)).not.toContain(VALUE);
      for (const { value } of await engine.records.list("", undefined, 100))
        expect(value).not.toContain(VALUE);
    });

    it("is deleted when the run is over, and where it came from as soon as it is kept", async () => {
      const { server, pages, kept } = make();
      const first = await ask(server, "push");
      const [up] = pages.open as [FormElicitation];
      pages.accept(hrefOf(first), { secret: VALUE });
      await settle();
      const { signal } = new AbortController();
      expect(await pages.respond(up, { signal, group: "" })).toEqual(accept({}));
      expect(await kept()).toBe(1);
      const second = await ask(server, "push", come(first));
      expect(await kept()).toBe(1);
      await ask(server, "push", { state: second.state, answers: { sure: YES } });
      expect(await kept()).toBe(0);
    });

    it("that is given in the moment its question is taken back is deleted where it was given", async () => {
      const { server, pages, kept } = make();
      const stop = new AbortController();
      server.tool(
        "late",
        {},
        async (_input, ctx) => (await ctx.secret("token", { signal: stop.signal })).action,
      );
      const first = await ask(server, "late");
      const [up] = pages.open as [FormElicitation];
      const waiting = ask(server, "late", come(first));
      await settle();
      pages.accept(hrefOf(first), { secret: VALUE });
      stop.abort();
      expect((await waiting).text).toBe("cancel");
      await settle();
      const { signal } = new AbortController();
      expect(await pages.respond(up, { signal, group: "" })).toEqual(accept({}));
      expect(await kept()).toBe(0);
    });

    it("is deleted when the handler fails", async () => {
      const { server, pages, kept } = make();
      server.tool("fail", {}, async (_input, ctx) => {
        await ctx.secret("token");
        throw new Error("no");
      });
      const first = await ask(server, "fail");
      pages.accept(hrefOf(first), { secret: VALUE });
      await settle();
      await ask(server, "fail", come(first));
      expect(await kept()).toBe(0);
    });

    it("is gone a while after its call was broken off", async () => {
      const { server, pages, kept, clock } = make();
      const first = await ask(server, "push");
      pages.accept(hrefOf(first), { secret: VALUE });
      await settle();
      const second = await ask(server, "push", come(first));
      const controller = new AbortController();
      server.tools.replace("push", {}, async (_input, ctx) => {
        await ctx.secret("GitHub token", { description: "Make one at github.com." });
        controller.abort();
        return new Promise(() => {});
      });
      const broken = ask(server, "push", {
        state: second.state,
        answers: { sure: YES },
        signal: controller.signal,
      }).catch(() => undefined);
      await broken;
      await settle();
      expect(await kept()).toBe(1);
      await clock.advance(5 * 60_000 + 1);
      expect(await kept()).toBe(0);
    });

    it("that was lost is asked for again", async () => {
      const { server, pages, engine } = make();
      const first = await ask(server, "push");
      pages.accept(hrefOf(first), { secret: VALUE });
      await settle();
      const second = await ask(server, "push", come(first));
      for (const { key } of await engine.records.list("secret:", undefined, 10))
        await engine.records.remove(key);
      const third = await ask(server, "push", { state: second.state, answers: { sure: YES } });
      expect(third.isAsking).toBe(true);
      expect(Object.values(third.questions)[0]?.params.mode).toBe("url");
    });

    it("is not asked for again by a state of a run that is over", async () => {
      const { server, pages } = make();
      const first = await ask(server, "push");
      pages.accept(hrefOf(first), { secret: VALUE });
      const second = await ask(server, "push", come(first));
      await ask(server, "push", { state: second.state, answers: { sure: YES } });
      for (const { state } of [first, second]) {
        const again = await ask(server, "push", { state, answers: {} });
        expect(again.error).toEqual(FROZEN);
      }
      expect(pages.open).toEqual([]);
    });

    it.each(["decline", "cancel"])("that a person does not give is a %s", async (action) => {
      const { server, kept } = make();
      const first = await ask(server, "push");
      expect((await ask(server, "push", come(first, { action }))).text).toBe(action);
      expect(await kept()).toBe(0);
    });

    it("that a client makes up is none", async () => {
      const { server, seen, clock } = make();
      const first = await ask(server, "push");
      const waiting = ask(server, "push", come(first, accept({ secret: "forged" })));
      await settle();
      expect(seen).toEqual([]);
      await clock.advance(51_000);
      expect((await waiting).isAsking).toBe(true);
      const early = await ask(server, "push", { answers: { [first.key]: accept({ secret: "forged" }) } });
      expect(early.isAsking).toBe(true);
    });

    it("goes on with another server", async () => {
      const keys = ["k".repeat(32)];
      const one = make({ keys });
      const first = await ask(one.server, "push");
      one.pages.accept(hrefOf(first), { secret: VALUE });
      await settle();
      const two = make({ keys, engine: one.engine }, one.pages);
      const second = await ask(two.server, "push", come(first));
      const three = make({ keys, engine: one.engine }, one.pages);
      await ask(three.server, "push", { state: second.state, answers: { sure: YES } });
      expect([one.seen, two.seen, three.seen]).toEqual([[], [VALUE], [VALUE, VALUE]]);
    });
  });

  describe("in the legacy era", () => {
    it("is asked by url, and deleted when the run is over", async () => {
      const { server, pages, seen, kept } = make();
      const session = await openAbleSession(server);
      const stream = await callIn(session, "push");
      const question = (await nextMessage(stream)) ?? {};
      expect(question.params).toMatchObject({ mode: "url" });
      await answerIn(session, question, CONSENT);
      pages.accept(String(question.params?.url), { secret: VALUE });
      const sure = await nextQuestion(stream);
      expect(await kept()).toBe(1);
      await answerIn(session, sure, YES);
      const done = await nextMessage(stream);
      expect(textOf(done?.result)).toBe("Pushed with [secret].");
      expect(seen).toEqual([VALUE, VALUE]);
      expect(await kept()).toBe(0);
    });

    it("is deleted when the call is cancelled", async () => {
      const { server, pages, kept } = make();
      const session = await openAbleSession(server);
      const stream = await callIn(session, "push");
      const question = (await nextMessage(stream)) ?? {};
      pages.accept(String(question.params?.url), { secret: VALUE });
      await nextQuestion(stream);
      await session.notify("notifications/cancelled", { requestId: 1 });
      await settle();
      expect(await kept()).toBe(0);
    });
  });

  describe("a responder", () => {
    const giving = (fields: readonly ("secret" | "file")[]) =>
      defineResponder(["form"], async () => accept({ secret: VALUE }) as Answer, fields);

    it("that may show secrets is asked where no page can be", async () => {
      const { server, seen, engine } = make({ responder: giving(["secret"]), keys: ["k".repeat(32)] });
      const round = await ask(server, "push", { capabilities: { elicitation: { form: {} } } });
      expect(round.keys).toEqual(["sure"]);
      expect(seen).toEqual([VALUE]);
      for (const { value } of await engine.records.list("", undefined, 100))
        expect(value).not.toContain(VALUE);
    });

    it("that may not is not asked", async () => {
      const { server } = make({ responder: giving([]) });
      expect((await ask(server, "push", { capabilities: {} })).text).toBe("unavailable");
    });
  });

  describe("that is to be remembered", () => {
    it("is asked for once, and is the vault's from then on", async () => {
      const vault = createMemoryVault();
      const { server, pages, seen, kept } = make({ vault });
      const first = await ask(server, "remember");
      pages.accept(hrefOf(first), { secret: VALUE });
      await settle();
      const second = await ask(server, "remember", come(first));
      expect((await ask(server, "remember", { state: second.state, answers: { sure: YES } })).text).toBe(
        "Yes.",
      );
      expect(await vault.get("ada", "token")).toBe(VALUE);
      const later = await ask(server, "remember");
      expect(later.keys).toEqual(["sure"]);
      expect((await ask(server, "remember", { state: later.state, answers: { sure: YES } })).text).toBe(
        "Yes.",
      );
      expect(seen).toEqual([VALUE, VALUE, VALUE, VALUE]);
      expect(await kept()).toBe(0);
    });

    it("is that of the principal who calls", async () => {
      const vault = createMemoryVault();
      await vault.set("ada", "token", "ada's");
      const { server, seen } = make({ vault });
      expect((await ask(server, "remember", { user: "bob" })).questions).not.toHaveProperty("sure");
      expect((await ask(server, "remember", { user: "ada" })).keys).toEqual(["sure"]);
      expect(seen).toEqual(["ada's"]);
    });

    it("is not that of who started the process, whatever a principal is called", async () => {
      const vault = createMemoryVault();
      await vault.set("beckon:stdio", "token", VALUE);
      const { server, seen } = make({ vault, connect: () => allow({ principal: { id: "beckon:stdio" } }) });
      const first = await ask(server, "remember");
      expect(first.isAsking).toBe(true);
      expect(seen).toEqual([]);
    });

    it("stays the same in a run while the vault changes", async () => {
      const vault = createMemoryVault();
      await vault.set("ada", "token", "old");
      const { server, seen } = make({ vault });
      const first = await ask(server, "remember");
      await vault.set("ada", "token", "new");
      await ask(server, "remember", { state: first.state, answers: { sure: YES } });
      expect(seen).toEqual(["old", "old"]);
    });

    it("twice in one run is looked up twice", async () => {
      const vault = createMemoryVault();
      await vault.set("ada", "token", VALUE);
      const { server } = make({ vault });
      server.tool("twice", {}, async (_input, ctx) => {
        const both = [
          await ctx.secret("token", { remember: true }),
          await ctx.secret("token", { remember: true }),
        ];
        return both.map(({ action }) => action).join();
      });
      expect((await ask(server, "twice")).text).toBe("accept,accept");
    });

    it("is asked for where the vault fails, and the log says why", async () => {
      const lines: string[] = [];
      const vault = {
        ...createMemoryVault(),
        get: () => Promise.reject(new Error("locked")),
        set: () => Promise.reject(new Error("locked")),
      };
      const logger = { debug() {}, info() {}, warn() {}, error: (line: string) => void lines.push(line) };
      const { server, pages, seen } = make({ vault, logger });
      const first = await ask(server, "remember");
      pages.accept(hrefOf(first), { secret: VALUE });
      await settle();
      await ask(server, "remember", come(first));
      expect(seen).toEqual([VALUE]);
      expect(lines).toEqual([
        "The vault memory could not be read.",
        "The vault memory could not be written.",
      ]);
    });

    const failing = async (server: ReturnType<typeof make>["server"], options: object): Promise<unknown> => {
      let thrown: unknown;
      server.tool("try", {}, async (_input, ctx) => {
        await ctx.secret("token", { remember: true, ...options }).catch((error) => {
          thrown = error;
        });
        return "";
      });
      await ask(server, "try");
      return thrown;
    };

    it("on a server without a vault is an error that says so", async () => {
      const thrown = await failing(make().server, {});
      expect(thrown).toBeInstanceOf(BeckonError);
      expect(thrown).toMatchObject({ code: "invalid-option", message: expect.stringContaining("no vault") });
    });

    it("for nobody in particular is an error that says so", async () => {
      const { server } = make({ vault: createMemoryVault(), connect: undefined as never });
      expect(await failing(server, {})).toMatchObject({
        code: "invalid-option",
        message: expect.stringContaining("connect gave no principal"),
      });
    });

    it("for somebody else is an error that says so", async () => {
      const { server } = make({ vault: createMemoryVault() });
      expect(await failing(server, { audience: "bob" })).toMatchObject({ code: "invalid-arguments" });
    });
  });

  it("refuses names and options that cannot work", async () => {
    const { server } = make();
    const problems: unknown[] = [];
    server.tool("try", {}, async (_input, ctx) => {
      const tries = [
        ctx.secret(""),
        ctx.secret("a\nb"),
        ctx.secret("x".repeat(257)),
        ctx.secret("token", { message: " " }),
        ctx.secret("token", { timeoutMs: -1 }),
        ctx.secret("token", { multiline: "yes" } as never),
        ctx.secret("token", { remembers: true } as never),
      ];
      for (const result of await Promise.allSettled(tries)) problems.push(result.status);
      return "";
    });
    await ask(server, "try");
    expect(problems).toEqual(Array(7).fill("rejected"));
  });
});

describe("on stdio", () => {
  it("a secret is remembered for who started the process", async () => {
    const vault = createMemoryVault();
    await vault.set("beckon:stdio", "token", VALUE);
    const server = makeServer({ vault, connect: undefined as never });
    server.tool("use", {}, async (_input, ctx) => (await ctx.secret("token", { remember: true })).action);
    const client = await openStdio(server);
    client.send(callBody("use"));
    expect(textOf((await client.response(1)).result)).toBe("accept");
    await client.end();
  });
});
