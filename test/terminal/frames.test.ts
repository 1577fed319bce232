import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { lineWidth } from "../../src/terminal/look/line.js";
import { ASKED_AT, form, Person, page } from "./person.js";

const party = form(
  "A table for how many?",
  {
    guests: { type: "integer", title: "Guests", minimum: 1, maximum: 20, description: "Children count too." },
    seat: { type: "string", title: "Where", enum: ["Inside", "Terrace"], default: "Inside" },
    wishes: {
      type: "array",
      title: "Wishes",
      items: { type: "string", enum: ["window", "quiet", "view"] },
      maxItems: 2,
    },
  },
  { optional: ["wishes"], expiresAt: ASKED_AT + 271_000 },
);

const long = form(Array.from({ length: 60 }, (_, at) => `Line ${at + 1} of the message.`).join("\n"), {
  city: { type: "string", title: "City", enum: Array.from({ length: 30 }, (_, at) => `City ${at + 1}`) },
});

describe("a screen", () => {
  test("[T1, T3, C3, C7] of 80 by 24 shows who asks, for what, since when, until when, and the keys", () => {
    const person = new Person(party);
    person.view = { ...person.view, waiting: 3 };

    expect(person.sees(80, 24)).toMatchInlineSnapshot(`
      "tables asks you                                                  1 of 3 waiting
      for its tool book_table · asked just now · 4 min 30 s left

      A table for how many?

      › Guests  1 of 3, required
        Children count too.
        │
        A whole number from 1 to 20.
      · Where   Inside (default)
      · Wishes  not answered










      ───────────────────────────────────────────────────────────────────────────────
        Send     Decline     Not now
      enter next  ^x decline  esc not now  ^c leave"
    `);
  });

  test("[T1] of 40 columns has everything too", () => {
    expect(new Person(party).press("4<enter>").sees(40, 24)).toMatchInlineSnapshot(`
      "tables asks you
      for its tool book_table
      asked just now · 4 min 30 s left

      A table for how many?

      ✓ Guests  4
      › Where  2 of 3, required
        › 1 ● Inside  default
          2 ○ Terrace
      · Wishes  not answered








      ───────────────────────────────────────
        Send     Decline     Not now
      1-2 choose  ↑↓ move  enter choose, next
      shift-tab back  ^x decline  esc not now
      ^c leave"
    `);
  });

  test("[T6] of the review", () => {
    expect(new Person(party).press("4<enter>2<enter><enter>").sees(80, 16)).toMatchInlineSnapshot(`
      "tables asks you · for its tool book_table · asked just now · 4 min 30 s left

      A table for how many?

      Review before you send
        Guests  4
        Where   Terrace
        Wishes  not answered





      ───────────────────────────────────────────────────────────────────────────────
      [ Send ]   Decline     Not now
      enter choose  ↑↓ move  ^x decline  esc not now  ^c leave"
    `);
  });

  test("[T1, C10] of an approval", () => {
    const asked = form("Delete all 412 files in /srv/data?\nThis cannot be undone.", {});

    expect(new Person(asked).sees(60, 12)).toMatchInlineSnapshot(`
      "tables asks you · for its tool book_table · asked just now
      Delete all 412 files in /srv/data?
      This cannot be undone.






      ───────────────────────────────────────────────────────────
        Approve     Decline     Not now
      y approve  n decline  esc not now  ^c leave"
    `);
  });

  test("[T1, C13] of a page to go to", () => {
    const asked = page("http://ada@accounts.example.com:8443/sign-in?state=abcdefghijklmnopqrstuvwxyz");

    expect(new Person(asked).sees(60, 20)).toMatchInlineSnapshot(`
      "tables asks you · for its tool book_table · asked just now

      Sign in to the calendar.

      http://ada@accounts.example.com:8443/sign-in?state=abcdefgh
      ijklmnopqrstuvwxyz

      Goes to example.com
      ! It is not encrypted (http): everybody on the way can read
        and change what you send.
      ! It has a user name in front of the host, which can make
        it look like another address.
      ! It uses an unusual port (8443).


      ───────────────────────────────────────────────────────────
        Open in browser     I opened it myself     Copy
        Decline     Not now
      o open  c copy  tab other choices  ^x decline  esc not now
      ^c leave"
    `);
  });

  test("[T1, T2] of a long message and a long list scrolls both, with keys and buttons in view", () => {
    const person = new Person(long);
    expect(person.sees(80, 24)).toMatchInlineSnapshot(`
      "tables asks you · for its tool book_table · asked just now

      Line 1 of the message.
      Line 2 of the message.
      Line 3 of the message.
      Line 4 of the message.
      Line 5 of the message.
      (lines 1 to 5 of 60, 55 more below)

      › City  required
          1 ○ City 1
          2 ○ City 2
          3 ○ City 3
          4 ○ City 4
          5 ○ City 5
          6 ○ City 6
          7 ○ City 7
          8 ○ City 8
        (22 more below)

      ───────────────────────────────────────────────────────────────────────────────
        Send     Decline     Not now
      1-9 choose  ↑↓ move  type to search  enter choose, next  ^x decline
      pgup/pgdn read on  esc not now  ^c leave"
    `);

    person.scrolls(1);
    expect(person.sees(80, 24)).toContain("Line 9 of the message.");
    for (let at = 0; at < 20; at++) person.scrolls(1);
    expect(person.sees(80, 24)).toContain("Line 60 of the message.");
    person.press("<end>");
    expect(person.sees(80, 24)).toContain("› ");
    expect(person.sees(80, 24)).toContain("City 30");
    expect(person.sees(80, 24)).toContain("  Send     Decline     Not now");
  });

  test("[T3] shows its keys on every page of the dialog", () => {
    expect(new Person(party).press("<ctrl-x>").sees()).toMatch(
      /\[ Decline \]\nenter decline {2}esc back {2}\^c leave$/,
    );
    const away = new Person(page("https://example.com/"))
      .press("o")
      .happens({ type: "opened", ok: true })
      .happens({ type: "sent" });
    expect(away.sees()).toMatch(/enter choose {2}o open again {2}c copy {2}esc close {2}\^c leave$/);
    expect(
      new Person(page("https://example.com/")).press("o").happens({ type: "opened", ok: true }).sees(),
    ).toMatch(/\n\^c leave$/);
  });

  test("[C7] counts down, and says when little time is left", () => {
    const person = new Person(party);
    person.now = ASKED_AT + 270_000;

    expect(person.sees()).toContain("1 s left");
    const spans = person.frame().lines.flat();
    expect(spans.find(({ text }) => text.includes("left"))?.tone).toBe("bad");
  });

  test("[C3] names a program that asks for itself once", () => {
    const asker = { server: "beckon", method: "sample", target: "sample", runId: "r1" };

    expect(new Person({ ...party, asker }).sees()).toContain("as a sample · asked");
  });

  test("[C3] says of what came over the API that it did, and what for", () => {
    const asker = { server: "travel", method: "api", runId: "r1" };

    expect(new Person({ ...party, asker }).sees()).toContain("travel asks you · over the API · asked");
    expect(new Person({ ...party, asker: { ...asker, target: "plan" } }).sees()).toContain(
      "over the API for plan · asked",
    );
  });

  test("[C11, T9] says what else waits, what belongs to the same round, and what was asked before", () => {
    const person = new Person(party, { repeats: 2 });
    person.view = { ...person.view, waiting: 3, part: { place: 2, of: 2 }, notices: ["tables: gone"] };
    const screen = person.sees(100, 24);

    expect(screen).toContain("1 of 3 waiting");
    expect(screen).toContain("part 2 of 2");
    expect(screen).toContain("asked 2 times before");
    expect(screen).toContain("! tables: gone");
  });

  test("[T1] of any size is never wider or higher than it is, and has its keys", () => {
    const asked = [
      party,
      long,
      page(`https://example.com/${"日".repeat(90)}`),
      form("👩‍👩‍👧 日本語 ".repeat(60), {}),
    ];
    const keys = fc.array(
      fc.constantFrom("4", "<enter>", "<down>", "2", "日", "<tab>", "<ctrl-x>", "<up>", "x", " "),
      {
        maxLength: 8,
      },
    );
    fc.assert(
      fc.property(
        fc.nat(3),
        keys,
        fc.integer({ min: 12, max: 200 }),
        fc.integer({ min: 4, max: 60 }),
        (at, script, columns, rows) => {
          const person = new Person(asked[at] ?? party).press(script.join(""));
          person.view = { ...person.view, columns, rows };
          const { lines, cursor } = person.frame();

          expect(lines.length).toBeLessThanOrEqual(rows);
          for (const line of lines) expect(lineWidth(line)).toBeLessThan(columns);
          if (cursor !== undefined) {
            expect(cursor.row).toBeLessThan(rows);
            expect(cursor.column).toBeLessThan(Math.max(columns, 14));
          }
          if (rows >= 12 && columns >= 40) expect(person.sees(columns, rows)).toContain("^c leave");
        },
      ),
    );
  });

  test("[T1] keeps the field that is being filled in, and its problem, in view at any height", () => {
    for (let rows = 10; rows < 40; rows++) {
      const person = new Person(party).press("40<enter>");
      const screen = person.sees(60, rows);

      expect(screen).toContain("│ 40");
      expect(screen).toContain("✗ Must be at most 20.");
    }
  });
});

