import { describe, expect, test } from "vitest";
import { form, Person } from "./person.js";

const VALUE = "sk-live-0123456789";
const PEM = "-----BEGIN KEY-----\nMIIB\n\nabcd\n-----END KEY-----\n";
const pasted = (text: string): string => `\u001b[200~${text.replaceAll("\n", "\r")}\u001b[201~`;

describe("a secret", () => {
  test("[T8, C12] is never on the screen: not while it is typed, not in the review", () => {
    const person = new Person(form("Keys?", { key: { type: "secret" }, name: { type: "string" } }));
    const screens = [...VALUE].map((letter) => person.press(letter).sees());
    screens.push(person.press("<enter>x<enter>").sees());

    expect(person.state.page).toBe("review");
    expect(screens.at(-1)).toContain("key   hidden");
    for (const screen of screens) expect(screen).not.toMatch(/sk-|0123/);
    expect(person.press("<enter>").answer).toMatchObject({ content: { key: VALUE } });
  });

  test("[T8] is pasted whole, with its lines where it has some", () => {
    const person = new Person(form("Key?", { key: { type: "secret", multiline: true } })).sends(pasted(PEM));

    expect(person.sees()).toContain("(hidden, 6 lines)");
    expect(person.press("<enter><enter>").answer).toMatchObject({ content: { key: PEM } });
  });

  test("[T8] of one line loses the break that came along with it, and nothing else", () => {
    const ask = (): Person => new Person(form("Key?", { key: { type: "secret" } }));

    expect(
      ask()
        .sends(pasted(`${VALUE}\n`))
        .press("<enter><enter>").answer,
    ).toMatchObject({ content: { key: VALUE } });
    expect(ask().sends(pasted("a\nb\n")).press("<enter><enter>").answer).toMatchObject({
      content: { key: "a\nb" },
    });
  });

  test("[C12] that is declined was not given", () => {
    const person = new Person(form("Key?", { key: { type: "secret" } })).press(`${VALUE}<ctrl-x><enter>`);

    expect(person.answer).toEqual({ action: "decline" });
  });
});

describe("a field that looks like a credential", () => {
  test("[C12] is warned about, and masked", () => {
    const person = new Person(form("Sign in?", { password: { type: "string", default: "hunter2" } })).press(
      "word",
    );

    expect(person.sees()).toContain("The protocol forbids");
    expect(person.sees()).toContain("(hidden, 4 characters)");
    expect(person.sees()).not.toMatch(/word$|hunter2/m);
    expect(person.press("<enter><enter>").answer).toMatchObject({ content: { password: "word" } });
  });
});
