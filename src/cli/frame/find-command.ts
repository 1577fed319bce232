// Finds the command that a line begins with.

import { CliError } from "./cli-error.js";
import type { Command } from "./command.js";
import { suggest } from "./suggest.js";

/** A command and what stands behind it, or a word that several commands begin with. */
export type Found =
  | { readonly command: Command; readonly rest: readonly string[] }
  | { readonly group: string };

/** Finds it, by its first word or its first two. Throws with what may have been meant. */
export function findCommand(commands: readonly Command[], given: readonly string[]): Found {
  const [first = "", second = ""] = given;
  const whole = commands.find(({ name }) => name === first);
  if (whole !== undefined) return { command: whole, rest: given.slice(1) };
  const group = commands.filter(({ name }) => name.startsWith(`${first} `));
  if (group.length === 0)
    return refuse(first, `beckon ${first}`, [...new Set(commands.map(firstWord))], "beckon help");
  const inside = group.find(({ name }) => name === `${first} ${second}`);
  if (inside !== undefined) return { command: inside, rest: given.slice(2) };
  if (second === "" || second.startsWith("-")) return { group: first };
  return refuse(
    second,
    `beckon ${first} ${second}`,
    group.map(({ name }) => name.slice(first.length + 1)),
    `beckon ${first} --help`,
  );
}

const firstWord = ({ name }: Command): string => name.split(" ")[0] ?? name;

function refuse(word: string, line: string, known: readonly string[], help: string): never {
  const meant = suggest(word, known);
  throw new CliError(
    "usage",
    `There is no command \`${line}\`.${meant === undefined ? "" : ` Did you mean ${meant}?`} \`${help}\` names them all.`,
  );
}
