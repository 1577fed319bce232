import { describe, expect, test } from "vitest";
import type { Answer } from "../../src/core/elicitation/answer.js";
import { refit } from "../../src/terminal/machine/refit.js";
import { ASKED_AT, cardOf, form, Person, page } from "./person.js";
import { createStage, turn } from "./stage.js";

const party = {
  ...form(
    "A table for how many?",
    {
      name: { type: "integer", title: "Guests", minimum: 1, maximum: 20 },
      seat: { type: "string", title: "Where", enum: ["Inside", "Terrace"], default: "Inside" },
    },
    { optional: ["seat"] },
  ),
  id: "party",
};
/** Its only field has the same name as one of the other question. */
const contact = { ...form("In which name?", { name: { type: "string", title: "Name" } }), id: "contact" };
const approval = { ...form("Charge the deposit?", {}), id: "deposit" };
const round = [party, contact, approval] as const;

const TABLE = { name: 4, seat: "Terrace" };

describe("[C11] the questions of a round", () => {
  test("are one card: each with its message above its fields, and one way to send them", () => {
    expect(new Person(round).sees()).toMatchInlineSnapshot(`
      "tables asks you · for its tool book_table · asked just now

      3 questions, answered together.

      A table for how many?
      › Guests  1 of 4, required
        │
        A whole number from 1 to 20.
      · Where          Inside (default)

      In which name?
      · Name           not answered

      Charge the deposit?
      · Your decision  not answered






      ───────────────────────────────────────────────────────────────────────────────
        Send all     Decline all     Not now
      enter next  ^x decline this  ^n postpone this  esc not now  ^c leave"
    `);
  });

  test("[T6] are reviewed together and sent together, each with its own answer", () => {
    const person = new Person(round).press("4<enter>2<enter>Ada<enter>y<enter>");
    expect(person.sees()).toMatchInlineSnapshot(`
      "tables asks you · for its tool book_table · asked just now

      3 questions, answered together.

      Review before you send
      A table for how many?
        Guests         4
        Where          Terrace

      In which name?
        Name           Ada

      Charge the deposit?
        Your decision  Approve







      ───────────────────────────────────────────────────────────────────────────────
      [ Send all ]   Decline all     Not now
      enter choose  ↑↓ move  ^x decline all  esc not now  ^c leave"
    `);
    person.press("<enter>");

    expect(person.verdicts).toEqual([
      { action: "accept", content: TABLE },
      { action: "accept", content: { name: "Ada" } },
      { action: "accept", content: {} },
    ]);
  });

  test("[C9] are not sent while one of them is undecided", () => {
    const person = new Person(round).press("4<enter>2<enter>Ada<enter><enter>");

    expect(person.sees()).toContain("✗ This is required.");
    expect(person.verdicts).toEqual([]);
  });

  test("[C1] have an approval whose no is a decline, and nothing else of theirs is", () => {
    const person = new Person(round).press("4<enter>2<enter>Ada<enter>n<enter><enter>");

    expect(person.verdicts.map(({ action }) => action)).toEqual(["accept", "accept", "decline"]);
  });

  test("[C1, T3] can be declined one by one, with a reason, and taken up again", () => {
    const person = new Person(round).press("4<enter><ctrl-x>");
    expect(person.sees()).toContain("Decline only “A table for how many?”.");
    person.press("too late<enter>");
    expect(person.sees()).toContain("Declined: too late");
    expect(person.sees()).toContain("› Name");
    person.press("Ada<enter>y<enter>");
    expect(person.sees()).toContain("Declined: too late");
    expect(person.sees()).not.toContain("Guests");
    person.press("<up><up><up><enter>");
    expect(person.sees()).toContain("│ 4");
    person.press("<ctrl-x><enter><enter>");

    expect(person.verdicts).toEqual([
      { action: "decline" },
      { action: "accept", content: { name: "Ada" } },
      { action: "accept", content: {} },
    ]);
  });

  test("[T3] can be left for another time one by one; Esc leaves all of them", () => {
    const person = new Person(round).press("<ctrl-n>Ada<enter>y<enter><enter>");
    expect(person.verdicts).toEqual([
      { action: "later" },
      { action: "accept", content: { name: "Ada" } },
      { action: "accept", content: {} },
    ]);

    expect(new Person(round).press("4<esc>").effects).toEqual([{ type: "later" }]);
  });

  test("[T3] that were left or declined are passed by, take no text, and are answered after all", () => {
    const person = new Person(round).press("<ctrl-n><shift-tab>");
    expect(person.sees()).toContain("› Not now");
    expect(person.sees()).toContain("^x answer it");
    person.press("4<enter>");
    expect(person.sees()).toContain("› Name");
    person.press("<up><ctrl-n>4<enter><enter>Ada<enter>y<enter><enter>");

    expect(person.verdicts[0]).toEqual({ action: "accept", content: { name: 4, seat: "Inside" } });
  });

  test("[C1] are declined all at once only by the button that says so", () => {
    const person = new Person(round).press("4<enter>2<enter>Ada<enter>y<enter><ctrl-x>");
    expect(person.sees()).toContain("Decline all 3 questions.");
    person.press("no<enter>");

    expect(person.verdicts).toEqual(Array(3).fill({ action: "decline", reason: "no" }));
  });

  test("[T5] that are refused elsewhere come back with the problem at the right field", () => {
    const person = new Person(round).press("4<enter>2<enter>Ada<enter>y<enter><enter>");
    person.happens({
      type: "refused",
      problems: new Map([[JSON.stringify(["contact", "name"]), "is not on the list"]]),
      failure: undefined,
    });

    expect(person.sees()).toMatch(/› Name.*\n.*│ Ada\n.*✗ This is not on the list\./);
    expect(person.sees()).toContain("Guests         4");
  });

  test("[T1] fit any size with keys and buttons in view, what is asked above its field where there is room", () => {
    for (const [columns, rows] of [
      [80, 24],
      [40, 24],
      [40, 12],
    ] as const) {
      const person = new Person(round).press("4<enter>2<enter>");
      const screen = person.sees(columns, rows);
      for (const text of ["In which name?", "› Name", "Send all", "Decline all", "esc not now", "^c leave"])
        expect(screen, `${columns} by ${rows}`).toContain(text);
      expect(screen.split("\n").every((line) => line.length < columns)).toBe(true);
      expect(screen.split("\n")).toHaveLength(rows);
    }
  });

  test("[T1] with a long message have it to scroll while the person is at them", () => {
    const long = {
      ...form(Array.from({ length: 60 }, (_, at) => `Line ${at + 1} of the terms.`).join("\n"), {}),
      id: "terms",
    };
    const person = new Person([contact, long]);
    expect(person.sees()).not.toContain("Line 2 of the terms.");
    expect(person.sees()).toContain("Line 1 of the terms.…");
    person.press("Ada<enter>");
    expect(person.sees()).toContain("Line 2 of the terms.");
    expect(person.sees()).toContain("pgup/pgdn read on");
    person.scrolls(1);
    expect(person.sees()).not.toContain("Line 2 of the terms.");
    expect(person.sees()).toContain("› Your decision");
    person.press("<up>");
    expect(person.sees()).not.toContain("Line 20 of the terms.");
  });

  test("[C3, C7] say beside each what is not so for all: its deadline, and that it was asked before", () => {
    const person = new Person([
      { ...party, expiresAt: ASKED_AT + 60_000 },
      { ...contact, expiresAt: ASKED_AT + 600_000 },
    ]);
    expect(person.sees()).toContain("asked just now · 59 s left");
    expect(person.sees()).toContain("In which name?\n9 min 59 s left");

    expect(new Person(round, { repeats: 2 }).sees()).toContain("Charge the deposit?\nasked 2 times before");
  });

  test("[C14] cannot steer the terminal, not even by what a person pastes as a reason", () => {
    const person = new Person([{ ...party, message: "a\u001b[2Jb" }, contact]).press("<ctrl-x>");
    person.sends("\u001b[200~x\u202ey\u001b[201~").press("<enter>");

    for (const sign of ["\u001b", "\u202e"]) expect(person.sees()).not.toContain(sign);
  });
});

