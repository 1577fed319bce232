// What is told of a question that is answered here, and how it leaves the terminal.

import { describe, expect, test, vi } from "vitest";
import { AnswerDesk } from "../../src/cli/answer/answer-desk.js";
import { createRemembering } from "../../src/cli/answer/remember.js";
import { createApiClient } from "../../src/web/index.js";
import { createStage as createTerminalStage } from "../terminal/stage.js";
import { BASE, createStage } from "../web/api/stage.js";

/** Somebody at a question, who hears of its end before the reply to their own answer comes, or in place of it. */
async function open(mode: "inline" | "terminal", reply: (response: Response) => Response) {
  const api = createStage();
  const { elicitation } = await api.client("bot:ask").create({ message: "Deploy?", mode });
  const ada = api.client("ada:answer");
  const client = createApiClient({
    baseUrl: BASE,
    token: "ada:answer",
    view: "terminal",
    fetch: async (request) => {
      const response = await api.fetch(request);
      if (!request.url.endsWith("/answer") || request.method !== "POST") return response;
      desk.take((await ada.get(elicitation.id)).elicitation, 0);
      return reply(response);
    },
  });
  const stage = createTerminalStage();
  const left: string[] = [];
  const desk = new AnswerDesk({
    client,
    terminal: stage.terminal,
    remembering: createRemembering(client),
    named: undefined,
    onLeft: (_, how) => void left.push(how),
  });
  desk.take((await client.get(elicitation.id)).elicitation, 0);
  await vi.waitUntil(() => stage.screen().includes("Deploy?"));
  return { ...stage, left };
}

test.each(["inline", "terminal"] as const)(
  "an answer is not announced as somebody else's when the feed is faster than its reply (%s)",
  async (mode) => {
    const { type, left, output, terminal } = await open(mode, (response) => response);
    await type("y");
    await vi.waitUntil(() => left.length > 0);
    await terminal.close();

    expect(left).toEqual(["answered"]);
    expect(output.all).toContain("Sent: ");
    expect(output.all).not.toContain("is gone");
  },
);

test("what was heard of the end counts when the reply never comes (C5)", async () => {
  const { type, left, output, terminal } = await open("inline", () => {
    throw new TypeError("fetch failed");
  });
  await type("y");
  await vi.waitUntil(() => left.length > 0);
  await terminal.close();

  expect(left).toEqual(["gone"]);
  expect(output.all).toContain("is gone: answered by ada");
});

describe("a page that is asked for again in the same run", () => {
  const url = "https://accounts.example.com/sign-in";

  async function openTwice(end: "accepted" | "answered" | "open", secondUrl = url, seen = true) {
    const api = createStage({ broker: { judgeUrl: async (url) => ({ ok: true, url }) } });
    const bot = api.client("bot:ask");
    const client = api.client("ada:answer");
    const ask = async (href: string) =>
      (await bot.create({ mode: "url", url: href, message: "Sign in.", asker: { runId: "r1" } })).elicitation;
    const first = await ask(url);
    if (end === "accepted") await client.answer(first.id, {});
    if (end === "answered") await api.broker.withdraw(first.id, "answered");
    const second = await ask(secondUrl);
    const stage = createTerminalStage();
    const desk = new AnswerDesk({
      client,
      terminal: stage.terminal,
      remembering: createRemembering(client),
      named: undefined,
      onLeft() {},
    });
    desk.take(second, 0);
    if (seen) await vi.waitUntil(() => stage.screen().includes("Sign in."));
    return { ...stage, api, desk, second, words: () => stage.screen().replace(/\s+/g, " ") };
  }

  test.each(["accepted", "answered"] as const)(
    "is a loop once it was done with, and not opened (%s, C13)",
    async (end) => {
      const { terminal, words, type, opened, api, second } = await openTwice(end);

      expect(words()).toContain("That is a loop");
      expect(words()).toContain(url);
      expect(words()).not.toContain("Open in browser");
      await type("o", "\t", "\t", "\r");
      expect(opened).toEqual([]);
      expect((await api.broker.get(second.id))?.status).not.toBe("accepted");
      await terminal.close();
    },
  );

  test.each([
    ["that nobody has been through with", "open", url],
    ["that is another one", "accepted", `${url}?step=2`],
  ] as const)("is no loop when it is one %s", async (_, end, secondUrl) => {
    const { terminal, words } = await openTwice(end, secondUrl);

    expect(words()).not.toContain("That is a loop");
    expect(words()).toContain("Open in browser");
    await terminal.close();
  });

  test("is not shown to who left the terminal before it was looked up", async () => {
    const failures: unknown[] = [];
    const note = (error: unknown): void => void failures.push(error);
    process.on("unhandledRejection", note);
    const { terminal, screen, api } = await openTwice("accepted", url, false);

    await terminal.close();
    // Whatever was on its way is through by the time another request is.
    await api.client("ada:answer").runs.get("r1");
    await new Promise(setImmediate);
    process.off("unhandledRejection", note);

    expect(screen()).not.toContain("Sign in.");
    expect(failures).toEqual([]);
  });
});

