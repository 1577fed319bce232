// Reads what stands behind a command, by the options and arguments it has.

import { parseArgs } from "node:util";
import { CliError } from "./cli-error.js";
import type { Command, Option, Options, Values } from "./command.js";
import { suggest } from "./suggest.js";

/** What was read. */
export interface ParsedArguments {
  readonly options: Values<Options>;
  readonly args: readonly string[];
  /** True when help is wanted, and nothing else was read. */
  readonly help: boolean;
}

/** Reads the arguments of a command. Throws with what is wrong and what may have been meant. */
export function parseArguments(command: Command, given: readonly string[]): ParsedArguments {
  const refuse = (reason: string): never => {
    throw new CliError("usage", `${reason} \`beckon ${command.name} --help\` has more.`);
  };
  const { tokens, positionals } = parseArgs({
    args: [...given],
    options: { ...Object.fromEntries(Object.entries(command.options).map(toParsed)), help: HELP },
    // Its own errors are not as helpful as ours.
    strict: false,
    allowPositionals: true,
    tokens: true,
  });
  const values = new Map<string, string[]>();
  for (const token of tokens) {
    if (token.kind !== "option") continue;
    if (token.name === "help" || token.rawName === "-h") return { options: {}, args: [], help: true };
    const option = Object.hasOwn(command.options, token.name) ? command.options[token.name] : undefined;
    if (option === undefined) return refuse(unknownOption(command, token.rawName));
    const value = givenValue(option, token, refuse);
    const before = values.get(token.name) ?? [];
    if (before.length > 0 && !("several" in option && option.several))
      refuse(`${token.rawName} was given twice.`);
    values.set(token.name, [...before, value]);
  }
  const options = Object.fromEntries(
    Object.entries(command.options).map(([name, option]) => [
      name,
      readValue(name, option, values.get(name) ?? [], refuse),
    ]),
  );
  // What was read by an option's type is of the type that the option says.
  return { options: options as Values<Options>, args: readArgs(command, positionals, refuse), help: false };
}

type Refuse = (reason: string) => never;

const HELP = { type: "boolean", short: "h" } as const;

const toParsed = ([name, option]: [string, Option]): [
  string,
  { type: "boolean" | "string"; short?: string; multiple: boolean },
] => [
  name,
  {
    type: option.type === "flag" ? "boolean" : "string",
    ...(option.short !== undefined && { short: option.short }),
    multiple: true,
  },
];

function unknownOption(command: Command, rawName: string): string {
  if (rawName === "--yes" || rawName === "-y")
    return `${rawName} does not answer questions, and there is no such option. A person answers, or a file that you give with --answers.`;
  const names = [...Object.keys(command.options), "help"].map((name) => `--${name}`);
  const meant = asChoice(command, rawName) ?? suggest(rawName, names);
  return `There is no option ${rawName}.${meant === undefined ? "" : ` Did you mean ${meant}?`}`;
}

/** The option that takes the word, where it was written as an option itself. */
function asChoice({ options }: Command, rawName: string): string | undefined {
  const word = rawName.replace(/^-+/, "");
  const found = Object.entries(options).find(
    ([, option]) => option.type === "text" && option.choices?.includes(word),
  );
  return found && `--${found[0]} ${word}`;
}

interface OptionToken {
  readonly rawName: string;
  readonly value: string | undefined;
  readonly inlineValue: boolean | undefined;
}

function givenValue(option: Option, { rawName, value, inlineValue }: OptionToken, refuse: Refuse): string {
  if (option.type === "flag") return value === undefined ? "" : refuse(`${rawName} takes no value.`);
  if (value === undefined || value === "") return refuse(`${rawName} needs a value: ${option.value}.`);
  if (inlineValue !== true && value.length > 1 && value.startsWith("-"))
    return refuse(
      `${rawName} needs a value, and ${value} looks like an option. If it is the value, write ${rawName}=${value}.`,
    );
  return value;
}

function readValue(name: string, option: Option, given: readonly string[], refuse: Refuse): unknown {
  const [first] = given;
  switch (option.type) {
    case "flag":
      return first !== undefined;
    case "number":
      return first === undefined ? option.default : readNumber(name, option, first, refuse);
    case "text": {
      const { choices } = option;
      for (const value of given)
        if (choices !== undefined && !choices.includes(value)) refuse(notAmong(`--${name}`, value, choices));
      return option.several ? given : (first ?? option.default);
    }
  }
}

function readNumber(
  name: string,
  { minimum = Number.NEGATIVE_INFINITY, maximum = Number.POSITIVE_INFINITY }: Option & { type: "number" },
  given: string,
  refuse: Refuse,
): number {
  const number = given.trim() === "" ? Number.NaN : Number(given);
  if (!Number.isFinite(number)) refuse(`--${name} is ${JSON.stringify(given)}, which is no number.`);
  if (number < minimum) refuse(`--${name} is ${given}, and must be at least ${minimum}.`);
  if (number > maximum) refuse(`--${name} is ${given}, and must be at most ${maximum}.`);
  return number;
}

function readArgs(
  { arguments: wanted = [] }: Command,
  given: readonly string[],
  refuse: Refuse,
): readonly string[] {
  const missing = wanted.find((argument, index) => !argument.optional && given[index] === undefined);
  if (missing !== undefined) refuse(`${missing.name} is missing: ${missing.summary}.`);
  const last = wanted.at(-1);
  const extra = given[wanted.length];
  if (extra !== undefined && !last?.several)
    refuse(`${JSON.stringify(extra)} is one argument too many. Put quotation marks around text with blanks.`);
  for (const [index, { name, choices }] of wanted.entries()) {
    const value = given[index];
    if (value !== undefined && choices !== undefined && !choices.includes(value))
      refuse(notAmong(name, value, choices));
  }
  return given;
}

function notAmong(what: string, value: string, choices: readonly string[]): string {
  const meant = suggest(value, choices);
  return `${what} is ${JSON.stringify(value)}, and can be ${choices.join(", ")}.${
    meant === undefined ? "" : ` Did you mean ${meant}?`
  }`;
}
