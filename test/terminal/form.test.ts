import { describe, expect, test } from "vitest";
import { form, Person } from "./person.js";

const party = form(
  "A table for how many?",
  {
    guests: { type: "integer", title: "Guests", minimum: 1, maximum: 20, description: "Children count too." },
    seat: {
      type: "string",
      title: "Where",
      oneOf: [
        { const: "in", title: "Inside" },
        { const: "out", title: "Terrace" },
      ],
      default: "in",
    },
    wishes: {
      type: "array",
      title: "Wishes",
      items: { type: "string", enum: ["window", "quiet", "view"] },
      maxItems: 2,
    },
    mail: { type: "string", format: "email", title: "Email" },
  },
  { optional: ["wishes", "mail"] },
);

const one = (field: Parameters<typeof form>[1][string], isOptional = false): Person =>
  new Person(form("One thing?", { it: field }, { optional: isOptional ? ["it"] : [] }));

describe("a form", () => {
  test("[C1, C9, T6] is filled in field by field, looked over, and sent with the right types", () => {
    const person = new Person(party).press("4<enter>").press("2<enter>").press("13<enter>").press("<enter>");

    expect(person.state.page).toBe("review");
    expect(person.answer).toBeUndefined();
    person.press("<enter>");
    expect(person.answer).toEqual({
      action: "accept",
      content: { guests: 4, seat: "out", wishes: ["window", "view"] },
    });
  });

  test("[T3] moves on with Enter, and is never sent by it from a field", () => {
    const person = one({ type: "string" }).press("Oslo<enter>");

    expect(person.answer).toBeUndefined();
    expect(person.sees()).toContain("[ Send ]");
    person.press("<enter>");
    expect(person.answer).toEqual({ action: "accept", content: { it: "Oslo" } });
  });

  test("[T3] takes y and n as text, and not as an answer", () => {
    expect(one({ type: "string" }).press("yn<enter><enter>").answer).toEqual({
      action: "accept",
      content: { it: "yn" },
    });
    expect(one({ type: "boolean" }).press("y").answer).toBeUndefined();
  });

  test("[T3, C1] of one yes or no is chosen by number or mark: y and n are for approvals", () => {
    const confirm = { type: "boolean", title: "Yes" } as const;
    const person = one(confirm);

    expect(person.sees()).toContain("Answer  required");
    expect(person.sees()).toContain("1-2 choose");
    expect(person.sees()).not.toMatch(/y yes|n no/);
    const before = person.sees();
    expect(person.press("q").press("y").press("N").sees()).toBe(before);
    expect(person.press("<enter><enter>").answer).toBeUndefined();
    expect(person.press("1").press("2").press("<enter>").press("y").press("<enter>").answer).toEqual({
      action: "accept",
      content: { it: false },
    });
    expect(one(confirm).press("<down><enter><enter>").answer).toEqual({
      action: "accept",
      content: { it: true },
    });
  });

  test("[T3] of one yes or no ignores keys that come in a heap", () => {
    const person = one({ type: "boolean" }).sends("y\r");

    expect(person.answer).toBeUndefined();
    expect(person.press("<enter><enter>").answer).toBeUndefined();
  });

  test("[T3, C1] is left for now with Esc, wherever the focus is", () => {
    for (const keys of ["<esc>", "4<esc>", "4<enter>2<enter><enter><enter><esc>"]) {
      const person = new Person(party).press(keys);

      expect(person.effects).toEqual([{ type: "later" }]);
    }
  });

  test("[C18, T3] is declined by a choice of its own, with a reason or without", () => {
    expect(new Person(party).press("<ctrl-x><enter>").answer).toEqual({ action: "decline" });
    expect(new Person(party).press("<ctrl-x>too late<enter>").answer).toEqual({
      action: "decline",
      reason: "too late",
    });
  });

  test("[T5] keeps everything when declining is thought better of", () => {
    const person = new Person(party).press("4<enter>").press("<ctrl-x>no<esc>");

    expect(person.sees()).toContain("✓ Guests  4");
    expect(person.sees()).toContain("› Where");
  });

  test("[T5] says under the field what is wrong, keeps what was typed, and takes it back once it is mended", () => {
    const person = new Person(party).press("40<enter>");

    expect(person.sees()).toContain("  │ 40\n  A whole number from 1 to 20.\n  ✗ Must be at most 20.");
    person.press("<backspace>");
    expect(person.sees()).not.toContain("✗");
    expect(person.sees()).toContain("│ 4");
  });

  test("[T5] that is refused elsewhere comes back with its problems and everything that was typed", () => {
    const person = new Person(party).press("4<enter><enter><enter><enter><enter>");
    person.happens({
      type: "refused",
      problems: new Map([[JSON.stringify(["e1", "guests"]), "is more than we have"]]),
      failure: undefined,
    });

    expect(person.sees()).toContain("│ 4\n  A whole number from 1 to 20.\n  ✗ This is more than we have.");
    person.press("<ctrl-u>2<enter><enter>");
    expect(person.effects.at(-1)).toEqual({
      type: "settle",
      verdicts: [{ question: "e1", answer: { action: "accept", content: { guests: 2, seat: "in" } } }],
    });
  });

  test("[T5] that could not be sent says why, and can be sent again", () => {
    const person = one({ type: "string" }).press("Oslo<enter><enter>");
    person.happens({ type: "refused", problems: new Map(), failure: "It could not be sent: no connection." });

    expect(person.sees()).toContain("✗ It could not be sent: no connection.");
    expect(person.sees()).toContain("✓ it  Oslo");
    person.press("<enter>");
    expect(person.effects).toHaveLength(2);
  });

  test("[T6] marks in the review what was not answered and what is a default", () => {
    const person = new Person(party).press("4<enter><enter><enter><enter>");

    expect(person.sees()).toContain(
      ["  Guests  4", "  Where   Inside (default)", "  Wishes  not answered", "  Email   not answered"].join(
        "\n",
      ),
    );
  });

  test("[T6] goes from the review to one field and back", () => {
    const person = new Person(party).press("4<enter><enter><enter><enter><up><up><up><up><enter>");

    expect(person.sees()).toContain("› Guests");
    person.press("<ctrl-u>12<enter>");
    expect(person.sees()).toContain("  Guests  12");
  });

  test("[T3] is walked back with Shift-Tab", () => {
    expect(new Person(party).press("4<enter><shift-tab>").sees()).toContain("› Guests");
  });

  test("[C8] keeps the order of its fields, and calls one without a title by its name", () => {
    const person = new Person(form("?", { zeta: { type: "string" }, alpha: { type: "string", title: " " } }));

    expect(person.sees()).toMatch(/zeta[\s\S]*alpha/);
  });
});