describe("a page to go to", () => {
  const url = "https://accounts.example.com/sign-in";

  async function openPage() {
    const api = createStage({ broker: { judgeUrl: async (url) => ({ ok: true, url }) } });
    const client = api.client("ada:answer");
    const { elicitation } = await api.client("bot:ask").create({ mode: "url", url, message: "Sign in." });
    const stage = createTerminalStage();
    const left: string[] = [];
    const desk = new AnswerDesk({
      client,
      terminal: stage.terminal,
      remembering: createRemembering(client),
      named: elicitation.id,
      onLeft: (_, how) => void left.push(how),
    });
    const look = async () => (await client.get(elicitation.id)).elicitation;
    desk.take(elicitation, 0);
    await vi.waitUntil(() => stage.screen().includes("Sign in."));
    return { ...stage, api, desk, id: elicitation.id, look, left };
  }

  /** Somebody who has agreed to go there. */
  async function goThere() {
    const opened = await openPage();
    await opened.type("o");
    await vi.waitUntil(() => opened.screen().includes("[ Finished ]"));
    return opened;
  }

  test("is claimed and stays open while the person is there, and is accepted when they have finished (C13)", async () => {
    const { terminal, type, look, left, opened, output } = await goThere();

    expect(opened).toEqual([url]);
    await vi.waitUntil(async () => (await look()).status === "active");
    expect(left).toEqual([]);
    await type("\r");
    await vi.waitUntil(() => left.length > 0);
    await terminal.close();

    expect(left).toEqual(["answered"]);
    expect(await look()).toMatchObject({ status: "accepted", settled: { by: "ada" } });
    expect(output.all).toContain("Sent: ");
  });

  test("that the person went to can be cancelled (C13)", async () => {
    const { terminal, type, look, left } = await goThere();
    await type("\t", "\t", "\t", "\t", "\t", "\r");
    await vi.waitUntil(() => left.length > 0);
    await terminal.close();

    expect((await look()).status).toBe("cancelled");
  });

  test.each([
    ["that the person went to", goThere],
    ["that they have open elsewhere", openPage],
  ])("%s closes by itself when its asker hears that it is done (C13)", async (_, begin) => {
    const { terminal, api, id, desk, look, left, output } = await begin();
    await api.broker.withdraw(id, "answered");
    desk.take(await look(), 0);
    await terminal.close();

    expect(left).toEqual(["answered"]);
    expect(output.all).toContain("Done: ");
    expect(output.all).not.toContain("is gone");
  });

  test("that is settled elsewhere meanwhile goes with a line (C5)", async () => {
    const { terminal, api, id, desk, look, left, output } = await goThere();
    await api.client("eve:answer").answer(id, {});
    desk.take(await look(), 0);
    await terminal.close();

    expect(left).toEqual(["gone"]);
    expect(output.all).toMatch(/is gone: answered by eve/);
  });
});