describe("[C11] a round that changes", () => {
  test("[T5] keeps what was typed when another question joins, and says so", () => {
    const person = new Person([party, contact]).press("4<enter>2<enter>Ada<enter>");
    person.state = refit(person.state, cardOf(round), person.now);
    const screen = person.sees();

    expect(screen).toContain("Another question belongs to these.");
    expect(screen).toContain("› Your decision");
    expect(screen).toContain("Guests         4");
    expect(screen).toContain("Name           Ada");
  });

  test("[T4] hears no key for a moment after it changed", () => {
    const person = new Person([party, contact]).press("4<enter>2<enter>Ada<enter>");
    person.state = refit(person.state, cardOf(round), person.now);
    person.press("y<enter><enter>");
    expect(person.verdicts).toEqual([]);
    person.now += 400;
    person.press("y<enter><enter>");

    expect(person.verdicts).toHaveLength(3);
  });

  test("[T5, C5] keeps the rest when a question goes, down to a card of its own", () => {
    const person = new Person(round).press("4<enter>2<enter>Ada");
    person.state = refit(person.state, cardOf([contact, approval]), person.now);
    expect(person.sees()).toContain("│ Ada");
    person.state = refit(person.state, cardOf(contact), person.now);
    expect(person.sees()).toContain("│ Ada");
    expect(person.sees()).not.toContain("all");
    person.now += 400;

    expect(person.press("<enter><enter>").answer).toEqual({ action: "accept", content: { name: "Ada" } });
  });

  test("[C1] does not decline more than was on the screen", () => {
    const person = new Person([party, contact]).press("4<enter>2<enter>Ada<enter><ctrl-x>no");
    person.state = refit(person.state, cardOf(round), person.now);
    person.now += 400;
    person.press("<enter>");

    expect(person.verdicts).toEqual([]);
    expect(person.sees()).toContain("› Your decision");
  });
});

