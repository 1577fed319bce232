// What a person types in a terminal and does not send is kept by whoever keeps the question, and comes again.

import { describe, expect, test } from "vitest";
import type { Answer, FormContent } from "../../src/core/elicitation/answer.js";
import type { TerminalQuestion } from "../../src/terminal/question.js";
import { form } from "./person.js";
import { createStage, type Stage, turn } from "./stage.js";

const trip = form("Where to?", {
  city: { type: "string", title: "City" },
  nights: { type: "integer", title: "Nights" },
  seat: { type: "string", title: "Seat", enum: ["window", "aisle"], default: "aisle" },
  extras: { type: "array", title: "Extras", items: { type: "string", enum: ["quiet", "dog"] } },
});

/** Somebody at a question that is kept elsewhere. */
function open(
  elicitation: TerminalQuestion["elicitation"],
  draft?: FormContent,
  stage: Stage = createStage(),
) {
  const kept: FormContent[] = [];
  const told: string[] = [];
  const answers: Answer[] = [];
  const shown = stage.terminal.show({
    elicitation,
    settle: (answer) => void answers.push(answer),
    later: () => void told.push("later"),
    dropped: () => void told.push("dropped"),
    draft: async () => draft,
    keep: (typed) => {
      told.push("keep");
      kept.push(typed);
    },
  });
  return { stage, shown, kept, told, answers };
}

describe("what is typed", () => {
  test("[C6] is kept after a pause, as values, without what nobody has touched", async () => {
    const { stage, kept } = open(trip);
    await stage.type("O", "s", "l", "o", "\r", "3");
    expect(kept).toEqual([]);
    await stage.clock.advance(500);

    expect(kept).toEqual([{ city: "Oslo", nights: 3 }]);
    await stage.clock.advance(5_000);
    expect(kept).toHaveLength(1);
  });

  test("[C6] is kept at once by Esc, by Ctrl-C and when the terminal is closed, before the question is let go", async () => {
    for (const [leave, how] of [
      [(stage: Stage) => stage.type("\u001b"), "later"],
      [(stage: Stage) => stage.type("\u0003"), "dropped"],
      [(stage: Stage) => stage.terminal.close(), "dropped"],
    ] as const) {
      const { stage, kept, told } = open(trip);
      await stage.type("O");
      await leave(stage);
      await turn();

      expect(kept).toEqual([{ city: "O" }]);
      expect(told).toEqual(["keep", how]);
    }
  });

  test("[C6] is forgotten when it is taken away again, and needs no keeping once it was sent", async () => {
    const emptied = open(trip);
    await emptied.stage.type("O");
    await emptied.stage.clock.advance(500);
    await emptied.stage.type("\u007f");
    await emptied.stage.clock.advance(500);
    expect(emptied.kept).toEqual([{ city: "O" }, {}]);

    const one = form("Which city?", { city: { type: "string", title: "City" } });
    const sent = open(one);
    await sent.stage.type("O", "\r", "\r");
    await sent.stage.clock.advance(5_000);
    expect(sent.answers).toEqual([{ action: "accept", content: { city: "O" } }]);
    expect(sent.kept).toEqual([]);
  });

  test("[C1, C12] is kept without the decision of an approval, which nobody has sent", async () => {
    const stage = createStage();
    const kept: FormContent[] = [];
    for (const elicitation of [form("Sure?", {}), { ...trip, id: "e2" }])
      stage.terminal.show({
        elicitation,
        group: "g",
        settle: () => undefined,
        later() {},
        keep: (typed) => void kept.push(typed),
      });
    await stage.type("y", "\r", "O");
    await stage.clock.advance(500);

    expect(kept).toEqual([{ city: "O" }]);
  });

  test("[C12, T8] is kept without secrets, and without what looks like one", async () => {
    const { stage, kept } = open(
      form("Sign in", {
        user: { type: "string", title: "User" },
        word: { type: "secret", title: "The word" },
        password: { type: "string", title: "Password" },
      }),
    );
    await stage.type("a", "\r", "h", "u", "s", "h", "\r", "h", "u", "s", "h");
    await stage.clock.advance(500);

    expect(kept).toEqual([{ user: "a" }]);
  });

  test("[C6, C12] is kept without what is called like a secret, whatever its kind", async () => {
    const { stage, kept } = open(
      form("Sign in", {
        user: { type: "string", title: "User" },
        mfa: { type: "boolean", title: "With a second factor" },
        verification_code: { type: "integer", title: "Number" },
      }),
    );
    await stage.type("a", "\r", "1", "\r", "7");
    await stage.clock.advance(500);

    expect(kept).toEqual([{ user: "a" }]);
  });

  test("[C6] is kept line by line too", async () => {
    const { stage, kept } = open(trip, undefined, createStage({ linear: true }));
    await stage.type("Oslo\n");
    await stage.clock.advance(500);

    expect(kept).toEqual([{ city: "Oslo" }]);
  });
});

