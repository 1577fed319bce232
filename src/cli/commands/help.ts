// beckon help: what the commands are, and each of them.

import { CliError } from "../frame/cli-error.js";
import { columnsOf } from "../frame/columns-of.js";
import { type Command, defineCommand, type Topic } from "../frame/command.js";
import { findCommand } from "../frame/find-command.js";
import { commandHelp, groupHelp, overview } from "../frame/help-text.js";
import { say } from "../frame/surroundings.js";

/** Made with the table that it shows. */
export const defineHelp = (topics: () => readonly Topic[]): Command =>
  defineCommand({
    name: "help",
    summary: "show what the commands are, or one of them",
    description: "`beckon help list` shows the same as `beckon list --help`.",
    arguments: [
      { name: "COMMAND", summary: "the command, of one word or two", optional: true, several: true },
    ],
    options: {},
    examples: [
      { line: "beckon help", does: "all commands" },
      { line: "beckon help secret exec", does: "one of them" },
    ],
    async run({ args, surroundings }) {
      const columns = columnsOf(surroundings.stdout);
      if (args.length === 0) return say(surroundings, overview(topics(), columns));
      const commands = topics().flatMap((topic) => topic.commands);
      const found = findCommand(commands, args);
      if ("group" in found) return say(surroundings, groupHelp(commands, columns, found.group));
      if (found.rest.length > 0)
        throw new CliError(
          "usage",
          `\`${args.join(" ")}\` is more than a command. \`beckon help\` names them all.`,
        );
      say(surroundings, commandHelp(found.command, columns));
    },
  });
