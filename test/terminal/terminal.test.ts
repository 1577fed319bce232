import { describe, expect, test } from "vitest";
import { createAsker } from "../../src/agent/index.js";
import type { Answer } from "../../src/core/elicitation/answer.js";
import { withPolicy } from "../../src/responders/index.js";
import { createTerminal, type SettleOutcome } from "../../src/terminal/index.js";
import { createFakeClock } from "../../src/testing/fake-clock.js";
import { form, page } from "./person.js";
import { createStage, turn } from "./stage.js";

const approval = form("Delete it?", {});
const city = { ...form("Which city?", { city: { type: "string", title: "City" } }), id: "e2" };
const LEAVE = "\u001b[?1049l";
const ENTER = "\u001b[?1049h";

describe("the responder of a terminal", () => {
  test("[C1, C2] shows forms, pages and secrets, and gives what the person said", async () => {
    const { terminal, ask, type } = createStage();
    expect(terminal.responder.modes).toEqual(["form", "url"]);
    expect(terminal.responder.fields).toEqual(["secret"]);
    const answer = ask(city);
    await type("O", "slo", "\r", "\r");

    expect(await answer).toEqual({ action: "accept", content: { city: "Oslo" } });
  });

  test("[T8, T11] takes the terminal while something waits, pastes told from keys, and gives it back as it was", async () => {
    const { input, output, ask, type } = createStage();
    expect(output.all).toBe("");
    const answer = ask(approval);
    expect(output.all).toContain(ENTER);
    await type("y");
    await answer;

    expect(output.all.split("\u001b[?2004h")).toHaveLength(2);
    expect(output.all.split("\u001b[?2004l")).toHaveLength(2);
    expect(input.raw).toEqual([true, false]);
    expect(output.all.endsWith(`${LEAVE}\u001b[?25hSent: tables: Delete it?\n`)).toBe(true);
    expect(input.isPaused()).toBe(true);
    for (const stream of [input, output])
      expect(
        ["data", "end", "close", "error", "resize"].map((name) => stream.listenerCount(name)).slice(3),
      ).toEqual([0, 0]);
  });

  test("[C1] says cancel, not now, for Esc; and makes up no no", async () => {
    const { ask, type } = createStage();
    const answer = ask(approval);
    await type("\u001b");

    expect(await answer).toEqual({ action: "cancel", reason: "not now" });
  });

  test("[T3, C1] cancels everything on Ctrl-C, gives the terminal back, and then tells the process", async () => {
    const { ask, type, interrupted, output, terminal } = createStage();
    const answers = Promise.all([ask(approval), ask(city)]);
    await type("\u0003");

    expect(await answers).toEqual([
      { action: "cancel", reason: "The person left the terminal." },
      { action: "cancel", reason: "The person left the terminal." },
    ]);
    expect(interrupted).toHaveLength(1);
    expect(output.all).toContain(LEAVE);
    expect(terminal.isAttached).toBe(true);
  });

  test("[T4] discards what was typed before the question appeared", async () => {
    const { input, ask, clock, type } = createStage();
    input.write("y");
    const answer = ask(approval);
    input.write("y");
    await turn();
    await clock.advance(50);
    let isAnswered = false;
    void answer.then(() => {
      isAnswered = true;
    });
    await turn();
    expect(isAnswered).toBe(false);

    await type("y");
    expect(await answer).toMatchObject({ action: "accept" });
  });

  test("[T4] discards what is still being typed when the next question takes the place of one", async () => {
    const { ask, type, input, screen } = createStage();
    const first = ask(approval);
    const second = ask({ ...approval, id: "e9", message: "Delete the rest?" });
    await type("y");
    await first;
    input.write("y");
    await turn();

    expect(screen()).toContain("Delete the rest?");
    await type("n", "\r");
    expect(await second).toEqual({ action: "decline" });
  });

  test.each([
    ["on a screen", {}, 1, "y"],
    ["line by line", { linear: true }, 2, "yes\n"],
  ] as const)(
    "[T4] discards what was typed while the process was busy with something else, %s",
    async (_, options, turns, typed) => {
      const fake = createFakeClock();
      let busyMs = 0;
      const clock = { now: () => fake.now() + busyMs, setTimer: fake.setTimer };
      const { ask, input, terminal } = createStage({ ...options, clock });
      const answers: unknown[] = [];
      void ask(approval).then((answer) => answers.push(answer));
      // What is to be done at the end of this turn comes late, and what was typed right behind it.
      for (let at = 0; at < turns; at++) {
        busyMs += 1_000;
        await new Promise((resolve) => setImmediate(resolve));
      }
      input.write(typed);
      await turn();
      expect(answers).toEqual([]);
      await terminal.close();
    },
  );

  test("[C7] gives timeout when the time is over, and says so", async () => {
    const { ask, clock, output } = createStage();
    const answer = ask({ ...approval, expiresAt: clock.now() + 60_000 });
    await clock.advance(60_000);

    expect(await answer).toEqual({ action: "timeout" });
    expect(output.all).toContain("tables: Delete it?: the time for it is over, and nothing was sent.");
  });

  const file = { type: "file", maxBytes: 1, maxFiles: 1 } as const;
  const name = { type: "string", title: "Name" } as const;

  test.each([
    ["a file that must be given", form("?", { name, file })],
    ["nothing but a file", form("?", { file }, { optional: ["file"] })],
  ])("does not take a form with %s, so that somebody else is asked", async (_, asked) => {
    const { ask, output } = createStage();

    expect(await ask(asked)).toBeUndefined();
    expect(output.all).toBe("");
  });

  test("[C1] cancels what is no longer wanted when it comes, and shows nothing", async () => {
    const { ask, output } = createStage();

    expect(await ask(approval, { signal: AbortSignal.abort() })).toEqual({
      action: "cancel",
      reason: "The question was withdrawn.",
    });
    expect(output.all).toBe("");
  });

  test("[C11] says how often the same was asked before", async () => {
    const { terminal, screen } = createStage();
    const signal = new AbortController().signal;
    void terminal.responder(approval, { signal, group: "g", repeats: 2 });
    await turn();

    expect(screen()).toContain("asked 2 times before");
  });

  test("asks for a form without its file when that need not be given, also behind a policy", async () => {
    const { terminal, type } = createStage();
    const asked = form("Who?", { name, file }, { optional: ["file"] });
    const answer = withPolicy(terminal.responder, { rules: [] })(asked, {
      signal: new AbortController().signal,
      group: "g1",
    });
    await type("A", "\r", "\r");

    expect(await answer).toEqual({ action: "accept", content: { name: "A" } });
  });

  test("[C1] cancels what waits when it is closed, and then takes nothing more", async () => {
    const { ask, terminal, output } = createStage();
    const answer = ask(approval);
    await terminal.close();

    expect(await answer).toEqual({ action: "cancel", reason: "The terminal was closed." });
    expect(output.all).toContain(LEAVE);
    expect(await ask(city)).toBeUndefined();
    expect(terminal.responder.modes).toEqual([]);
    expect(() => terminal.show({ elicitation: city, settle: () => undefined })).toThrow("closed");
  });

  test("[C1] cancels what waits when the terminal goes away", async () => {
    const { ask, input } = createStage();
    const answer = ask(approval);
    await turn();
    input.end();

    expect(await answer).toEqual({ action: "cancel", reason: "The terminal was closed." });
  });

  test("[A1] is asked last by an agent", async () => {
    const { terminal, type } = createStage();
    using asker = createAsker({ responders: [], terminal: terminal.responder });
    const told = asker.ask({ type: "confirmation", prompt: "Go ahead?", default: false });
    await turn();
    await type("\r", "\r");

    expect(await told).toEqual({ action: "accept", content: { answer: false } });
  });
});

