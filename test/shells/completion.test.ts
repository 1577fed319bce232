// The scripts of `beckon completion` in the shells that they are for: fish says what it offers, zsh is typed into.

import { execFile } from "node:child_process";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { findShells } from "../../scripts/shells.mjs";
import { runCli } from "../cli/run-cli.js";
import { Pane } from "../tty/pane.js";

let folder: string;
let shells: { readonly zsh: string; readonly fish: string };

beforeAll(async () => {
  const found = findShells();
  if (found === undefined)
    throw new Error("There is no zsh or no fish. Install them, or set BECKON_ZSH and BECKON_FISH.");
  shells = found;
  folder = await mkdtemp(join(tmpdir(), "beckon-shells-"));
  for (const shell of ["zsh", "fish"]) {
    const { stdout } = await runCli(["completion", shell]);
    await writeFile(join(folder, `beckon.${shell}`), stdout);
  }
  await writeFile(join(folder, "answers.json"), "[]");
});
afterAll(() => rm(folder, { recursive: true, force: true }));

describe("fish", () => {
  /** What it offers behind a line. */
  const offers = async (line: string): Promise<readonly string[]> => {
    const script = `source beckon.fish; complete -C '${line}'`;
    const run = await promisify(execFile)(shells.fish, ["--no-config", "-c", script], { cwd: folder });
    expect(run.stderr).toBe("");
    return run.stdout.split("\n").flatMap((offer) => (offer === "" ? [] : [offer.split("\t")[0] ?? ""]));
  };

  test("completes commands, those of groups, options and their values", async () => {
    expect(await offers("beckon insp")).toEqual(["inspect"]);
    expect(await offers("beckon secret e")).toEqual(["exec"]);
    expect(await offers("beckon inspect --er")).toEqual(["--era"]);
    expect(await offers("beckon inspect --era ")).toEqual(["auto", "legacy", "modern"]);
    expect(await offers("beckon completion z")).toEqual(["zsh"]);
  });

  test("offers files where a file is wanted, and nowhere else", async () => {
    expect(await offers("beckon call --answers ans")).toEqual(["answers.json"]);
    expect(await offers("beckon ans")).toEqual(["answer"]);
  });
});

describe("zsh", () => {
  /** A shell with the script in it, as `~/.zshrc` would have it. */
  const open = async (): Promise<Pane> => {
    // Messages are shown only where a format is set.
    const rc =
      "zstyle ':completion:*' format '%d'; autoload -Uz compinit; compinit -u -D; source ./beckon.zsh; PS1='ready> '; setopt nobeep";
    await writeFile(join(folder, ".zshrc"), `${rc}\n`);
    const pane = await Pane.open("", {
      shell: `cd '${folder}' && ZDOTDIR='${folder}' '${shells.zsh}' -d -i`,
    });
    await pane.until("ready>");
    return pane;
  };
  const rows: readonly (readonly [typed: string, shown: string])[] = [
    ["beckon insp", "ready> beckon inspect"],
    ["beckon secret ex", "ready> beckon secret exec"],
    ["beckon inspect --er", "ready> beckon inspect --era"],
    ["beckon inspect --era mo", "ready> beckon inspect --era modern"],
    ["beckon completion z", "ready> beckon completion zsh"],
    ["beckon list --js", "ready> beckon list --json"],
    ["beckon call --answers ans", "ready> beckon call --answers answers.json"],
  ];

  test.each(rows)("completes %s", async (typed, shown) => {
    await using pane = await open();
    await pane.type(typed);
    await pane.press("Tab");

    await pane.until(shown);
  });

  test("says what is wanted where it has nothing to offer, whatever signs are in that", async () => {
    await using pane = await open();
    await pane.type("beckon call --header ");
    await pane.press("Tab");

    expect(await pane.until("NAME:VALUE")).not.toContain("not found");
  });

  test("lists what there is, with what it does", async () => {
    await using pane = await open();
    await pane.type("beckon secret ");
    await pane.press("Tab");
    const screen = await pane.until("run a command with secrets in its environment");

    for (const name of ["exec", "forget", "list", "set"])
      expect(screen).toMatch(new RegExp(`^${name} +-- `, "m"));
  });
});
