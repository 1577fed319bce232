import { spawn } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, test } from "vitest";
import { asking, looks, Pane } from "./pane.js";

/** The terminal edits lines and shows what is typed, as it did. */
const RESTORED = /^icanon echo/m;

describe("a real terminal", () => {
  test("[T1, C1] of 80 by 24 takes a form, key by key, and is given back", async () => {
    await using pane = await Pane.open("form");
    const first = await pane.until("Guests  1 of 2, required");
    expect(first).toContain("tables asks you");
    expect(first).toContain("enter next  ^x decline  esc not now  ^c leave");
    await looks();
    await pane.press("4", "Enter");
    await pane.until("› Where");
    await pane.press("2", "Enter");
    await pane.until("Review before you send");
    await pane.press("Enter");
    const last = await pane.until("exit 0");

    expect(last).toContain('answer {"action":"accept","content":{"guests":4,"seat":"Terrace"}}');
    expect(last).toContain("Sent: tables: A table for how many?");
    expect(last).not.toContain("Review");
    await pane.until(RESTORED);
  });

  test("[T1] of 40 columns has its keys and buttons too", async () => {
    await using pane = await Pane.open("form", { columns: 40, rows: 24 });
    const screen = await pane.until("^c leave");

    for (const text of ["tables asks you", "› Guests", "Send", "Decline", "Not now", "esc not now"])
      expect(screen).toContain(text);
    expect(Math.max(...screen.split("\n").map((line) => line.length))).toBeLessThan(40);
  });

  test("[T1] is drawn anew when its size changes, and nothing typed is lost", async () => {
    await using pane = await Pane.open("form");
    await pane.until("› Guests");
    await looks();
    await pane.type("12");
    await pane.until("│ 12");
    await pane.resize(40, 12);
    const small = await pane.until(new RegExp(`^${"─".repeat(39)}$`, "m"));
    expect(small).toContain("│ 12");
    expect(small).toContain("^c leave");
    await pane.resize(90, 30);
    const large = await pane.until(new RegExp(`^${"─".repeat(89)}$`, "m"));

    expect(large).toContain("│ 12");
    expect(large.match(/tables asks you/g)).toHaveLength(1);
  });

  test("[T1] scrolls a long message, with keys and buttons in view", async () => {
    await using pane = await Pane.open("long");
    const first = await pane.until("Line 1 of the message.");
    expect(first).toContain("pgup/pgdn read on");
    await looks();
    await pane.press("NPage");
    const second = await pane.until((screen) => !screen.includes("Line 1 of"));

    expect(second).toContain("› City");
    expect(second).toContain("Not now");
  });

  test("[T1] has no colours with NO_COLOR, and has some without", async () => {
    await using plain = await Pane.open("form", { env: { NO_COLOR: "1" } });
    await plain.until("^c leave");
    // biome-ignore lint/suspicious/noControlCharactersInRegex: this is what colours are
    const COLOUR = /\u001b\[[\d;]*3[1-7]/;
    expect(await plain.coloured()).not.toMatch(COLOUR);
    await using coloured = await Pane.open("form");
    await coloured.until("^c leave");

    expect(await coloured.coloured()).toMatch(COLOUR);
  });

  test("[T1, T14] that is dumb is asked line by line", async () => {
    await using pane = await Pane.open("form", { env: { TERM: "dumb" } });
    await pane.until("Question 1 of 2, required: Guests");
    await looks();
    await pane.type("40");
    await pane.press("Enter");
    await pane.until("Error: Must be at most 20.");
    await pane.type("4");
    await pane.press("Enter");
    await pane.until("Question 2 of 2");
    await pane.press("Enter");
    await pane.until("Review before you send:");
    await pane.type("send");
    await pane.press("Enter");

    await pane.until('answer {"action":"accept","content":{"guests":4,"seat":"Inside"}}');
  });

  test("[T1, T8, T3] that is dumb shows no secret, and is left with Ctrl-C", async () => {
    await using pane = await Pane.open("secret", { env: { TERM: "dumb" } });
    await pane.until("then a line with a single full stop");
    await looks();
    await pane.type("hunter2");
    await pane.press("C-c");
    const screen = await pane.until("exit 130");

    expect(screen).not.toContain("hunter2");
    expect(screen).not.toContain("answer {");
    await pane.until(RESTORED);
  });
});

describe("a round in a real terminal", () => {
  test("[C11, T6] is one card, reviewed and sent as one, with a part that is declined", async () => {
    await using pane = await Pane.open("round");
    const first = await pane.until("3 questions, answered together.");
    for (const text of ["A table for how many?", "In which name?", "Delete all 412 files?", "Send all"])
      expect(first).toContain(text);
    await looks();
    await pane.type("4");
    await pane.press("Enter", "2", "Enter");
    await pane.until("› Name");
    await pane.press("C-x");
    await pane.until("Decline only “In which name?”.");
    await pane.type("private");
    await pane.press("Enter");
    await pane.until("› Your decision");
    await pane.press("y");
    await pane.until("● Approve");
    await pane.press("Enter");
    const review = await pane.until("Review before you send");
    expect(review).toContain("Declined: private");
    await pane.press("Enter");

    const last = await pane.until("exit 0");
    expect(last.replaceAll("\n", "")).toContain(
      '[{"action":"accept","content":{"guests":4,"seat":"Terrace"}},{"action":"decline","reason":"private"},{"action":"accept","content":{}}]',
    );
    for (const text of ["Sent: tables: A table", "Declined: tables: In which", "Sent: tables: Delete all"])
      expect(last).toContain(text);
  });

  test("[C11, T1] of 40 columns and 12 rows has its keys, its buttons and what is asked in view", async () => {
    await using pane = await Pane.open("round", { columns: 40, rows: 12 });
    const all = [
      "A table for how many?",
      "› Guests",
      "Send all",
      "Decline all",
      "Not now",
      "^n postpone",
      "^c leave",
    ];
    // The questions of a round come one by one: until the second is there, the card is a single question's.
    await pane.until((screen) => all.every((text) => screen.includes(text)));
  });

  test("[C11, T14] is told in parts where there are only lines, and sent as one", async () => {
    await using pane = await Pane.open("round", { env: { TERM: "dumb" } });
    await pane.until("Part 1 of 3.");
    await looks();
    for (const [line, next] of [
      ["4", "Question 2 of 4"],
      ["", "Part 2 of 3."],
      [":later", "Part 3 of 3."],
      ["approve", "Review before you send:"],
      ["send", "exit 0"],
    ] as const) {
      await pane.type(line);
      await pane.press("Enter");
      await pane.until(next);
    }

    expect((await pane.screen()).replaceAll("\n", "")).toContain(
      '[{"action":"accept","content":{"guests":4,"seat":"Inside"}},{"action":"cancel","reason":"not now"},{"action":"accept","content":{}}]',
    );
  });
});

describe("ways out of a real terminal", () => {
  test("[T3, C1] Ctrl-C ends the program as it ends any, without an answer or a stack trace", async () => {
    await using pane = await Pane.open("approval");
    await pane.until("y approve");
    await looks();
    await pane.press("C-c");
    const screen = await pane.until("exit 130");

    expect(screen).not.toMatch(/answer \{|at file:/);
    await pane.until(RESTORED);
  });

  test.each([
    ["by lines", { TERM: "dumb" }, "yes or no?"],
    ["on a screen", {}, "y approve"],
  ])("[T3] Ctrl-C is told once to a program that listens for it, %s", async (_, env, shown) => {
    await using pane = await Pane.open("approval listens", { env });
    await pane.until(shown);
    await looks();
    await pane.press("C-c");
    const screen = await pane.until("exit 0");

    expect(screen.match(/The program heard SIGINT\./g)).toHaveLength(1);
    expect(screen).toContain('answer {"action":"cancel","reason":"The person left the terminal."}');
    await pane.until(RESTORED);
  });

  test("[T3, C1] Ctrl-C by lines ends the program as it ends any, without an answer", async () => {
    // A shell that is not ended by the Ctrl-C of its program.
    const shell = `trap : INT; env CI= LANG=C.UTF-8 TERM=dumb ${asking("approval")}; echo "exit $?"; exec cat`;
    await using pane = await Pane.open("", { shell });
    await pane.until("yes or no?");
    await looks();
    await pane.press("C-c");

    expect(await pane.until("exit 130")).not.toMatch(/answer \{|at file:/);
  });

  test("[T3] Esc leaves it for now", async () => {
    await using pane = await Pane.open("approval");
    await pane.until("y approve");
    await looks();
    await pane.press("Escape");

    await pane.until('answer {"action":"cancel","reason":"not now"}');
  });

  test("[T11] a program that breaks gives the terminal back, and its error can be read", async () => {
    await using pane = await Pane.open("form");
    await pane.until("› Guests");
    pane.signal("SIGUSR2");
    const screen = await pane.until("exit 1");

    expect(screen).toContain("Error: The program broke.");
    expect(screen).not.toContain("› Guests");
    await pane.until(RESTORED);
  });

  test.each([
    ["SIGTERM", 143],
    ["SIGHUP", 129],
  ] as const)("[T11] %s ends the program, and the terminal is given back", async (signal, code) => {
    await using pane = await Pane.open("form");
    await pane.until("› Guests");
    pane.signal(signal);
    const screen = await pane.until(`exit ${code}`);

    expect(screen).not.toContain("› Guests");
    await pane.until(RESTORED);
  });

  test.each([
    ["a screen", "", ""],
    ["lines", "TERM=dumb", ""],
    ["a screen on /dev/tty", "", "< /dev/null > /dev/null"],
    ["lines on /dev/tty", "TERM=dumb", "< /dev/null > /dev/null"],
  ])(
    "[T3, T11] a window that is closed in the first moment of a question cancels it: %s",
    async (_, env, streams) => {
      const folder = mkdtempSync(join(tmpdir(), "beckon-tty-"));
      const out = join(folder, "out");
      try {
        const program = `env CI= LANG=C.UTF-8 ${env} OUT='${out}' ${asking("form")} hang-up ${streams}`;
        await using pane = await Pane.open("", {
          shell: `trap '' HUP; ${program} 2> /dev/null; echo over >> '${out}'`,
        });
        await pane.until("Guests");
        await pane[Symbol.asyncDispose]();

        const told = () => (existsSync(out) ? readFileSync(out, "utf8") : "");
        await expect.poll(told).toContain("over\n");
        expect(told()).toBe('answer {"action":"cancel","reason":"The terminal was closed."}\nover\n');
      } finally {
        rmSync(folder, { recursive: true, force: true });
      }
    },
  );

  test("[T3] Ctrl-Z puts it aside, and it comes back as it was", async () => {
    const shell = `exec env CI= LANG=C.UTF-8 PS1='$ ' bash --norc --noprofile -i`;
    await using pane = await Pane.open("", { shell });
    await pane.until("$");
    await pane.type(asking("form"));
    await pane.press("Enter");
    await pane.until("› Guests");
    await looks();
    await pane.type("12");
    await pane.until("│ 12");
    await pane.press("C-z");
    await pane.until("Stopped");
    await pane.type("fg");
    await pane.press("Enter");

    expect(await pane.until("│ 12")).toContain("› Guests");
  });
});

describe("what a real terminal sends", () => {
  test("[T4] before the question appeared is discarded", async () => {
    await using pane = await Pane.open("approval later");
    await pane.until("ready");
    await pane.type("yyyy");
    await pane.until("yyyy");
    pane.signal("SIGUSR2");
    await pane.until("y approve");
    await looks();
    expect(await pane.screen()).toContain("Delete all 412 files?");
    await pane.type("y");

    await pane.until('answer {"action":"accept","content":{}}');
  });

  test("[T4] before the question appeared is discarded by lines too, also a line that is not ended", async () => {
    await using pane = await Pane.open("approval later", { env: { TERM: "dumb" } });
    await pane.until("ready");
    await pane.type("y");
    await pane.until(/^y$/m);
    pane.signal("SIGUSR2");
    await pane.until("yes or no?");
    const told = await pane.until("and is ignored");
    expect(told).toContain("Delete all 412 files?");
    await looks();
    await pane.press("Enter");
    const again = await pane.until((screen) => screen.split("Type yes to approve").length > 2);
    expect(again).not.toContain("answer {");
    // It edits what is typed again, and shows it.
    await pane.type("noyes");
    await pane.press("BSpace", "BSpace", "BSpace");
    await pane.until("yes or no? > no\n");
    await pane.press("Enter");
    await pane.until("why? >");
    await pane.press("Enter");

    await pane.until('answer {"action":"decline"}');
    await pane.until(RESTORED);
  });

  test("[T8] as a paste is a secret of many lines, and is not seen", async () => {
    await using pane = await Pane.open("secret");
    await pane.until("› Key");
    await looks();
    await pane.paste("-----BEGIN-----\nMIIBVgIBADANBg\n-----END-----\n");
    const screen = await pane.until("(hidden, 4 lines)");
    expect(screen).not.toContain("BEGIN");
    await pane.press("Enter");
    await pane.until("[ Send ]");
    await pane.press("Enter");
    const last = await pane.until("exit 0");

    expect(last.replaceAll("\n", "")).toContain(
      '"key":"-----BEGIN-----\\nMIIBVgIBADANBg\\n-----END-----\\n"',
    );
  });

  test("[T9, C5] a question that was answered elsewhere vanishes with a line, and the next comes", async () => {
    await using pane = await Pane.open("queue elsewhere");
    await pane.until("1 of 2 waiting");
    pane.signal("SIGUSR2");
    const screen = await pane.until("y approve");

    expect(screen).toContain("! tables: A table for how many? is gone: Somebody else has answered.");
    expect(screen).not.toContain("waiting");
  });
});

describe("streams that are no terminal", () => {
  test("[T11] are left to their protocol: questions go through /dev/tty", async () => {
    const folder = mkdtempSync(join(tmpdir(), "beckon-tty-"));
    const out = join(folder, "out");
    try {
      const shell = `printf 'y\\ny\\n' | env CI= LANG=C.UTF-8 ${asking("approval")} > '${out}'; echo "exit $?"; exec cat`;
      await using pane = await Pane.open("", { shell });
      await pane.until("y approve");
      await looks();
      await pane.type("y");
      await pane.until("exit 0");

      expect(readFileSync(out, "utf8")).toBe('answer {"action":"accept","content":{}}\n');
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  });

  test("[T12] without any terminal nothing blocks, nothing is read, and one line says what to do", async () => {
    const { code, out, err } = await detached("approval", {});

    expect(code).toBe(0);
    expect(out).toBe('answer "nobody"\n');
    expect(err).toBe(
      "beckon: tables (tools/call book_table) asks for approval: “Delete all 412 files?” There is no terminal to answer in. Use --answers file.json.\n",
    );
  });

  test("[T12] in CI nobody is asked though there is a terminal", async () => {
    await using pane = await Pane.open("approval", { env: { CI: "true" } });
    const screen = await pane.until("exit 0");

    expect(screen).toContain('answer "nobody"');
    expect(screen).toContain("There is no terminal to answer in.");
  });
});

/** Runs the program in a session of its own, which has no terminal. */
function detached(what: string, env: { readonly [name: string]: string }) {
  const program = fileURLToPath(new URL("asking.mjs", import.meta.url));
  const { CI: _, ...rest } = process.env;
  const child = spawn(process.execPath, [program, what], { detached: true, env: { ...rest, ...env } });
  child.stdin.end("y\ny\n");
  let out = "";
  let err = "";
  child.stdout.on("data", (chunk) => {
    out += chunk;
  });
  child.stderr.on("data", (chunk) => {
    err += chunk;
  });
  return new Promise<{ code: number | null; out: string; err: string }>((resolve) => {
    child.on("close", (code) => resolve({ code, out, err }));
  });
}
