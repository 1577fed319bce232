// A session of the terminal, followed by the command line.

import { afterEach, expect, test, vi } from "vitest";
import { AnswerDesk } from "../../src/cli/answer/answer-desk.js";
import { openSession } from "../../src/cli/answer/open-session.js";
import { createRemembering } from "../../src/cli/answer/remember.js";
import { createApiClient } from "../../src/web/index.js";
import { createStage as createTerminalStage } from "../terminal/stage.js";
import { BASE, createStage as createApiStage } from "../web/api/stage.js";

afterEach(() => {
  vi.useRealTimers();
});

test("a session goes on after its server was stopping for a while (C6)", async () => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  const api = createApiStage();
  const { terminal, screen } = createTerminalStage();
  const asker = api.client("bot:ask");
  const { elicitation } = await asker.create({ message: "Set it up?", mode: "terminal" });
  await asker.transcript.say(elicitation.id, "Hello from the asker.");
  let isStopping = true;
  let refusals = 0;
  const client = createApiClient({
    baseUrl: BASE,
    token: "ada:answer",
    view: "terminal",
    fetch: async (request) => {
      if (!isStopping) return api.fetch(request);
      refusals += 1;
      return Response.json({ code: "closed" }, { status: 503 });
    },
  });

  const shown = openSession(elicitation, 0, {
    client,
    terminal,
    remembering: createRemembering(client),
    question: {},
    settle: async () => undefined,
  });
  await vi.waitUntil(() => refusals > 0);
  isStopping = false;
  await vi.waitUntil(async () => {
    await vi.advanceTimersByTimeAsync(2_000);
    return screen() !== "";
  });

  expect(screen()).toContain("Hello from the asker.");
  shown.remove("over");
  await terminal.close();
});

const city = { type: "object", properties: { city: { type: "string", title: "City" } } } as const;

/** A session with a form, and a person who can come to it with one terminal after the other. */
async function sessionWithForm() {
  const api = createApiStage();
  const asker = api.client("bot:ask");
  const { elicitation } = await asker.create({ message: "Set it up?", mode: "terminal" });
  const { id } = elicitation;
  const entry = await asker.transcript.ask(id, { message: "Where?", schema: city });
  const client = createApiClient({ baseUrl: BASE, token: "ada:answer", view: "terminal", fetch: api.fetch });

  async function attach() {
    const stage = createTerminalStage();
    const remembering = createRemembering(client);
    const left: string[] = [];
    const desk = new AnswerDesk({
      client,
      terminal: stage.terminal,
      remembering,
      named: id,
      onLeft: (_, how) => void left.push(how),
    });
    desk.take((await client.get(id)).elicitation, 0);
    await vi.waitUntil(() => stage.screen().includes("City"));
    return { ...stage, remembering, left };
  }
  return { asker, client, id, entry, attach };
}

test.each([
  ["the terminal is closed", undefined],
  ["the person looks another time", "\u001b"],
])("what is typed into a form of a session comes again after %s (C6)", async (_, key) => {
  const { client, id, entry, attach } = await sessionWithForm();
  const first = await attach();
  await first.type("O", "s", "l");
  if (key !== undefined) await first.type(key);
  await first.terminal.close();
  expect(await first.remembering.done()).toBe(true);
  expect(await client.draft.get(id, entry)).toEqual({ city: "Osl" });

  const second = await attach();
  await vi.waitUntil(() => second.screen().includes("Osl"));
  await second.type("o", "\r", "\r");
  await vi.waitUntil(async () => (await client.transcript.read(id)).entries.length > 1);
  expect((await client.transcript.read(id)).entries.at(-1)?.answer).toMatchObject({ entry, by: "ada" });
  expect(await second.remembering.done()).toBe(true);
  await second.terminal.close();
});

test("the next form of a session begins without what was typed into the one before", async () => {
  const { asker, client, id, entry, attach } = await sessionWithForm();
  const next = await asker.transcript.ask(id, { message: "And then?", schema: city });
  const { type, screen, clock, remembering, terminal } = await attach();
  await type("O");
  await clock.advance(500);
  await type("\r", "\r");
  await vi.waitUntil(() => screen().includes("And then?"));
  await type("B");
  await clock.advance(500);
  expect(await remembering.done()).toBe(true);

  expect(await client.draft.get(id, next)).toEqual({ city: "B" });
  expect(await client.draft.get(id, entry)).toBeUndefined();
  await terminal.close();
});

test("what is typed into a form that somebody else answers is no loss", async () => {
  const { client, id, entry, attach } = await sessionWithForm();
  const { type, clock, remembering, terminal } = await attach();
  await type("O");
  await client.transcript.reply(id, { entry, action: "decline" });
  await clock.advance(500);

  expect(await remembering.done()).toBe(true);
  await terminal.close();
});