describe("values", () => {
  test("[C9, A4] numbers are numbers, and what is none is said to be none", () => {
    expect(one({ type: "number" }).press("1.5<enter><enter>").answer).toMatchObject({ content: { it: 1.5 } });
    expect(one({ type: "number" }).press("−3<enter><enter>").answer).toMatchObject({ content: { it: -3 } });
    expect(one({ type: "integer" }).press("1.5<enter>").sees()).toContain("✗ Must be a whole number.");
    expect(one({ type: "number" }).press("many<enter>").sees()).toContain("✗ Must be a number.");
  });

  test("[C9] what is optional and left empty is absent", () => {
    for (const field of [
      { type: "string" },
      { type: "number" },
      { type: "boolean" },
      { type: "string", enum: ["a", "b"] },
      { type: "array", items: { type: "string", enum: ["a"] } },
      { type: "secret" },
    ] as const)
      expect(one(field, true).press("<enter><enter>").answer).toEqual({ action: "accept", content: {} });
  });

  test("[C9, A4] what is required is required, and nothing is chosen without a default", () => {
    for (const field of [
      { type: "string" },
      { type: "boolean" },
      { type: "string", enum: ["a", "b"] },
    ] as const) {
      const person = one(field).press("<enter>");

      expect(person.sees()).toContain("✗ This is required.");
      expect(person.sees()).not.toContain("●");
    }
  });

  test("[C9, A4] a default that is false, zero or empty stays what it is on Enter", () => {
    for (const [field, value] of [
      [{ type: "boolean", default: false }, false],
      [{ type: "integer", default: 0 }, 0],
      [{ type: "string", default: "" }, ""],
    ] as const)
      expect(one(field).press("<enter><enter>").answer).toEqual({ action: "accept", content: { it: value } });
  });

  test("[C8, C9] a default is seen before anybody touches it, also one that is false, zero or several", () => {
    expect(one({ type: "boolean", default: false }).sees()).toContain("1 ○ Yes\n  › 2 ● No  default");
    expect(one({ type: "integer", default: 0 }).sees()).toContain("│ 0\n");
    const letters = { type: "string", enum: ["a", "b", "c"] } as const;
    expect(one({ type: "array", items: letters, default: ["c", "a"] }).sees()).toContain(
      "1 ■ a  default\n    2 □ b\n    3 ■ c  default",
    );
  });

  test("[C9] a default that is emptied is an answer, and not filled in again", () => {
    expect(one({ type: "string", default: "Oslo" }).press("<ctrl-u><enter><enter>").answer).toEqual({
      action: "accept",
      content: { it: "" },
    });
    expect(one({ type: "integer", default: 3 }).press("<ctrl-u><enter>").sees()).toContain("✗ Must be a");
  });

  test("[C9] blanks around what has a format are nobody's answer", () => {
    expect(one({ type: "string", format: "date" }).press(" 2026-07-28 <enter><enter>").answer).toEqual({
      action: "accept",
      content: { it: "2026-07-28" },
    });
  });

  test("[C9] a choice is taken back with Backspace, unless it would come back as the default", () => {
    const letters = { type: "string", enum: ["a", "b"] } as const;
    expect(one(letters, true).press("2<backspace><enter><enter>").answer).toEqual({
      action: "accept",
      content: {},
    });
    expect(one({ ...letters, default: "a" }, true).press("2<backspace><enter><enter>").answer).toMatchObject({
      content: { it: "b" },
    });
  });

  test("[C9] the whole is checked before it is sent, also a field that was left while it was wrong", () => {
    const person = new Person(
      form("?", { name: { type: "string" }, age: { type: "number" } }, { optional: ["age"] }),
    ).press("Ada<enter><enter>");
    expect(person.state.page).toBe("review");
    person.press("<up><enter>many<shift-tab><enter>");
    expect(person.state.page).toBe("review");
    person.press("<enter>");

    expect(person.answer).toBeUndefined();
    expect(person.sees()).toMatch(/› age.*\n.*│ many\n.*✗ Must be a number\./);
  });

  test("[C9] a yes or no has three states, and comes back to none", () => {
    const person = one({ type: "boolean" }, true).press("1");

    expect(person.sees()).toContain("1 ● Yes");
    person.press("3<enter><enter>");
    expect(person.answer).toEqual({ action: "accept", content: {} });
  });

  test("text has as many lines as it needs", () => {
    const person = one({ type: "string" })
      .press("one<alt-enter>two")
      .sends("\u001b[200~\r\nthree\u001b[201~");

    expect(person.press("<enter><enter>").answer).toEqual({
      action: "accept",
      content: { it: "one\ntwo\nthree" },
    });
  });

  test("[T5] what is too much to be pasted is said so, and nothing else is lost", () => {
    const person = one({ type: "string" })
      .press("Oslo")
      .sends(`\u001b[200~${"a".repeat(150_000)}\u001b[201~`);

    expect(person.sees()).toContain("✗ That is more text than fits here, so it was not pasted.");
    expect(person.press("<enter><enter>").answer).toMatchObject({ content: { it: "Oslo" } });
  });

  test("text is edited in the middle", () => {
    const person = one({ type: "string" }).press("Lison<left><left>b<home>> <end>!<ctrl-w><backspace>");

    expect(person.press("<enter><enter>").answer).toEqual({ action: "accept", content: { it: ">" } });
    expect(one({ type: "string" }).press("Lison<left><left>b<enter><enter>").answer).toMatchObject({
      content: { it: "Lisbon" },
    });
  });

  test("[T7] what is expected is said with an example, and ranges are", () => {
    expect(one({ type: "string", format: "date" }).sees()).toContain("A date such as 2026-07-28.");
    expect(one({ type: "string", format: "date-time" }).sees()).toContain("2026-07-28T15:30:00Z");
    expect(one({ type: "string", format: "email" }).sees()).toContain("Such as ada@example.com.");
    expect(one({ type: "string", format: "uri" }).sees()).toContain("https://example.com/page");
    expect(one({ type: "number", minimum: 0, maximum: 1 }).sees()).toContain("A number from 0 to 1.");
    expect(one({ type: "string", maxLength: 5 }).sees()).toContain("At most 5 characters.");
    expect(one({ type: "string", format: "date" }).press("28.7.<enter>").sees()).toContain(
      "✗ Must be a date such as 2026-07-28.",
    );
  });
});