describe("[C11] a round in a terminal", () => {
  const asked = (stage: ReturnType<typeof createStage>) =>
    Promise.all(round.map((question) => stage.ask(question, { group: "round 1" })));

  test("is one that waits, rings once, and resolves all its questions at once", async () => {
    const stage = createStage();
    const answers = asked(stage);
    void stage.ask({ ...approval, id: "x", message: "Another round" }, { group: "round 2" });
    await turn();
    expect(stage.screen()).toContain("1 of 2 waiting");
    expect(stage.screen()).not.toContain("Another question belongs");
    expect(stage.output.all.split("\u0007")).toHaveLength(3);
    await stage.type("4", "\r", "2", "\r", "Ada", "\r", "y", "\r", "\r");

    expect(await answers).toEqual([
      { action: "accept", content: TABLE },
      { action: "accept", content: { name: "Ada" } },
      { action: "accept", content: {} },
    ]);
    expect(stage.screen()).toContain("Another round");
  });

  test("is not joined by another asker that names its group the same, nor by a page", async () => {
    const stage = createStage();
    void stage.ask(contact, { group: "g" });
    void stage.ask({ ...approval, asker: { ...approval.asker, server: "other" } }, { group: "g" });
    void stage.ask({ ...page("https://example.com/"), id: "p" }, { group: "g" });
    await turn();

    expect(stage.screen()).toContain("1 of 3 waiting");
    expect(stage.screen()).toContain("part 1 of 2");
    expect(stage.screen()).not.toContain("answered together");
  });

  test("[T9, C5] loses what was answered elsewhere, with a line, and keeps the rest", async () => {
    const stage = createStage();
    const elsewhere = new AbortController();
    void stage.ask(contact, { group: "g", signal: elsewhere.signal });
    const left = stage.ask(party, { group: "g" });
    await stage.type("Ada", "\r", "4");
    elsewhere.abort(new Error("Somebody else has answered."));
    expect(stage.screen()).toContain("tables: In which name? is gone: Somebody else has answered.");
    expect(stage.screen()).toContain("│ 4");
    await stage.type("\r", "\r", "\r");

    expect(await left).toEqual({ action: "accept", content: { name: 4, seat: "Inside" } });
  });

  test("[T5, C4] keeps what was refused, and says of the rest what became of it", async () => {
    const stage = createStage();
    const sent: [string, Answer][] = [];
    const outcomes: {
      [id: string]: (undefined | { gone: string } | { problems: { path: string; message: string }[] })[];
    } = {
      party: [{ gone: "answered by ada" }],
      contact: [{ problems: [{ path: "name", message: "is not on the list" }] }, undefined],
    };
    for (const elicitation of round)
      stage.terminal.show({
        elicitation,
        group: "g",
        settle(answer) {
          sent.push([elicitation.id, answer]);
          return outcomes[elicitation.id]?.shift();
        },
        later() {},
      });
    await stage.type("4", "\r", "2", "\r", "Oz", "\r", "y", "\r", "\r");
    const screen = stage.screen();
    expect(screen).toContain("tables: A table for how many? was too late: answered by ada");
    expect(screen).toContain("✗ This is not on the list.");
    expect(screen).toContain("│ Oz");
    expect(screen).not.toContain("Charge the deposit?");
    await stage.type("!", "\r", "\r");

    expect(sent.map(([id]) => id)).toEqual(["party", "contact", "deposit", "contact"]);
    expect(sent.at(-1)?.[1]).toEqual({ action: "accept", content: { name: "Oz!" } });
    expect(stage.output.all).toContain("Sent: tables: In which name?");
  });

  test("[C6] leaves one open that the person has no time for, and sends the others", async () => {
    const stage = createStage();
    const said: string[] = [];
    for (const elicitation of [contact, approval])
      stage.terminal.show({
        elicitation,
        group: "g",
        settle: ({ action }) => void said.push(`${elicitation.id} ${action}`),
        later: () => said.push(`${elicitation.id} later`),
        claim: () => void said.push(`${elicitation.id} claimed`),
      });
    await stage.type("\u000e", "y", "\r", "\r");

    expect(said).toEqual(["contact claimed", "deposit claimed", "contact later", "deposit accept"]);
    expect(stage.output.all).toContain("Not now: tables: In which name?");
  });

  test("[C1] is cancelled as a whole on Ctrl-C, and makes up no answer", async () => {
    const stage = createStage();
    const answers = asked(stage);
    await stage.type("4", "\u0003");

    expect((await answers).map((answer) => answer?.action)).toEqual(["cancel", "cancel", "cancel"]);
  });
});