describe("the identity of a card", () => {
  test("[C3] names the asker and where it is, the tool and what it was called with, the client", () => {
    const asker = {
      ...party.asker,
      origin: "https://tables.example.com",
      client: "host 1.0",
      arguments: { day: "2026-07-28", guests: [1, 2] },
    };
    const screen = new Person({ ...party, asker }).sees(100, 30);

    for (const text of [
      "tables asks you",
      "at https://tables.example.com",
      "for its tool book_table",
      "through host 1.0",
    ])
      expect(screen).toContain(text);
    expect(screen).toContain('The tool book_table was called with\n  day: "2026-07-28"\n  guests: [1,2]');
  });
});

describe("hostile text", () => {
  const HOSTILE = "ok\u001b[2J\u001b]0;owned\u0007\u202Eevil\u202C\u0000\u009b31m";

  test("[C14] steers no terminal, wherever it stands", () => {
    const asked = form(HOSTILE, {
      [`name${HOSTILE}`]: {
        type: "string",
        title: HOSTILE,
        description: HOSTILE,
        default: HOSTILE,
      },
      choice: { type: "string", oneOf: [{ const: HOSTILE, title: HOSTILE }] },
    });
    const person = new Person({
      ...asked,
      asker: { ...asked.asker, server: HOSTILE, target: HOSTILE, client: HOSTILE },
    });
    const screens = [person.sees(), person.press("<enter>").sees(), person.press("1<enter>").sees()];

    for (const screen of screens) expect(screen).not.toMatch(/[^\P{Cc}\n]|[\u202A-\u202E]/u);
    expect(person.press("<enter>").answer).toMatchObject({ content: { choice: HOSTILE } });
  });

  test("[C14] that is very long can be scrolled through to its last word, and says how much there is", () => {
    const person = new Person(form(`${"word ".repeat(40_000)}\nThe very end.`, {}));
    expect(person.sees()).toMatch(/\(lines 1 to \d+ of \d+, \d+ more below\)/);
    person.happens({ type: "scroll", by: 1_000_000, last: person.frame().scroll.last });

    expect(person.sees()).toContain("The very end.");
  });
});
