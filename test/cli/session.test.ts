// A session of the terminal, followed by the command line.

import { afterEach, expect, test, vi } from "vitest";
import { openSession } from "../../src/cli/answer/open-session.js";
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

  const shown = openSession(elicitation, 0, { client, terminal, question: {}, settled: () => {} });
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
