// The commands as the completion of a shell needs them.

import type { Command, Option } from "../frame/command.js";

/** What is offered for the value of an option, or for an argument: words, files, or nothing. */
export type Offer = { readonly words: readonly string[] } | "files" | "nothing";

export interface CompletedOption {
  readonly name: string;
  readonly short: string | undefined;
  readonly summary: string;
  /** `undefined` for an option without value. */
  readonly value: { readonly called: string; readonly offer: Offer } | undefined;
}

export interface CompletedCommand {
  readonly name: string;
  readonly summary: string;
  readonly options: readonly CompletedOption[];
  readonly argument: Offer;
}

/** Two words that begin alike: `secret`, and what follows it. */
export interface CommandGroup {
  readonly name: string;
  readonly inside: readonly CompletedCommand[];
}

/** Everything that can be completed. */
export interface CompletionTable {
  /** What the first word can be. */
  readonly first: readonly { readonly name: string; readonly summary: string }[];
  readonly groups: readonly CommandGroup[];
  readonly commands: readonly CompletedCommand[];
}

/** Reads the table of commands. */
export function completionTable(commands: readonly Command[]): CompletionTable {
  const completed = commands.map(toCompleted);
  const names = [
    ...new Set(commands.filter(({ name }) => name.includes(" ")).map(({ name }) => name.split(" ")[0])),
  ];
  const groups = names.map((name = "") => ({
    name,
    inside: completed.filter((command) => command.name.startsWith(`${name} `)),
  }));
  return {
    first: [
      ...completed.filter(({ name }) => !name.includes(" ")),
      ...groups.map(({ name, inside }) => ({
        name,
        summary: inside.map((command) => command.name.slice(name.length + 1)).join(", "),
      })),
    ],
    groups,
    commands: completed,
  };
}

const toCompleted = ({ name, summary, options, arguments: args = [] }: Command): CompletedCommand => ({
  name,
  summary,
  options: [
    ...Object.entries(options).map(([option, definition]) => toOption(option, definition)),
    { name: "help", short: "h", summary: "show help", value: undefined },
  ],
  argument: offerOf(args[0]?.name ?? "", args[0]?.choices),
});

const toOption = (name: string, option: Option): CompletedOption => ({
  name,
  short: option.short,
  summary: option.summary,
  value:
    option.type === "flag"
      ? undefined
      : {
          called: option.value,
          offer: offerOf(option.value, "choices" in option ? option.choices : undefined),
        },
});

function offerOf(called: string, choices: readonly string[] | undefined): Offer {
  if (choices !== undefined) return { words: choices };
  return ["FILE", "FOLDER", "COMMAND..."].includes(called) ? "files" : "nothing";
}