describe("the queue", () => {
  test("[T9] shows one after the other, and how many wait", async () => {
    const { ask, type, screen } = createStage();
    const answers = [ask(approval), ask(city), ask({ ...approval, id: "e3", message: "And this?" })];
    await turn();
    expect(screen()).toContain("1 of 3 waiting");
    await type("y");
    expect(screen()).toContain("1 of 2 waiting");
    expect(screen()).toContain("Which city?");
    await type("\u001b");
    expect(screen()).toContain("And this?");
    expect(screen()).not.toContain("waiting");
    await type("y");

    expect((await Promise.all(answers)).map((answer) => answer?.action)).toEqual([
      "accept",
      "cancel",
      "accept",
    ]);
  });

  test("[T9, C5] lets go of what was answered elsewhere, with a line that says so", async () => {
    const { ask, screen, output } = createStage();
    const elsewhere = new AbortController();
    const first = ask(approval, { signal: elsewhere.signal });
    void ask(city);
    await turn();
    elsewhere.abort(new Error("Somebody else has answered."));

    expect(await first).toEqual({ action: "cancel", reason: "The question was withdrawn." });
    expect(screen()).toContain("Which city?");
    expect(output.all).toContain("! tables: Delete it? is gone: Somebody else has answered.");
  });

  test("[C5, C13] says that a page was completed when that is why it goes", async () => {
    const { ask, output } = createStage();
    const elsewhere = new AbortController();
    const first = ask(page("https://example.com/sign"), { signal: elsewhere.signal });
    elsewhere.abort(new Error("answered"));
    await first;

    expect(output.all.split(LEAVE)[1]).toContain(
      "Done: tables: Sign in to the calendar. (completed on its page)",
    );
    expect(output.all).not.toContain("is gone");
  });

  test("[T9] says so too when nothing else waits", async () => {
    const { ask, output } = createStage();
    const elsewhere = new AbortController();
    const first = ask(approval, { signal: elsewhere.signal });
    elsewhere.abort();
    await first;

    expect(output.all.split(LEAVE)[1]).toContain(
      "tables: Delete it? is gone: answered elsewhere or no longer wanted",
    );
  });

  test("[T10] rings once for each that comes, and says nothing else to the world", async () => {
    const { ask, output } = createStage();
    void ask({ ...approval, message: "The code is 1234" });
    void ask(city);
    await turn();

    expect(output.all.split("\u0007")).toHaveLength(3);
    expect(output.all).not.toContain("\u001b]");
    const quiet = createStage({ quiet: true });
    void quiet.ask(approval);
    expect(quiet.output.all).not.toContain("\u0007");
  });

  test("[T1] is drawn anew when the size changes", async () => {
    const { ask, output, screen } = createStage();
    void ask(approval);
    await turn();
    output.columns = 40;
    output.rows = 12;
    output.emit("resize");
    const last = output.all.slice(output.all.lastIndexOf("\u001b[2J"));

    expect(last).toContain(`${"─".repeat(39)}`);
    expect(last).not.toContain(`${"─".repeat(40)}`);
    expect(screen()).toContain("y approve");
  });

  test("[T1] is scrolled by page, and back", async () => {
    const { ask, type, screen } = createStage();
    void ask({ ...approval, message: Array.from({ length: 60 }, (_, at) => `Line ${at + 1}.`).join("\n") });
    await type("\u001b[6~");
    expect(screen()).not.toContain("Line 1.");
    expect(screen()).toContain("Line 20.");
    await type("\u001b[5~");
    expect(screen()).toContain("Line 1.");
    expect(screen()).toContain("y approve");
  });

  test.each([{ LANG: "C" }, { LC_ALL: "de_DE.ISO-8859-1", LANG: "C.UTF-8" }, { TERM: "linux" }])(
    "[T1] has only signs that a terminal with %o knows",
    async (env) => {
      const { ask, type, output } = createStage({ env: { TERM: "xterm", ...env } });
      void ask(form("Which?", { it: { type: "string", enum: ["a", "b"] }, other: { type: "string" } }));
      await type("\r", "1", "\r");

      expect(output.all).toContain("(*)");
      expect(output.all).not.toMatch(/[^\p{ASCII}]/u);
    },
  );

  test("[T1] has no colours where none are wanted", async () => {
    const { ask, output } = createStage({ env: { NO_COLOR: "1", TERM: "xterm" } });
    void ask(page("https://example.com/"));
    await turn();

    // biome-ignore lint/suspicious/noControlCharactersInRegex: this is what colours are
    expect(output.all).not.toMatch(/\u001b\[(?:2|3\d|4\d|9\d)m/);
    expect(output.all).toContain("Goes to");
  });
});

describe("questions of elsewhere", () => {
  const kept = (outcomes: readonly (SettleOutcome | Error)[]) => {
    const answers: Answer[] = [];
    const said: string[] = [];
    const left = [...outcomes];
    return {
      answers,
      said,
      question: {
        elicitation: city,
        settle(answer: Answer) {
          answers.push(answer);
          const outcome = left.shift();
          if (outcome instanceof Error) throw outcome;
          return outcome;
        },
        later: () => said.push("later"),
        claim: () => void said.push("claim"),
        dropped: (reason: string) => said.push(reason),
      },
    };
  };

  test("[T5] whose answer cannot be sent keep what was typed, and can be sent again", async () => {
    const { terminal, type, screen } = createStage();
    const { answers, question } = kept([new Error("no connection.")]);
    terminal.show(question);
    await type("Oslo", "\r", "\r");

    expect(screen()).toContain("✗ It could not be sent: no connection. Nothing is lost; try again.");
    await type("\r");
    expect(answers).toHaveLength(2);
    expect(answers[1]).toEqual({ action: "accept", content: { city: "Oslo" } });
  });

  test("[T5] show the problems that their keeper finds", async () => {
    const { terminal, type, screen } = createStage();
    const { question } = kept([{ problems: [{ path: "city", message: "is not on the map" }] }]);
    terminal.show(question);
    await type("Oz", "\r", "\r");

    expect(screen()).toContain("✗ This is not on the map.");
    expect(screen()).toContain("│ Oz");
  });

  test("[C4, C5] whose answer came too late say who was faster", async () => {
    const { terminal, type, output } = createStage();
    const { question } = kept([{ gone: "answered by ada at 12:00" }]);
    terminal.show(question);
    await type("Oslo", "\r", "\r");

    expect(output.all).toContain("tables: Which city? was too late: answered by ada at 12:00");
    expect(output.all).toContain(LEAVE);
  });

  test("[C1] stay open when the person has no time, and can be cancelled", async () => {
    const { terminal, type, screen } = createStage();
    const one = kept([]);
    terminal.show(one.question);
    await turn();
    expect(screen()).toContain("Cancel");
    await type("\u001b");
    expect([one.answers, one.said]).toEqual([[], ["later"]]);

    const other = kept([]);
    terminal.show(other.question);
    await type("x", "\r", "\u001b[C", "\u001b[C", "\u001b[C", "\r");
    expect(other.answers).toEqual([{ action: "cancel", reason: "cancelled by the person" }]);
  });

  test("[T5] that cannot be told of a cancellation, and browsers that fail, break nothing", async () => {
    const { terminal, type, output, screen } = createStage({
      openBrowser: () => Promise.reject(new Error("no")),
    });
    terminal.show({ elicitation: city, settle: () => Promise.reject(new Error("gone.")) });
    await type("\u001b");
    expect(output.all).toContain("tables: Which city?: It could not be sent: gone.");
    terminal.show({ elicitation: page("https://example.com/"), settle: () => undefined });
    await type("o");

    expect(screen()).toContain("✗ No browser could be opened here.");
    await terminal.close();
  });

  test("[C7] are claimed when somebody begins to type, and again while they do, and not when they only look", async () => {
    const { terminal, type, clock, screen } = createStage();
    const { said, question } = kept([]);
    const shown = terminal.show({ ...question, elicitation: { ...city, expiresAt: clock.now() + 60_000 } });
    await type();
    expect(said).toEqual([]);
    await type("O");
    expect(said).toEqual(["claim"]);
    await clock.advance(20_000);
    await type("s");
    expect(said).toEqual(["claim", "claim"]);
    shown.update({ expiresAt: clock.now() + 90_000 });
    await clock.advance(1_000);

    expect(screen()).toMatch(/1 min (29|30) s left/);
  });

  test("[C7] expire where they are kept, and one that is only here by the deadline it has now", async () => {
    const { terminal, clock, screen, type } = createStage();
    const { answers, question } = kept([]);
    const expiresAt = clock.now() + 60_000;
    terminal.show({ ...question, elicitation: { ...city, expiresAt } });
    await clock.advance(90_000);
    expect(screen()).toContain("Which city?");
    await type("\u001b");
    expect(answers).toEqual([]);

    const given: Answer[] = [];
    const shown = terminal.show({
      elicitation: { ...city, expiresAt: clock.now() + 60_000 },
      settle: (answer) => void given.push(answer),
    });
    shown.update({ expiresAt: clock.now() + 90_000 });
    await clock.advance(60_000);
    expect(given).toEqual([]);
    await clock.advance(30_000);
    expect(given).toEqual([{ action: "timeout" }]);
  });

  test("[C5] are taken away with the reason, and dropped when the terminal is closed", async () => {
    const { terminal, output } = createStage();
    const one = kept([]);
    const shown = terminal.show(one.question);
    shown.remove("answered by ada in the inbox");
    shown.remove("twice");
    expect(output.all).toContain("tables: Which city? is gone: answered by ada in the inbox");
    expect(output.all).not.toContain("twice");

    const other = kept([]);
    terminal.show(other.question);
    await terminal.close();
    expect([other.answers, other.said]).toEqual([[], ["The terminal was closed."]]);
  });

  test("carry what was said before them, and what is said meanwhile", async () => {
    const { terminal, screen } = createStage();
    const { question } = kept([]);
    const shown = terminal.show({ ...question, transcript: ["Deploying to eu."] });
    await turn();
    expect(screen()).toContain("Deploying to eu.");
    shown.update({ transcript: ["Deploying to eu.", "It failed."] });

    expect(screen()).toContain("It failed.");
  });

  test("[C13] that are pages wait for their end, which closes them", async () => {
    const { terminal, type, screen, opened, output } = createStage();
    const answers: Answer[] = [];
    const elicitation = page("https://example.com/sign-in");
    terminal.show({ elicitation, settle: (answer) => void answers.push(answer) });
    await type("o");
    await turn();

    expect(opened).toEqual(["https://example.com/sign-in"]);
    expect(answers).toEqual([{ action: "accept", content: {} }]);
    expect(screen()).toContain("[ Finished ]");
    terminal.complete(elicitation);
    expect(output.all).toContain(LEAVE);
    expect(output.all).toContain("Done: tables: Sign in to the calendar.");
  });

  test("[C1, C5] that were answered are not dropped, and are not said to be gone", async () => {
    for (const leave of [
      ({ terminal }: ReturnType<typeof createStage>) => terminal.close(),
      (_: unknown, shown: { remove(reason: string): void }) => shown.remove("answered by ada"),
    ]) {
      const stage = createStage();
      const dropped: string[] = [];
      const shown = stage.terminal.show({
        elicitation: page("https://example.com/sign-in"),
        settle: () => undefined,
        dropped: (reason) => dropped.push(reason),
      });
      await stage.type("o");
      await turn();
      expect(stage.screen()).toContain("[ Finished ]");
      await leave(stage, shown);

      expect(dropped).toEqual([]);
      expect(stage.output.all).toContain(LEAVE);
      expect(stage.output.all).not.toContain("is gone");
    }
  });

  test("[C13] that nobody has gone to yet are not closed by their end", async () => {
    const { terminal, output } = createStage();
    const elicitation = page("https://example.com/sign-in");
    terminal.show({ elicitation, settle: () => undefined });
    await turn();
    terminal.complete(elicitation);

    expect(output.all).toContain("Open in browser");
    expect(output.all).not.toContain(LEAVE);
  });

  test("[C13] that are pages have their address copied by the terminal, and by nothing else", async () => {
    const { terminal, type, output } = createStage();
    terminal.show({ elicitation: page("https://example.com/sign-in"), settle: () => undefined });
    await turn();
    expect(output.all).not.toContain("\u001b]52");
    await type("c");

    expect(output.all).toContain(`\u001b]52;c;${btoa("https://example.com/sign-in")}\u0007`);
  });

  test("find the terminal waiting where it stays", async () => {
    const { terminal, screen, type, output } = createStage({ stay: true });
    expect(screen()).toContain("Nothing is waiting.");
    const { question } = kept([]);
    terminal.show(question);
    await type("Oslo", "\r", "\r");

    // Nothing of the card is left below it.
    expect(screen().trim()).toMatch(/^Nothing is waiting\..*\n\^c leave$/);
    expect(output.all).not.toContain(LEAVE);
    await terminal.close();
    expect(output.all).toContain(LEAVE);
  });
});

describe("without a terminal", () => {
  const detached = (env: Record<string, string>) => {
    const errors: string[] = [];
    return {
      errors,
      terminal: createTerminal({
        env,
        errors: { write: (text) => errors.push(text) },
        supply: "Use --answers.",
      }),
    };
  };

  test("[T12, A1, C2] nobody is asked, nothing is read, and one line says who asked what and how to answer", async () => {
    const { errors, terminal } = detached({ CI: "true" });
    const signal = new AbortController().signal;

    expect(terminal.isAttached).toBe(false);
    expect(terminal.responder.modes).toEqual([]);
    expect(await terminal.responder(city, { signal, group: "g" })).toBeUndefined();
    expect(errors).toEqual([
      "beckon: tables (tools/call book_table) asks for city: “Which city?” There is no terminal to answer in. Use --answers.\n",
    ]);
    expect(process.stdin.listenerCount("data")).toBe(0);
  });

  test("[T12, C3] the line says where the asker is, however long its name", async () => {
    const { errors, terminal } = detached({ CI: "true" });
    const signal = new AbortController().signal;
    const asker = { ...city.asker, origin: "https://tables.example" };
    await terminal.responder({ ...city, asker }, { signal, group: "g" });
    const long = { ...asker, server: "t".repeat(5_000) };
    await terminal.responder({ ...city, asker: long }, { signal, group: "g" });

    expect(errors[0]).toBe(
      "beckon: tables at https://tables.example (tools/call book_table) asks for city: “Which city?” There is no terminal to answer in. Use --answers.\n",
    );
    expect(errors[1]).toContain(" at https://tables.example (tools/call book_table)");
    expect(errors[1]?.length).toBeLessThan(400);
  });

  test("[T12, C14] the line is one line, whatever the question says, and keeps the address of a page to itself", async () => {
    const { errors, terminal } = detached({ CI: "1" });
    const signal = new AbortController().signal;
    await terminal.responder({ ...city, message: "a\nb\u001b[2J" }, { signal, group: "g" });
    await terminal.responder(page("https://example.com/?token=abc"), { signal, group: "g" });

    expect(errors[0]).toContain("“a b\uFFFD[2J”");
    expect(errors[1]).toContain("asks to open a page at example.com");
    expect(errors.join("")).not.toContain("abc");
  });

  test("[C13, C14] the line names a host as it is registered, and how it reads", async () => {
    const { errors, terminal } = detached({ CI: "1" });
    const signal = new AbortController().signal;
    await terminal.responder(page("https://www.аpple.com/x"), { signal, group: "g" });

    expect(errors[0]).toContain("asks to open a page at www.xn--pple-43d.com (read as www.аpple.com): ");
  });

  test("[T12, A1] an agent hears that nobody could be asked, and the line is written", async () => {
    const { errors, terminal } = detached({ CI: "1" });
    using asker = createAsker({ responders: [], terminal: terminal.responder });

    expect(await asker.ask({ type: "text", prompt: "City?" })).toEqual({
      action: "cancel",
      reason: "Nobody could be asked.",
    });
    expect(errors).toHaveLength(1);
  });

  test("a question cannot be shown", () => {
    const { terminal } = detached({ CI: "1" });

    expect(() => terminal.show({ elicitation: city, settle: () => undefined })).toThrow(
      expect.objectContaining({ code: "unreachable" }),
    );
  });

  test("half of a terminal is refused", () => {
    expect(() => createTerminal({ env: {}, output: process.stdout })).toThrow(
      expect.objectContaining({ code: "invalid-option" }),
    );
  });
});
