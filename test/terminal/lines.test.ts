import { describe, expect, test } from "vitest";
import { ASKED_AT, form, page } from "./person.js";
import { createStage, turn } from "./stage.js";

const party = form(
  "A table for how many?",
  {
    guests: { type: "integer", title: "Guests", minimum: 1, maximum: 20 },
    seat: { type: "string", title: "Where", enum: ["Inside", "Terrace"], default: "Inside" },
    wishes: { type: "array", title: "Wishes", items: { type: "string", enum: ["window", "quiet", "view"] } },
  },
  { optional: ["wishes"] },
);

/** A terminal that only knows lines. */
const stage = () => createStage({ env: { TERM: "dumb" } });

describe("line by line", () => {
  test("[T14, T1] a form is heard in order, without boxes, with its place among the questions", async () => {
    const { ask, type, output } = createStage({ linear: true });
    const answer = ask(party);
    await type("40\n", "4\n", "terr\n", "1 3\n", "send\n");

    expect(await answer).toEqual({
      action: "accept",
      content: { guests: 4, seat: "Terrace", wishes: ["window", "view"] },
    });
    expect(output.all.replaceAll("\u0007", "")).toMatchInlineSnapshot(`
      "
      tables asks you, for its tool book_table, asked just now.
      A table for how many?
      Besides an answer you can type :back, :clear, :decline, :later or :help.

      Question 1 of 3, required: Guests
      A whole number from 1 to 20.
      Type it, then Enter.
      > Error: Must be at most 20.

      Question 1 of 3, required: Guests
      A whole number from 1 to 20.
      Type it, then Enter. Enter alone keeps: 40.
      > 
      Question 2 of 3, required: Where
        1. Inside (default)
        2. Terrace
      Type its number or name. Enter alone keeps: Inside (default).
      > 
      Question 3 of 3, optional: Wishes
        1. window
        2. quiet
        3. view
      Choose any that apply.
      Type their numbers, such as 1 3. Enter alone gives no answer.
      > 
      Review before you send:
        1. Guests: 4
        2. Where: Terrace
        3. Wishes: window, view
      Type send, or the number of an answer to change it.
      send? > Sending.
      Sent: tables: A table for how many?
      "
    `);
  });

  test("[C8, C12] what helps with a field is said before it, and what is odd about it", async () => {
    const { ask, output } = stage();
    void ask(
      form("Sign in?", { password: { type: "string", title: "Password", description: "The one for work." } }),
    );
    await turn();

    expect(output.all).toMatch(
      /Required: Password\nWarning: This looks like a password.*\nThe one for work\.\nNothing that you type is shown\.\n/,
    );
  });

  test("[C8] what cannot be shown is said to be so, and can only be left or declined", async () => {
    const { terminal, type, output } = stage();
    const answers: unknown[] = [];
    terminal.show({
      elicitation: form("Where?", { place: { type: "object" } as never }),
      settle: (answer) => void answers.push(answer),
    });
    await turn();
    expect(output.all).toContain("Warning: A terminal cannot show the field place");
    await type("yes\n", "send\n", "approve\n");
    expect(answers).toEqual([]);
    await type("decline\n", "\n");

    expect(answers).toEqual([{ action: "decline" }]);
  });

  test("[C7] a question is claimed by the first line of an answer, and again while somebody is at it", async () => {
    const { terminal, type, clock } = stage();
    const claims: number[] = [];
    terminal.show({
      elicitation: party,
      settle: () => undefined,
      later() {},
      claim: () => void claims.push(clock.now()),
    });
    await type();
    expect(claims).toHaveLength(0);
    await type("4\n", ":back\n");
    expect(claims).toHaveLength(1);
    await clock.advance(15_000);
    await type("5\n");

    expect(claims).toHaveLength(2);
  });

  test("[C7] the time that is left is said with each question and the review, also after it was moved", async () => {
    const { terminal, type, clock, output } = stage();
    const shown = terminal.show({
      elicitation: { ...party, expiresAt: ASKED_AT + 300_000 },
      settle: () => undefined,
      later() {},
    });
    const said = async (...lines: readonly string[]): Promise<string> => {
      const { length } = output.all;
      await type(...lines);
      return output.all.slice(length);
    };
    expect((await said()).match(/5 min 0 s left|Time left/g)).toEqual(["5 min 0 s left"]);
    await clock.advance(60_000);
    expect(await said("4\n")).toMatch(/^Time left: 4 min 0 s\.\n\nQuestion 2 of 3/);
    expect(await said("elsewhere\n")).toMatch(/^Error: .*\nTime left: 3 min 59 s\.\n\nQuestion 2 of 3/);
    shown.update({ expiresAt: ASKED_AT + 600_000 });
    expect(await said("\n")).toMatch(/^Time left: 8 min 59 s\.\n\nQuestion 3 of 3/);
    await clock.advance(525_000);

    expect(await said("\n")).toMatch(/^Time left: 13 s\.\n\nReview before you send:/);
    await terminal.close();
  });

  test("[C7, C11] a part of a round that has more time than the others says how much", async () => {
    const { ask, type, output } = stage();
    const one = { ...form("Name?", { name: { type: "string" } }), expiresAt: ASKED_AT + 60_000 };
    const two = { ...form("City?", { city: { type: "string" } }), id: "e2", expiresAt: ASKED_AT + 600_000 };
    void ask(one, { group: "round" });
    void ask(two, { group: "round" });
    await type("Ada\n");

    expect(output.all).toContain("Part 1 of 2.\nName?");
    expect(output.all).toContain("Time left: 1 min 0 s.\n\nPart 2 of 2, 10 min 0 s left.\nCity?");
  });

  test("[C11] how often the same was asked before is said, of a question and of a part", async () => {
    const asked = (again: { readonly id?: string }) => {
      const { terminal, output } = stage();
      const signal = new AbortController().signal;
      void terminal.responder(form("Sure?", {}), { signal, group: "g", repeats: 2 });
      if (again.id !== undefined) void terminal.responder({ ...party, id: again.id }, { signal, group: "g" });
      return turn().then(() => output.all);
    };

    expect(await asked({})).toContain("asked just now, asked 2 times before.");
    expect(await asked({ id: "e2" })).toContain("Part 1 of 2, asked 2 times before.\nSure?");
  });

  test("[T1, T14] no escape sequence is written", async () => {
    const { ask, type, output } = stage();
    void ask(party);
    await type("4\n", "\n", "\n");

    expect(output.all).not.toContain("\u001b");
  });

  test("[T3, C10] an approval takes a word, and Enter alone is none", async () => {
    const { ask, type } = stage();
    const answer = ask(form("Delete it?", {}));
    await type("\n", "sure\n", "yes\n");

    expect(await answer).toEqual({ action: "accept", content: {} });
  });

  test("[C18, T3] a no can say why, and not now is another thing", async () => {
    const { ask, type } = stage();
    const one = ask(form("Delete it?", {}));
    await type("no\n", "too early\n");
    expect(await one).toEqual({ action: "decline", reason: "too early" });

    const other = ask(party);
    await type(":later\n");
    expect(await other).toEqual({ action: "cancel", reason: "not now" });
  });

  test("[C1, T5] a no that is thought better of is none, and everything is kept", async () => {
    const { ask, type, output } = stage();
    const one = ask(party);
    await type("4\n", ":decline\n", ":back\n");
    expect(output.all).toContain(":back takes it back");
    await type("2\n", "\n", ":decline\n", ":back\n", "send\n");
    expect(await one).toEqual({ action: "accept", content: { guests: 4, seat: "Terrace" } });

    const other = ask(form("Delete it?", {}));
    await type("no\n", ":later\n");
    expect(await other).toEqual({ action: "cancel", reason: "not now" });

    const third = ask(form("Delete it?", {}));
    await type("no\n", "::back\n");
    expect(await third).toEqual({ action: "decline", reason: ":back" });
  });

  test("[T4] what is typed in the first moment is ignored, and that is said", async () => {
    const { ask, type, clock, input, output } = stage();
    const answer = ask(form("Delete it?", {}));
    await turn();
    await clock.advance(100);
    expect(output.all).toContain("yes or no?");
    input.write("yes\n");
    await turn();
    expect(output.all).toContain("That was typed before the question appeared, and is ignored.");
    await type("no\n", "\n");

    expect(await answer).toEqual({ action: "decline" });
  });

  test("[T4] a line that was begun before the question appeared is none of its answers", async () => {
    const { ask, type, input, output } = stage();
    const first = ask(party);
    await type(":later\n", "y");
    await first;
    const answer = ask(form("Delete it?", {}));
    await type("\n");
    expect(output.all).toContain("Type yes to approve, no to decline, later for not now.");
    input.write("n");
    await type("o\n", "\n");

    expect(await answer).toEqual({ action: "decline" });
  });

  test("[T4] whoever was typing when a question appeared is heard after a pause, and told so once", async () => {
    const { ask, type, clock, input, output } = stage();
    const answer = ask(form("Delete it?", {}));
    await turn();
    for (const key of "this is not for you, yes\n") {
      input.write(key);
      await turn();
      await clock.advance(100);
    }
    expect(output.all.split("and is ignored")).toHaveLength(2);
    await type("no\n", "\n");

    expect(await answer).toEqual({ action: "decline" });
  });

  test("[T4, C11] what was half typed does not answer the question that comes in its place", async () => {
    const { ask, type, output } = stage();
    const elsewhere = new AbortController();
    const name = form("In which name?", { name: { type: "string", title: "Name" } });
    const first = ask(name, { signal: elsewhere.signal, group: "round" });
    const second = ask({ ...form("Delete it?", {}), id: "e2" }, { group: "round" });
    await type("y");
    elsewhere.abort(new Error("Somebody else has answered."));
    await first;
    expect(output.all).toContain("yes or no?");
    await type("\n", "no\n", "\n");

    expect(await second).toEqual({ action: "decline" });
  });

  test("[T4, T5] what was half typed is kept when another question comes behind its own", async () => {
    const { ask, type } = stage();
    const first = ask(form("In which name?", { name: { type: "string", title: "Name" } }), {
      group: "round",
    });
    await type("A");
    const second = ask(
      { ...form("Which city?", { city: { type: "string", title: "City" } }), id: "e2" },
      { group: "round" },
    );
    await type("da\n", "Oslo\n", "send\n");

    expect([await first, await second]).toEqual([
      { action: "accept", content: { name: "Ada" } },
      { action: "accept", content: { city: "Oslo" } },
    ]);
  });

  test("[T4, T3] Ctrl-C leads out also before lines are heard", async () => {
    const { ask, input, interrupted } = stage();
    const answer = ask(form("Delete it?", {}));
    await turn();
    input.write("y\u0003");
    await turn();

    expect(await answer).toEqual({ action: "cancel", reason: "The person left the terminal." });
    expect(interrupted).toHaveLength(1);
  });

  test("[T5] what the keeper of a question finds wrong is said, and nothing has to be typed again", async () => {
    const { terminal, type, output } = stage();
    const answers: unknown[] = [];
    terminal.show({
      elicitation: party,
      settle(answer) {
        answers.push(answer);
        return answers.length === 1
          ? { problems: [{ path: "guests", message: "is more than we have" }] }
          : undefined;
      },
    });
    await type("4\n", "2\n", "\n", "send\n");
    expect(output.all).toContain("Error: Guests: This is more than we have.");
    await type("3\n", "send\n");

    expect(answers.at(-1)).toEqual({ action: "accept", content: { guests: 3, seat: "Terrace" } });
  });

  test("[T4] what was typed before is ignored, and that is said", async () => {
    const { ask, type, input, output } = stage();
    const answer = ask(form("Delete it?", {}));
    input.write("yes\n");
    await turn();
    expect(output.all).toContain("That was typed before the question appeared, and is ignored.");
    await type("no\n", "\n");

    expect(await answer).toEqual({ action: "decline" });
  });

  test("[T8, C12] a secret is read without echo, and shown again nowhere", async () => {
    const { ask, type, input, output } = stage();
    const answer = ask(form("Key?", { key: { type: "secret" }, name: { type: "string" } }));
    await type("sk-12", "34\r", "ada\n", "send\n");

    expect(await answer).toMatchObject({ content: { key: "sk-1234", name: "ada" } });
    expect(input.raw).toEqual([true, false]);
    expect(output.all).not.toContain("sk-");
    expect(output.all).toContain("1. key: hidden");
  });

  test("[T8] a secret is mended while it is typed, may begin with a colon, and is pasted whole", async () => {
    const { ask, type } = stage();
    const one = ask(form("Key?", { key: { type: "secret" } }));
    await type("abx", "\u007fc", "\r", "send\n");
    expect(await one).toMatchObject({ content: { key: "abc" } });

    const other = ask(form("Key?", { key: { type: "secret" } }));
    await type("wrong", "\u0015", ":sesame\r", "send\n");
    expect(await other).toMatchObject({ content: { key: ":sesame" } });

    const pasted = ask(form("Key?", { key: { type: "secret" } }));
    await type("first\nsecond\n", "send\n");
    expect(await pasted).toMatchObject({ content: { key: "first\nsecond" } });
  });

  test("[T8] a secret of several lines ends with a full stop", async () => {
    const { ask, type } = stage();
    const answer = ask(form("Key?", { key: { type: "secret", multiline: true } }));
    await type("BEGIN\nabc\nEND\n", ".\r", "send\n");

    expect(await answer).toMatchObject({ content: { key: "BEGIN\nabc\nEND\n" } });
  });

  test("[T3] Ctrl-C leads out while a secret is read", async () => {
    const { ask, type, interrupted } = stage();
    const answer = ask(form("Key?", { key: { type: "secret" } }));
    await type("sk\u0003");

    expect(await answer).toEqual({ action: "cancel", reason: "The person left the terminal." });
    expect(interrupted).toHaveLength(1);
  });

  test("[T5, T6] answers are changed from the review, cleared, and gone back to", async () => {
    const { ask, type } = stage();
    const answer = ask(party);
    await type("4\n", ":back\n", "5\n", "2\n", "quiet\n", "3\n", ":clear\n", "\n", "send\n");

    expect(await answer).toEqual({ action: "accept", content: { guests: 5, seat: "Terrace" } });
  });

  test("[C9] a colon begins an answer when it is doubled", async () => {
    const { ask, type } = stage();
    const answer = ask(form("?", { it: { type: "string" } }));
    await type("::later\n", "send\n");

    expect(await answer).toEqual({ action: "accept", content: { it: ":later" } });
  });

  test("[C13] a page is shown whole with its warnings, opened on a word, and waited for", async () => {
    const { ask, type, output, opened } = stage();
    const answer = ask(page("http://accounts.example.com/x"));
    await type("y\n");
    expect(opened).toEqual([]);
    await type("open\n");

    expect(await answer).toEqual({ action: "accept", content: {} });
    expect(output.all).toMatch(
      /The address: http:\/\/accounts\.example\.com\/x\nIt goes to \S*example\.com\.\n/,
    );
    expect(output.all).toContain("Warning: It is not encrypted");
    expect(output.all).toContain("The page is open.");
    await type("done\n");
  });

  test("[C13] the address is had on a line of its own, before the page and while the person is there", async () => {
    const { ask, type, output, opened } = stage();
    const url = "https://accounts.example.com/x?state=1";
    const answer = ask(page(url));
    await turn();
    expect(output.all).toContain(":address says the address on a line of its own.");
    const asked = output.all.length;
    await type(":address\n");
    expect(output.all.slice(asked)).toBe(`${url}\nopen? > `);
    await type("opened\n");
    await answer;
    const waiting = output.all.length;
    await type("address\n", ":help\n");
    expect(output.all.slice(waiting)).toContain(`${url}\ndone? > `);
    expect(output.all.slice(waiting)).toContain(":address says the address on a line of its own.\n");

    expect(opened).toEqual([]);
  });

  test("[C13] a page that is kept elsewhere is accepted on a word, and can be cancelled until then", async () => {
    for (const [word, action] of [
      ["done", "accept"],
      ["cancel", "cancel"],
    ] as const) {
      const { terminal, type, output } = stage();
      const answers: string[] = [];
      terminal.show({
        elicitation: page("https://example.com/x"),
        settle: (answer) => void answers.push(answer.action),
        later: () => void answers.push("later"),
      });
      await type("open\n", "\n", "later?\n");
      expect(answers).toEqual([]);
      expect(output.all).toContain("You can also type decline, later or cancel.");
      await type(`${word}\n`);

      expect(answers).toEqual([action]);
      await terminal.close();
    }
  });

  test("[C13, T5] a page that is kept elsewhere is still waited for when its end could not be sent", async () => {
    const { terminal, type, output } = stage();
    const answers: string[] = [];
    terminal.show({
      elicitation: page("https://example.com/x"),
      settle(answer) {
        answers.push(answer.action);
        if (answers.length === 1) throw new Error("no connection.");
      },
      later() {},
    });
    await type("opened\n", "done\n");
    expect(output.all).toContain("Error: It could not be sent: no connection.");
    await type("done\n");

    expect(answers).toEqual(["accept", "accept"]);
    await terminal.close();
  });

  test("[T9] how many wait is said before each", async () => {
    const { ask, output } = stage();
    for (const id of ["a", "b", "c"]) void ask({ ...party, id });
    await turn();

    expect(output.all).toContain("1 of 3 waiting.\ntables asks you");
  });

  test("[T9] what was answered elsewhere goes with a line", async () => {
    const { ask, output, type } = stage();
    const elsewhere = new AbortController();
    const first = ask(party, { signal: elsewhere.signal });
    const second = ask({ ...form("Delete it?", {}), id: "e2" });
    await turn();
    elsewhere.abort(new Error("Somebody else has answered."));
    await first;
    expect(output.all).toContain("tables: A table for how many? is gone: Somebody else has answered.");
    await type("yes\n");

    expect(await second).toMatchObject({ action: "accept" });
  });

  test("what is said meanwhile is heard, and the question stays", async () => {
    const { terminal, output, type } = stage();
    const answers: unknown[] = [];
    const elicitation = form("Go on?", {});
    const shown = terminal.show({
      elicitation,
      transcript: ["One."],
      settle: (answer) => void answers.push(answer),
    });
    await turn();
    shown.update({ transcript: ["One.", "Two."] });
    expect(output.all.match(/One\./g)).toHaveLength(1);
    expect(output.all).toContain("Two.");
    await type("yes\n");

    expect(answers).toEqual([{ action: "accept", content: {} }]);
  });

  test("[C8] a choice that is not offered is asked for again", async () => {
    const { ask, type, output } = stage();
    void ask(form("?", { it: { type: "boolean" } }));
    await type("perhaps\n");

    expect(output.all).toContain("Error: That is none of the options.");
  });

  test.each(["0", "4", "te", "1 4"])("[T2, C8] %s is not taken for one of three options", async (typed) => {
    const { ask, type, output } = stage();
    void ask(
      form("?", { it: { type: "array", items: { type: "string", enum: ["terrace", "tent", "inside"] } } }),
    );
    await type(`${typed}\n`);

    expect(output.all).toContain("Error: That is none of the options.");
  });

  test("[C14] hostile text steers nothing", async () => {
    const { ask, output } = stage();
    void ask(
      form("a\u001b[2Jb\u0007", { "n\u001b[2J": { type: "string", description: "\u001b]0;x\u0007" } }),
    );
    await turn();

    expect(output.all.replace("\u0007", "")).not.toMatch(/[^\P{Cc}\n]/u);
  });
});