describe("what was typed before", () => {
  const draft = { city: "Oslo", nights: 3, seat: "window", extras: ["dog"] };

  test("[C6] stands in its fields again, is said to, and can be sent", async () => {
    const { stage, answers } = open(trip, draft);
    await turn();
    const screen = stage.screen();
    expect(screen).toContain("│ Oslo");
    expect(screen).toContain("Nights  3");
    expect(screen).toContain("Seat    window");
    expect(screen).toContain("What you typed before is here again.");
    await stage.type("\r", "\r", "\r", "\r", "\r");

    expect(answers).toEqual([{ action: "accept", content: draft }]);
  });

  test("[C6, T5] does not take the place of what was typed meanwhile", async () => {
    const stage = createStage();
    let find = (_: FormContent): void => {};
    const found = new Promise<FormContent>((resolve) => {
      find = resolve;
    });
    stage.terminal.show({ elicitation: trip, settle: () => undefined, draft: () => found });
    await stage.type("R", "\r");
    find(draft);
    await turn();

    expect(stage.screen()).toContain("City    R");
    expect(stage.screen()).toContain("│ 3");
  });

  test("[C12] is shown in no field that is masked", async () => {
    const { stage } = open(form("Sign in", { word: { type: "secret", title: "The word" } }), {
      word: "hush",
    });
    await turn();

    expect(stage.output.all).not.toContain("hush");
  });

  test("[C6] is said where it is asked line by line", async () => {
    const { stage } = open(trip, draft, createStage({ linear: true }));
    await turn();
    await turn();

    expect(stage.output.all).toContain("What you typed before is here again.");
    expect(stage.output.all).toContain("Enter alone keeps: Oslo.");
  });

  test("[C6] that cannot be found leaves the question as it is", async () => {
    const stage = createStage();
    stage.terminal.show({
      elicitation: trip,
      settle: () => undefined,
      draft: () => Promise.reject(new Error("away")),
    });
    await turn();

    expect(stage.screen()).toContain("Where to?");
  });

  test("[C6] is waited for a second at most where it is asked line by line", async () => {
    const stage = createStage({ linear: true });
    const kept: FormContent[] = [];
    let find = (_: FormContent): void => {};
    const found = new Promise<FormContent>((resolve) => {
      find = resolve;
    });
    stage.terminal.show({
      elicitation: trip,
      settle: () => undefined,
      draft: () => found,
      keep: (typed) => void kept.push(typed),
    });
    await turn();
    await stage.clock.advance(999);
    await turn();
    expect(stage.output.all).not.toContain("Where to?");
    await stage.clock.advance(1);
    await turn();
    expect(stage.output.all).toContain("Where to?");

    // What comes after all takes the place of nothing.
    find(draft);
    await stage.type("Rome\n");
    await stage.clock.advance(500);
    expect(stage.output.all).not.toContain("is here again");
    expect(kept).toEqual([{ city: "Rome" }]);
  });
});

describe("what is typed while the card before is still being sent", () => {
  const city = form("Which city?", { city: { type: "string", title: "City" } });
  const street = form("Which street?", { street: { type: "string", title: "Street" } });

  test.each([
    [false, ["O", "\r", "\r"], ["M"]],
    [true, ["Oslo\n", "send\n"], ["M\n"]],
  ])("[C6] is kept, linear %s", async (linear, sends, typed) => {
    const stage = createStage({ linear });
    let take = (): void => {};
    const taken = new Promise<undefined>((resolve) => {
      take = () => resolve(undefined);
    });
    const second: FormContent[] = [];
    let isSent = false;
    const shown = stage.terminal.show({
      elicitation: city,
      settle: () => {
        isSent = true;
        return taken;
      },
    });
    stage.terminal.show({
      elicitation: street,
      settle: () => undefined,
      keep: (draft) => void second.push(draft),
    });
    await stage.type(...sends);
    expect(isSent).toBe(true);
    // Somebody else was faster.
    shown.remove("answered by grace");
    await stage.type(...typed);
    take();
    await turn();
    await stage.clock.advance(500);

    expect(second).toEqual([{ street: "M" }]);
  });
});
