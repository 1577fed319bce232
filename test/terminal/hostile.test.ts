// Text of strangers reaches a terminal in more ways than the question itself: none of them steers it.

import { describe, expect, test } from "vitest";
import { form, Person } from "./person.js";
import { createStage, type Stage, turn } from "./stage.js";

const HOSTILE = "ok\u001b]0;owned\u0007\u001b[2J\u202Eevil\u009b31m";
const city = form("Which city?", { city: { type: "string", title: "City" } });

/** What would steer the terminal, were it written as it came. */
const expectHarmless = (stage: Stage): void => {
  for (const sign of ["\u001b]0", "\u202e", "\u009b", "\u001b[2Jevil", "\u001b[2J\u202e"])
    expect(stage.output.all.toLowerCase()).not.toContain(sign.toLowerCase());
  expect(stage.output.all).toContain("evil");
};

const desks = [
  ["on a screen", {}],
  ["line by line", { linear: true }],
] as const;

describe.each(desks)("[C14] hostile text %s", (_, options) => {
  const answered = async (settle: () => never | { gone: string }): Promise<Stage> => {
    const stage = createStage(options);
    stage.terminal.show({ elicitation: city, settle });
    await turn();
    await (options === desks[0][1] ? stage.type("Oslo", "\r", "\r") : stage.type("Oslo\n", "send\n"));
    await turn();
    return stage;
  };

  test("[C5] is harmless as the reason why a question is gone", async () => {
    const stage = createStage(options);
    stage.terminal.show({ elicitation: city, settle: () => undefined }).remove(HOSTILE);

    expectHarmless(stage);
    expect(stage.output.all).toContain("tables: Which city? is gone: ok");
  });

  test("[C4, C5] is harmless as the reason why an answer came too late, which is told", async () => {
    const stage = await answered(() => ({ gone: `answered by ${HOSTILE}` }));

    expectHarmless(stage);
    expect(stage.output.all).toContain("tables: Which city? was too late: answered by ok");
  });

  test("[T5] is harmless as the reason why an answer could not be sent, which can be sent again", async () => {
    const stage = await answered(() => {
      throw new Error(HOSTILE);
    });

    expectHarmless(stage);
    expect(stage.output.all).toContain("It could not be sent: ok");
  });

  test("is harmless as what was said before a question, and as what is said meanwhile", async () => {
    const stage = createStage(options);
    const shown = stage.terminal.show({
      elicitation: city,
      transcript: [HOSTILE],
      settle: () => undefined,
    });
    await turn();
    expectHarmless(stage);
    shown.update({ transcript: [HOSTILE, `more ${HOSTILE}`] });

    expectHarmless(stage);
    expect(stage.output.all).toContain("more ok");
  });

  test("[C3] is harmless as what a tool was called with, and as what nobody can show", async () => {
    const stage = createStage(options);
    stage.terminal.show({
      elicitation: {
        ...form("?", { [`name ${HOSTILE}`]: { type: "object", title: HOSTILE } as never }),
        asker: { ...city.asker, arguments: { [`argument ${HOSTILE}`]: HOSTILE } },
      },
      settle: () => undefined,
    });
    await turn();

    expectHarmless(stage);
    expect(stage.output.all).toContain("argument ok");
    expect(stage.output.all).toContain("name ok");
  });
});

test("[C14] a problem that the keeper of a question finds is harmless", () => {
  const person = new Person(city).press("Oz<enter><enter>");
  person.happens({
    type: "refused",
    problems: new Map([[JSON.stringify(["e1", "city"]), HOSTILE]]),
    failure: undefined,
  });

  expect(person.sees()).toContain("evil");
  expect(person.sees()).not.toMatch(/[^\P{Cc}\n]|[\u202A-\u202E]/u);
});
