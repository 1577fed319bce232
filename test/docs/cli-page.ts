// The page docs/reference/cli.md, as the table of commands says it.

import type { Command } from "../../src/cli/frame/command.js";
import { exitCodes } from "../../src/cli/frame/exit-codes.js";
import { endsOf, optionSays, optionUsage, usageOf } from "../../src/cli/frame/help-text.js";

/** The whole page. Written anew with `npx vitest run test/docs/cli.test.ts --update`. */
export const cliPage = (commands: readonly Command[]): string =>
  [
    "# The command line",
    "",
    "Every command of `beckon`, as `--help` shows it. This page is made of the same table as the help and the",
    "completion of your shell; a test compares them.",
    "",
    "```sh",
    "npx beckon help",
    "```",
    "",
    "Commands that need a server find it by `--url` and `--token-file`, by `BECKON_URL` and `BECKON_TOKEN`, or by the",
    "folder `.beckon` that `beckon serve` keeps in the current folder or one above it. Errors are sentences on standard",
    "error; `BECKON_DEBUG=1` adds where they come from. With `NO_COLOR` or `TERM=dumb` there are no colours.",
    "With `--linear`, `BECKON_LINEAR=1` or `TERM=dumb` questions are asked line by line, for people who listen to their",
    "terminal.",
    "",
    "| command | what it does |",
    "| ------- | ------------ |",
    ...commands.map(
      ({ name, summary }) => `| [\`${name}\`](#beckon-${name.replaceAll(" ", "-")}) | ${summary} |`,
    ),
    "",
    "## Exit codes",
    "",
    "| code | means |",
    "| ---- | ----- |",
    ...Object.values(exitCodes).map(({ code, means }) => `| ${code} | ${means} |`),
    "",
    ...commands.flatMap(commandSection),
  ].join("\n");

function commandSection(command: Command): readonly string[] {
  const { name, summary, description, arguments: args = [], options, examples } = command;
  const rows = [
    ...args.map(({ name: called, summary: says, choices = [] }) => [
      called,
      choices.length === 0 ? says : `${says} (${choices.join(", ")})`,
    ]),
    ...Object.entries(options).map(([option, definition]) => [
      optionUsage(option, definition),
      optionSays(definition),
    ]),
  ];
  return [
    `## beckon ${name}`,
    "",
    `${summary.charAt(0).toUpperCase()}${summary.slice(1)}.`,
    "",
    "```sh",
    usageOf(command),
    "```",
    "",
    description,
    "",
    ...(rows.length === 0
      ? []
      : [
          "| argument or option | what for |",
          "| ------------------ | -------- |",
          ...rows.map(([left = "", right = ""]) => `| \`${left}\` | ${cell(right)} |`),
          "",
        ]),
    "```sh",
    ...examples.flatMap(({ line, does }) => [`# ${does}`, line]),
    "```",
    "",
    `Exit codes: ${endsOf(command)
      .map((end) => exitCodes[end].code)
      .join(", ")}.`,
    "",
  ];
}

/** What would be read as a tag or as the end of a cell is spelled. */
const cell = (text: string): string => text.replaceAll("|", "\\|").replaceAll("<", "&lt;");
