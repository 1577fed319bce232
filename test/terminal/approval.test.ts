import { describe, expect, test } from "vitest";
import { form, Person } from "./person.js";

const approval = form("Delete all 412 files?", {});

describe("an approval", () => {
  test("[C10] is what a form without fields is: approve, decline, not now", () => {
    const person = new Person(approval);

    expect(person.sees()).toContain("  Approve     Decline     Not now");
    expect(person.sees()).toContain("y approve  n decline  esc not now");
  });

  test("[C10, T3] is given with y, refused with n and a reason, left with Esc", () => {
    expect(new Person(approval).press("y").answer).toEqual({ action: "accept", content: {} });
    expect(new Person(approval).press("n<enter>").answer).toEqual({ action: "decline" });
    expect(new Person(approval).press("n").answer).toBeUndefined();
    expect(new Person(approval).press("<esc>").effects).toEqual([{ type: "later" }]);
  });

  test("[C1, T3] is not given by Enter before a button was chosen", () => {
    expect(new Person(approval).press("<enter><enter> ").effects).toEqual([]);
    expect(new Person(approval).press("<tab><enter>").answer).toEqual({ action: "accept", content: {} });
  });

  test("[T4] is not given by what was typed before it appeared", () => {
    const person = new Person(approval);
    person.now -= 900;
    person.press("y");

    expect(person.effects).toEqual([]);
  });

  test("[T4] is not given by somebody who goes on typing, until they pause", () => {
    const person = new Person(approval);
    person.now -= 900;
    for (const letter of "yes yes yes") {
      person.press(letter);
      person.now += 100;
    }
    expect(person.effects).toEqual([]);
    person.now += 300;
    expect(person.press("y").answer).toEqual({ action: "accept", content: {} });
  });

  test("[T4] is given neither by what is pasted nor by keys that come in a heap", () => {
    expect(new Person(approval).sends("\u001b[200~y\u001b[201~").effects).toEqual([]);
    expect(new Person(approval).sends("y\r").effects).toEqual([]);
    expect(new Person(approval).sends("\t\r").effects).toEqual([]);
  });

  test("[T4, C18] is not refused by what comes in a heap while the reason is typed", () => {
    expect(new Person(approval).press("n").sends("no\r").answer).toBeUndefined();
  });

  test("[T4] a form takes what is typed after its first moment", () => {
    const person = new Person(form("City?", { city: { type: "string" } }));
    person.now -= 900;
    person.press("zz");
    person.now += 201;

    expect(person.press("Oslo<enter><enter>").answer).toMatchObject({ content: { city: "Oslo" } });
  });
});

describe("what a terminal cannot show", () => {
  const upload = form("The contract?", {
    file: { type: "file", title: "The file", maxBytes: 10, maxFiles: 1 },
  });
  // A shape that no type of ours has.
  const odd = form("Where?", { place: { type: "object" } as never });

  test.each([upload, odd])(
    "[C8] is shown as text and can be refused, and never becomes a button to agree with",
    (asked) => {
      const person = new Person(asked);
      const name = Object.keys(asked.schema.properties)[0];

      expect(person.sees()).toContain(`A terminal cannot show the field ${name}`);
      expect(person.sees()).toContain(asked === odd ? `${name}: {"type":` : "file: The file, a file");
      expect(person.sees()).not.toMatch(/Approve|Send/);
      expect(person.press("y<enter><tab>").effects).toEqual([]);
      expect(person.press("<ctrl-x><enter>").answer).toEqual({ action: "decline" });
    },
  );

  test("[C8] names where it can be answered, if that is known", () => {
    const person = new Person(upload, { elsewhere: "http://127.0.0.1:4747/inbox/e/e1" });

    expect(person.sees().replace(/\s+/g, " ")).toContain("Answer it at http://127.0.0.1:4747/inbox/e/e1");
  });

  const note = { type: "string", title: "Note" } as const;
  const both = (optional: readonly string[]) =>
    form("The contract?", { note, file: upload.schema.properties.file ?? note }, { optional });

  test("[C8] is left out where it need not be given, and said to be", () => {
    const person = new Person(both(["file"]));

    expect(person.sees().replace(/\s+/g, " ")).toContain(
      "The file is a file: it need not be given, and is not asked for here.",
    );
    expect(person.press("Signed<enter><enter>").answer).toEqual({
      action: "accept",
      content: { note: "Signed" },
    });
  });

  test("[C8] is never all that is left to agree with, and is not left out where it must be given", () => {
    expect(new Person(form("?", upload.schema.properties, { optional: ["file"] })).sees()).toContain(
      "A terminal cannot show the field file",
    );
    const sees = new Person(both([])).sees();
    expect(sees).toContain("A terminal cannot show the field file");
    expect(sees).toContain("note: Note, a text");
  });
});
