// Help, made of what the commands say of themselves.

import type { Argument, Command, Option, Options, Topic } from "./command.js";
import { alwaysPossible, type ExitName, exitCodes } from "./exit-codes.js";

/** The ways a command can end, by their codes. */
export const endsOf = ({ ends = [] }: Command): readonly ExitName[] =>
  [...alwaysPossible, ...ends].sort((one, other) => exitCodes[one].code - exitCodes[other].code);

/** `beckon list [options]` */
export function usageOf(command: Command): string {
  const args = (command.arguments ?? []).map(argumentUsage);
  return ["beckon", command.name, ...args, "[options]"].join(" ");
}

function argumentUsage({ name, optional, several }: Argument): string {
  const shown = several ? `${name}...` : name;
  return optional ? `[${shown}]` : shown;
}

/** `-s, --status STATUS` */
export function optionUsage(name: string, option: Option): string {
  const value = option.type === "flag" ? "" : ` ${option.value}`;
  return `${option.short === undefined ? "" : `-${option.short}, `}--${name}${value}`;
}

/** What an option is for, with what can be given and what is without it. */
export function optionSays(option: Option): string {
  const notes: string[] = [];
  if (option.type === "text" && option.choices) notes.push(option.choices.join(", "));
  if (option.type !== "flag" && option.default !== undefined) notes.push(`default: ${option.default}`);
  if (option.type === "text" && option.several) notes.push("can be repeated");
  return notes.length === 0 ? option.summary : `${option.summary} (${notes.join("; ")})`;
}

/** Everything about one command. */
export function commandHelp(command: Command, columns: number): string {
  const { arguments: args = [], examples } = command;
  const rows = (pairs: readonly (readonly [string, string])[]): string => table(pairs, columns);
  return [
    `beckon ${command.name}: ${command.summary}`,
    "",
    `Usage: ${usageOf(command)}`,
    "",
    ...command.description.split("\n\n").flatMap((paragraph) => [...wrap(paragraph, columns), ""]),
    ...section(
      "Arguments",
      args.length > 0 && rows(args.map((argument) => [argument.name, argumentSays(argument)])),
    ),
    ...section("Options", rows(optionRows(command.options))),
    ...section("Examples", examples.map(({ line, does }) => `  # ${does}\n  ${line}`).join("\n")),
    "Exit codes:",
    rows(endsOf(command).map((name) => [String(exitCodes[name].code), exitCodes[name].means])),
  ].join("\n");
}

const argumentSays = ({ summary, choices }: Argument): string =>
  choices === undefined ? summary : `${summary} (${choices.join(", ")})`;

const optionRows = (options: Options): readonly (readonly [string, string])[] => [
  ...Object.entries(options).map(
    ([name, option]) => [optionUsage(name, option), optionSays(option)] as const,
  ),
  ["-h, --help", "show this"],
];

const section = (title: string, text: string | false): readonly string[] =>
  text === false ? [] : [`${title}:`, text, ""];

/** All commands, by topic. */
export function overview(topics: readonly Topic[], columns: number): string {
  const widest = Math.max(...topics.flatMap(({ commands }) => commands.map(({ name }) => name.length)));
  return [
    "beckon: asks people for MCP servers and agents, and answers for people",
    "",
    "Usage: beckon COMMAND [arguments] [options]",
    "",
    ...topics.flatMap(({ title, commands }) =>
      section(title, table(commands.map(summaryOf), columns, widest)),
    ),
    ...wrap(WHERE, columns),
    "",
    "`beckon COMMAND --help` has options, examples and exit codes.",
  ].join("\n");
}

/** The commands that begin with a word, such as `secret`. */
export function groupHelp(commands: readonly Command[], columns: number, group: string): string {
  const shown = commands.filter(({ name }) => name.startsWith(`${group} `));
  return [
    `beckon ${group}: ${shown.map(({ name }) => name.slice(group.length + 1)).join(", ")}`,
    "",
    `Usage: beckon ${group} COMMAND [arguments] [options]`,
    "",
    ...section("Commands", table(shown.map(summaryOf), columns)),
    `\`beckon ${group} COMMAND --help\` has options, examples and exit codes.`,
  ].join("\n");
}

const summaryOf = ({ name, summary }: Command): readonly [string, string] => [name, summary];

const WHERE =
  "Commands that need a server find it by --url and --token-file, by BECKON_URL and BECKON_TOKEN, or by the folder .beckon that `beckon serve` keeps in the current folder or one above it.";

/** Two columns, the second one wrapped; below each other where there is no room. */
function table(
  pairs: readonly (readonly [string, string])[],
  columns: number,
  widest: number = Math.max(...pairs.map(([left]) => left.length)),
): string {
  const indent = widest + 4;
  if (columns - indent < 24)
    return pairs
      .map(([left, right]) =>
        [`  ${left}`, ...wrap(right, columns - 6).map((line) => `      ${line}`)].join("\n"),
      )
      .join("\n");
  return pairs
    .map(([left, right]) => {
      const [first = "", ...more] = wrap(right, columns - indent);
      return [`  ${left.padEnd(widest)}  ${first}`, ...more.map((line) => " ".repeat(indent) + line)].join(
        "\n",
      );
    })
    .join("\n");
}

/** Breaks text between words. */
export function wrap(text: string, columns: number): readonly string[] {
  const lines: string[] = [];
  let line = "";
  for (const word of text.split(/\s+/).filter((each) => each !== "")) {
    if (line !== "" && line.length + 1 + word.length > columns) {
      lines.push(line);
      line = word;
    } else line = line === "" ? word : `${line} ${word}`;
  }
  return line === "" ? lines : [...lines, line];
}
