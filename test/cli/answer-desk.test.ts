// What is told of a question that is answered here, and how it leaves the terminal.

import { expect, test, vi } from "vitest";
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
