// Progress of a call beside what its server asks.

import { expect, test } from "vitest";
import { createProgressLines, type ProgressLines } from "../../src/cli/host/progress-lines.js";
import { page } from "../terminal/person.js";
import { createStage, type Stage, turn } from "../terminal/stage.js";

/** A terminal, and the progress of a call that is told beside it. */
function besideTerminal(linear: boolean): Stage & { readonly told: string[]; readonly lines: ProgressLines } {
  const told: string[] = [];
  const lines = createProgressLines({
    isAsking: () => stage.terminal.isAsking,
    tell: (line) => told.push(line),
  });
  const stage = createStage({ linear, givenBack: lines.flush });
  return { ...stage, told, lines };
}

test.each([
  ["on a screen", false, "o"],
  ["line by line", true, "open\n"],
])(
  "progress is kept while the card of a page is there, also after consent, and the newest told when it goes, %s (T1, C13)",
  async (_, linear, open) => {
    const { terminal, ask, type, told, lines } = besideTerminal(linear);
    lines.hear("before");
    const asked = page("https://example.com/sign");
    const answer = ask(asked);
    await turn();
    lines.hear("1/3");
    await type(open);
    expect(await answer).toMatchObject({ action: "accept" });
    lines.hear("2/3");
    expect(told).toEqual(["before"]);

    terminal.complete(asked);

    expect(told).toEqual(["before", "2/3"]);
    lines.hear("3/3");
    expect(told).toEqual(["before", "2/3", "3/3"]);
    await terminal.close();
    expect(told).toHaveLength(3);
  },
);

test("progress that was kept is told when the terminal is closed, as by a call that fails", async () => {
  const { terminal, ask, told, lines } = besideTerminal(false);
  const answer = ask(page("https://example.com/sign"));
  await turn();
  lines.hear("1/3");

  await terminal.close();

  expect(await answer).toMatchObject({ action: "cancel" });
  expect(told).toEqual(["1/3"]);
});
