// What a person has typed is told to the server by the command line, which knows in the end whether it was.

import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { AnswerDesk } from "../../src/cli/answer/answer-desk.js";
import { createRemembering } from "../../src/cli/answer/remember.js";
import { createApiClient } from "../../src/web/index.js";
import { createStage as createTerminalStage } from "../terminal/stage.js";
import { BASE, createStage } from "../web/api/stage.js";

beforeEach(() => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
});
afterEach(() => {
  vi.useRealTimers();
});

const ASKED = {
  message: "Where to?",
  schema: { type: "object", properties: { city: { type: "string" } } },
} as const;

/** Somebody at a question, on a server that may fail in any way. */
async function open(maxAnswerBytes = 1_000) {
  const api = createStage({ broker: { maxAnswerBytes } });
  const { elicitation } = await api.client("bot:ask").create(ASKED);
  const server: { fails: (() => Response) | undefined; sent: number } = { fails: undefined, sent: 0 };
  const client = createApiClient({
    baseUrl: BASE,
    token: "ada:answer",
    fetch: async (request) => {
      server.sent += 1;
      return server.fails === undefined ? api.fetch(request) : server.fails();
    },
  });
  return { client, server, id: elicitation.id, remembering: createRemembering(client) };
}

/** The end of the command, however long it waits. */
async function done({ remembering }: Pick<Awaited<ReturnType<typeof open>>, "remembering">) {
  let isKept: boolean | undefined;
  const ended = remembering.done().then((kept) => {
    isKept = kept;
  });
  await vi.waitUntil(async () => {
    await vi.advanceTimersByTimeAsync(1_000);
    return isKept !== undefined;
  });
  await ended;
  return isKept;
}

/** A refusal that is cut off on its way, which no client can read. */
const cutOff = (): Response =>
  new Response("{", { status: 400, headers: { "content-type": "application/problem+json" } });

describe("what was typed", () => {
  test("is kept when it was told (C6)", async () => {
    const stage = await open();
    stage.remembering.keepDraft(stage.id, { city: "Oslo" });

    expect(await done(stage)).toBe(true);
    expect(await stage.client.draft.get(stage.id)).toEqual({ city: "Oslo" });
  });

  test("is told again after an error that nobody expects (C6)", async () => {
    const stage = await open();
    stage.server.fails = cutOff;
    stage.remembering.keepDraft(stage.id, { city: "Oslo" });
    await vi.waitUntil(() => stage.server.sent > 0);
    stage.server.fails = undefined;

    expect(await done(stage)).toBe(true);
    expect(await stage.client.draft.get(stage.id)).toEqual({ city: "Oslo" });
  });

  test("is known not to be kept where such an error stays (C6)", async () => {
    const stage = await open();
    stage.server.fails = cutOff;
    stage.remembering.keepDraft(stage.id, { city: "Oslo" });

    expect(await done(stage)).toBe(false);
    expect(stage.server.sent).toBeGreaterThan(1);
  });

  test("is known not to be kept where the server refuses it, and asked for once (C6)", async () => {
    const stage = await open(100);
    stage.remembering.keepDraft(stage.id, { city: "x".repeat(200) });

    expect(await done(stage)).toBe(false);
    expect(stage.server.sent).toBe(1);
  });

  test("is kept where less of it is taken after a refusal (C6)", async () => {
    const stage = await open(100);
    stage.remembering.keepDraft(stage.id, { city: "x".repeat(200) });
    expect(await done(stage)).toBe(false);
    stage.remembering.keepDraft(stage.id, { city: "Oslo" });

    expect(await done(stage)).toBe(true);
  });

  test("is no loss once the question is over", async () => {
    const stage = await open(100);
    stage.remembering.keepDraft(stage.id, { city: "x".repeat(200) });
    expect(await done(stage)).toBe(false);
    await stage.client.decline(stage.id);
    stage.remembering.forgetDraft(stage.id);
    expect(await done(stage)).toBe(true);

    stage.remembering.keepDraft(stage.id, { city: "Oslo" });
    expect(await done(stage)).toBe(true);
  });

  test.each(["here", "elsewhere"])("is no loss once the question is answered %s", async (where) => {
    const stage = await open(100);
    const { client, id, remembering } = stage;
    const { terminal, type } = createTerminalStage();
    const left: string[] = [];
    const onLeft = (_: string, how: string): void => void left.push(how);
    const desk = new AnswerDesk({ client, terminal, remembering, named: undefined, onLeft });
    desk.take((await client.get(id)).elicitation, 0);
    remembering.keepDraft(id, { city: "x".repeat(200) });
    expect(await done(stage)).toBe(false);
    if (where === "here") await type("O", "\r", "\r");
    else desk.take(await client.answer(id, { city: "O" }), 0);
    await vi.waitUntil(() => left.length > 0);

    expect(left).toEqual([where === "here" ? "answered" : "gone"]);
    expect(await done(stage)).toBe(true);
    await terminal.close();
  });
});
