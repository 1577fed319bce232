// How the command line ends: one code for each way, the same for every command.

/** Every exit code, with what it means to whoever runs the command. */
export const exitCodes = {
  done: { code: 0, means: "It was done; for a question: the person answered." },
  failed: { code: 1, means: "It failed, and standard error says why." },
  usage: {
    code: 2,
    means:
      "The command line, or what was given with it, cannot be understood or does not fit; nothing was done.",
  },
  declined: { code: 3, means: "The person said no: declined, or answered no to `--confirm`." },
  cancelled: { code: 4, means: "The question went away without an answer." },
  timeout: { code: 5, means: "The time that was set for the answer is over." },
  nobody: { code: 6, means: "Nobody is there who could be asked: no terminal, and no inbox." },
  waiting: { code: 7, means: "Nobody has answered yet; the question stays open." },
  unknown: { code: 8, means: "There is no such question, run, token, secret or mute." },
  settled: { code: 9, means: "The question was settled before: answered, declined or gone." },
  interrupted: { code: 130, means: "Ctrl-C, or a signal, ended it." },
} as const;

/** A way to end. */
export type ExitName = keyof typeof exitCodes;

/** How every command can end. */
export const alwaysPossible = ["done", "failed", "usage", "interrupted"] as const;

/** The number that the shell sees. */
export const codeOf = (name: ExitName): number => exitCodes[name].code;