describe("[C11, T14] a round line by line", () => {
  test("is told in parts, reviewed and sent as one", async () => {
    const { ask, type, output } = createStage({ linear: true });
    const answers = Promise.all(round.map((question) => ask(question, { group: "g" })));
    await type("4\n", "terrace\n", "Ada\n", "approve\n", "send\n");

    expect(await answers).toEqual([
      { action: "accept", content: TABLE },
      { action: "accept", content: { name: "Ada" } },
      { action: "accept", content: {} },
    ]);
    expect(output.all.replaceAll("\u0007", "")).toMatchInlineSnapshot(`
      "
      tables asks you, for its tool book_table, asked just now.
      3 questions, answered together.
      Besides an answer you can type :back, :clear, :decline, :later or :help.
      :decline and :later are for the part that you are at, :decline-all and :later-all for all parts.

      Part 1 of 3.
      A table for how many?

      Question 1 of 4, required: Guests
      A whole number from 1 to 20.
      Type it, then Enter.
      > 
      Question 2 of 4, optional: Where
        1. Inside (default)
        2. Terrace
      Type its number or name. Enter alone keeps: Inside (default).
      > 
      Part 2 of 3.
      In which name?

      Question 3 of 4, required: Name
      Type it, then Enter.
      > 
      Part 3 of 3.
      Charge the deposit?

      Question 4 of 4, required: Your decision
        1. Approve
        2. Decline
      Type its number or name.
      > 
      Review before you send:
      A table for how many?
        1. Guests: 4
        2. Where: Terrace
      In which name?
        3. Name: Ada
      Charge the deposit?
        4. Your decision: Approve
      Type send, or the number of an answer to change it.
      send? > Sending.
      Sent: tables: A table for how many?
      Sent: tables: In which name?
      Sent: tables: Charge the deposit?
      "
    `);
  });

  test("[T3] has parts that are declined or left on their own, and taken up again", async () => {
    const { ask, type, output } = createStage({ env: { TERM: "dumb" } });
    const answers = Promise.all(round.map((question) => ask(question, { group: "g" })));
    await type(":decline\n", "too late\n", ":later\n", "decline\n");
    expect(output.all).toContain("You decline this question only.");
    expect(output.all).toContain(
      "A table for how many?\n  1. Declined: too late\nIn which name?\n  3. Not now\n",
    );
    await type("3\n", "Ada\n", "send\n");

    expect(await answers).toEqual([
      { action: "decline", reason: "too late" },
      { action: "accept", content: { name: "Ada" } },
      { action: "decline" },
    ]);
  });

  test("[T3] is declined or left as a whole by words of their own", async () => {
    const declined = createStage({ env: { TERM: "dumb" } });
    const no = Promise.all(round.map((question) => declined.ask(question, { group: "g" })));
    await declined.type(":decline-all\n", "no\n");
    expect(declined.output.all).toContain("You decline all 3 questions.");
    expect(await no).toEqual(Array(3).fill({ action: "decline", reason: "no" }));

    const left = createStage({ env: { TERM: "dumb" } });
    const later = Promise.all(round.map((question) => left.ask(question, { group: "g" })));
    await left.type(":later-all\n");
    expect(await later).toEqual(Array(3).fill({ action: "cancel", reason: "not now" }));
  });

  test("[T5, C5] keeps what was said when one of it goes or comes", async () => {
    const { ask, type, output } = createStage({ env: { TERM: "dumb" } });
    const elsewhere = new AbortController();
    void ask(contact, { group: "g", signal: elsewhere.signal });
    const left = ask(party, { group: "g" });
    await type("Ada\n", "4\n");
    elsewhere.abort(new Error("Somebody else has answered."));
    const joined = ask(approval, { group: "g" });
    expect(output.all).toContain("tables: In which name? is gone: Somebody else has answered.");
    expect(output.all).toContain("Another question belongs to these.");
    await type("2\n", "approve\n", "send\n");

    expect(await left).toEqual({ action: "accept", content: TABLE });
    expect(await joined).toMatchObject({ action: "accept" });
  });
});
