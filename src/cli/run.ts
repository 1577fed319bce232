// Runs one command line: finds the command, reads its arguments, does it, and says how it ended.

import { readVersion } from "../app/find-package.js";
import { commands, topics } from "./commands.js";
import { columnsOf } from "./frame/columns-of.js";
import type { Ended } from "./frame/command.js";
import { describeError } from "./frame/describe-error.js";
import { alwaysPossible, codeOf, type ExitName } from "./frame/exit-codes.js";
import { findCommand } from "./frame/find-command.js";
import { commandHelp, endsOf, groupHelp, overview } from "./frame/help-text.js";
import { parseArguments } from "./frame/parse-arguments.js";
import { type Surroundings, say, tell } from "./frame/surroundings.js";

/** Runs what was typed, and resolves with the exit code. Never rejects. */
export async function run(given: readonly string[], surroundings: Surroundings): Promise<number> {
  try {
    const ended = (await runCommand(given, surroundings)) ?? "done";
    return typeof ended === "number" ? ended : codeOf(ended);
  } catch (error) {
    return codeOf(tellError(error, surroundings, alwaysPossible));
  }
}

/** Says what went wrong. A way to end that the command does not list would contradict its help: then it failed. */
function tellError(error: unknown, surroundings: Surroundings, possible: readonly ExitName[]): ExitName {
  if (surroundings.signal.aborted) return "interrupted";
  const { exit, text } = describeError(error);
  tell(surroundings, text);
  if (surroundings.env.BECKON_DEBUG && error instanceof Error) surroundings.stderr.write(`${error.stack}\n`);
  return possible.includes(exit) ? exit : "failed";
}

async function runCommand(given: readonly string[], surroundings: Surroundings): Promise<Ended> {
  const columns = columnsOf(surroundings.stdout);
  const [first] = given;
  if (first === undefined || first === "--help" || first === "-h") {
    say(surroundings, overview(topics, columns));
    return undefined;
  }
  if (first === "--version" || first === "-V") {
    say(surroundings, await readVersion());
    return undefined;
  }
  const found = findCommand(commands, given);
  if ("group" in found) {
    say(surroundings, groupHelp(commands, columns, found.group));
    return undefined;
  }
  const { options, args, help } = parseArguments(found.command, found.rest);
  if (help) {
    say(surroundings, commandHelp(found.command, columns));
    return undefined;
  }
  try {
    const ended = await found.command.run({ options, args, surroundings });
    return surroundings.signal.aborted ? (ended ?? "interrupted") : ended;
  } catch (error) {
    return tellError(error, surroundings, endsOf(found.command));
  }
}
