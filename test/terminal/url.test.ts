import { describe, expect, test } from "vitest";
import { Person, page } from "./person.js";

const HREF = "https://accounts.example.com/sign-in?elicitation=1";
const accept = { type: "settle", verdicts: [{ question: "e1", answer: { action: "accept", content: {} } }] };

const cancel = {
  type: "settle",
  verdicts: [{ question: "e1", answer: { action: "cancel", reason: "cancelled by the person" } }],
};

describe("a page to go to", () => {
  test("[C13] is shown with its whole address, whose it is standing out", () => {
    const person = new Person(page(HREF));

    expect(person.sees()).toContain(HREF);
    expect(person.sees()).toContain("Goes to example.com");
    const spans = person.frame().lines.flat();
    expect(spans.filter(({ tone }) => tone === "focus").map(({ text }) => text)).toEqual(["example.com"]);
  });

  test("[C13] is opened only after the person said so, and then accepted", () => {
    const person = new Person(page(HREF)).press("<enter>").press("y");
    expect(person.effects).toEqual([]);

    person.press("o");
    expect(person.effects).toEqual([{ type: "open", href: HREF }]);
    person.happens({ type: "opened", ok: true });
    expect(person.effects.at(-1)).toEqual(accept);
  });

  test("[C13] is waited for once it is open: finished, open again, copy", () => {
    const person = new Person(page(HREF))
      .press("o")
      .happens({ type: "opened", ok: true })
      .happens({ type: "sent" });

    expect(person.sees()).toContain("[ Finished ]   Open again     Copy");
    person.press("o").press("c").press("<enter>");
    expect(person.effects.slice(2)).toEqual([
      { type: "open", href: HREF },
      { type: "copy", text: HREF },
      { type: "done" },
    ]);
  });

  test("[C1, C13] that was opened is left with Esc, which is no second answer", () => {
    const person = new Person(page(HREF))
      .press("o")
      .happens({ type: "opened", ok: true })
      .happens({ type: "sent" })
      .press("<esc>");

    expect(person.effects.slice(1)).toEqual([accept, { type: "done" }]);
  });

  test("[C13] that no browser here can show is opened by the person, who says so", () => {
    const person = new Person(page(HREF)).press("o").happens({ type: "opened", ok: false });

    expect(person.sees()).toContain("✗ No browser could be opened here.");
    expect(person.answer).toBeUndefined();
    person.press("<tab><tab><enter>");
    expect(person.effects.at(-1)).toEqual(accept);
  });

  test("[C13] is warned about where it is odd, and the warnings stay in view beside a long address", () => {
    const person = new Person(page(`http://ada@xn--80ak6aa92e.com:8443/${"a".repeat(900)}`));
    const screen = person.sees(80, 24);

    for (const word of ["not encrypted", "user name", "other letters", "unusual port", "very long"])
      expect(screen.replace(/\s+/g, " ")).toContain(word);
    expect(screen).toContain("Goes to xn--80ak6aa92e.com");
    const read = [screen];
    for (let at = 0; at < 10; at++) read.push(person.scrolls(1).sees(80, 24));
    expect(read.join("").match(/a/g)?.length).toBeGreaterThan(900);
  });

  test.each(["javascript:alert(1)", "file:///etc/passwd", "not an address"])(
    "[C13] is refused when it is %s",
    (url) => {
      const person = new Person(page(url));

      expect(person.sees().replace(/\s+/g, " ")).toContain("only https: and http: are");
      expect(person.press("o<enter><tab>").effects).toEqual([]);
      expect(person.sees()).not.toContain("Open in browser");
    },
  );

  test("[C1, C18] is declined, or left for now", () => {
    expect(new Person(page(HREF)).press("<ctrl-x>no<enter>").answer).toEqual({
      action: "decline",
      reason: "no",
    });
    expect(new Person(page(HREF)).press("<esc>").effects).toEqual([{ type: "later" }]);
  });

  test("[C13] that was declined is not waited for", () => {
    const person = new Person(page(HREF)).press("<ctrl-x><enter>").happens({ type: "sent" });

    expect(person.effects.at(-1)).toEqual({ type: "done" });
  });
});

describe("a page to go to that is kept elsewhere", () => {
  /** Somebody who has agreed and is on the page. */
  const away = () =>
    new Person(page(HREF), { isKept: true }).press("o").happens({ type: "opened", ok: true }).looksUp();

  test("[C13] is waited for once it is open, and accepted when the person says that they have finished", () => {
    const person = away();

    expect(person.effects).toEqual([{ type: "open", href: HREF }]);
    expect(person.sees()).toContain("[ Finished ]   Open again     Copy     Decline     Not now     Cancel");
    person.press("o").happens({ type: "opened", ok: true }).press("c").press("<enter>");
    expect(person.effects.slice(1)).toEqual([
      { type: "open", href: HREF },
      { type: "copy", text: HREF },
      accept,
    ]);
  });

  test("[C13] is waited for too when the person opened it themselves", () => {
    const person = new Person(page(HREF), { isKept: true }).press("<tab><tab><enter>");

    expect(person.effects).toEqual([]);
    expect(person.sees()).toContain("[ Finished ]");
  });

  test("[C13, T3] that was opened can still be cancelled, declined, or left for now", () => {
    expect(away().press("<tab><tab><tab><tab><tab><enter>").effects.at(-1)).toEqual(cancel);
    expect(away().press("<ctrl-x>no<enter>").answer).toEqual({ action: "decline", reason: "no" });
    expect(away().press("<esc>").effects.at(-1)).toEqual({ type: "later" });
    expect(away().press("<ctrl-x><esc>").sees()).toContain("[ Finished ]");
  });

  test("[T4] that was just opened is not finished by a key that was meant to open it", () => {
    const person = new Person(page(HREF), { isKept: true })
      .press("<tab><enter>")
      .happens({ type: "opened", ok: true })
      .press("<enter><enter>");

    expect(person.answer).toBeUndefined();
  });

  test("[C13, T5] is still waited for when what the person said of it could not be sent", () => {
    const person = away().press("<enter>");
    person.happens({ type: "refused", problems: new Map(), failure: "It could not be sent." });

    expect(person.sees()).toContain("✗ It could not be sent.");
    expect(person.press("<tab><enter>").effects.at(-1)).toEqual(accept);
  });

  test("[C1] is not answered when the browser comes up while the person says no", () => {
    const person = new Person(page(HREF), { isKept: true }).press("o").press("<ctrl-x>not");
    person.happens({ type: "opened", ok: true }).press(" me<enter>");

    expect(person.answer).toEqual({ action: "decline", reason: "not me" });
  });
});
