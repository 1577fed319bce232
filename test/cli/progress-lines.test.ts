// Progress of a call beside what its server asks.

import { expect, test } from "vitest";
import { createProgressLines } from "../../src/cli/host/progress-lines.js";
import { page } from "../terminal/person.js";
import { createStage, turn } from "../terminal/stage.js";

test("progress is kept while the card of a page is there, also after consent, and the newest told then (T1, C13)", async () => {
  const { terminal, ask, type } = createStage();
  const told: string[] = [];
  const lines = createProgressLines({ isAsking: () => terminal.isAsking, tell: (line) => told.push(line) });
  lines.hear("before");
  const asked = page("https://example.com/sign");
  const answer = ask(asked);
  await turn();
  lines.hear("1/3");
  await type("o");
  expect(await answer).toMatchObject({ action: "accept" });
  lines.hear("2/3");
  expect(told).toEqual(["before"]);

  terminal.complete(asked);
  lines.flush();
  lines.flush();
  lines.hear("3/3");

  expect(told).toEqual(["before", "2/3", "3/3"]);
  await terminal.close();
});