describe("choices", () => {
  const shapes = {
    enum: { type: "string", enum: ["a", "b", "c"] },
    enumNames: { type: "string", enum: ["a", "b", "c"], enumNames: ["A", "B", "C"] },
    oneOf: {
      type: "string",
      oneOf: [
        { const: "a", title: "A" },
        { const: "b", title: "B" },
      ],
    },
    items: { type: "array", items: { type: "string", enum: ["a", "b", "c"] } },
    anyOf: {
      type: "array",
      items: {
        anyOf: [
          { const: "a", title: "A" },
          { const: "b", title: "B" },
        ],
      },
    },
  } as const;

  test.each(Object.entries(shapes))("[C8, T2] of the shape %s are chosen by number", (_, field) => {
    const value = field.type === "array" ? ["b"] : "b";

    expect(one(field).press("2<enter><enter>").answer).toEqual({ action: "accept", content: { it: value } });
  });

  test("[T2] are chosen with arrows too, and only Enter or a blank chooses", () => {
    const person = one(shapes.enum).press("<down><down>");

    expect(person.sees()).toContain("› 2 ○ b");
    expect(person.press("<enter><enter>").answer).toEqual({ action: "accept", content: { it: "b" } });
    expect(one(shapes.items).press("<down><space><down><space><enter><enter>").answer).toMatchObject({
      content: { it: ["a", "b"] },
    });
  });

  test("[T2] are all in view, with their numbers", () => {
    expect(one(shapes.enumNames).sees()).toContain("    1 ○ A\n    2 ○ B\n    3 ○ C");
  });

  test("[T2] of long lists are found by typing", () => {
    const cities = Array.from({ length: 40 }, (_, at) => `City ${at + 1}`);
    const person = one({ type: "string", enum: [...cities, "Lisbon"] }).press("lis");

    expect(person.sees()).toContain("search lis  1 of 41");
    expect(person.press("<enter><enter>").answer).toEqual({ action: "accept", content: { it: "Lisbon" } });
    expect(one({ type: "string", enum: cities }).press("/12").sees()).toContain("search 12  1 of 40");
  });

  test("[T2] that nobody finds are said so, and Esc ends the search before it ends anything else", () => {
    const person = one(shapes.enum).press("xyz");

    expect(person.sees()).toContain("nothing found");
    person.press("<esc>");
    expect(person.effects).toEqual([]);
    expect(person.sees()).toContain("1 ○ a");
  });

  test("[T2, C8] count what is chosen against what may be", () => {
    const person = one({ ...shapes.items, minItems: 1, maxItems: 2 }).press("123");

    expect(person.sees()).toContain("3 chosen. Choose 1 to 2.");
    person.press("<enter>");
    expect(person.sees()).toContain("✗ Must have at most 2 choices.");
    person.press("3<enter><enter>");
    expect(person.answer).toEqual({ action: "accept", content: { it: ["a", "b"] } });
  });

  test("[C9] keep the order of the list, and a default its own", () => {
    expect(one(shapes.items).press("31<enter><enter>").answer).toMatchObject({ content: { it: ["a", "c"] } });
    expect(one({ ...shapes.items, default: ["c", "a"] }).press("<enter><enter>").answer).toMatchObject({
      content: { it: ["c", "a"] },
    });
  });
});
