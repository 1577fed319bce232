// The page on the command line agrees with the table of commands.

import { describe, expect, it } from "vitest";
import { commands } from "../../src/cli/commands.js";
import { exitCodes } from "../../src/cli/frame/exit-codes.js";
import { cliPage } from "./cli-page.js";

describe("docs/reference/cli.md", () => {
  it("says what the table of commands says", async () => {
    await expect(cliPage(commands)).toMatchFileSnapshot("../../docs/reference/cli.md");
  });
});

describe("the table of commands", () => {
  it("has every command once, and no option that help already is", () => {
    const names = commands.map(({ name }) => name);
    expect(names).toEqual([...new Set(names)]);
    for (const { options } of commands) expect(Object.keys(options)).not.toContain("help");
  });

  it("gives a letter to one option of a command only", () => {
    for (const { name, options } of commands) {
      const letters = Object.values(options).flatMap(({ short }) => (short === undefined ? [] : [short]));
      expect(letters, name).toEqual([...new Set(letters)].filter((letter) => letter !== "h"));
    }
  });

  it("ends in different ways with different codes", () => {
    const codes = Object.values(exitCodes).map(({ code }) => code);
    expect(codes).toEqual([...new Set(codes)]);
  });
});
