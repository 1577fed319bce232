// beckon completion: a script that lets a shell complete what is typed.

import { bashCompletion } from "../completion/bash.js";
import { completionTable } from "../completion/completion-table.js";
import { fishCompletion } from "../completion/fish.js";
import { zshCompletion } from "../completion/zsh.js";
import { type Command, defineCommand } from "../frame/command.js";

const shells = { bash: bashCompletion, zsh: zshCompletion, fish: fishCompletion } as const;

/** Made with the table that it completes. */
export const defineCompletion = (commands: () => readonly Command[]): Command =>
  defineCommand({
    name: "completion",
    summary: "print a script that completes commands and options in your shell",
    description:
      "The script is made of the same table as this help, and asks no process while you type. Its first lines say where to put it.",
    arguments: [{ name: "SHELL", summary: "which shell", choices: Object.keys(shells) }],
    options: {},
    examples: [
      { line: "source <(beckon completion bash)", does: "in this shell, or in ~/.bashrc" },
      {
        line: "beckon completion fish > ~/.config/fish/completions/beckon.fish",
        does: "for every fish from now on",
      },
    ],
    async run({ args, surroundings }) {
      // It is among the choices.
      const shell = shells[args[0] as keyof typeof shells];
      surroundings.stdout.write(shell(completionTable(commands())));
    },
  });
