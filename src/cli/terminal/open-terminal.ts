// The terminal that somebody sits at, if there is one.

import type { Answer } from "../../core/elicitation/answer.js";
import type { Elicitation } from "../../core/elicitation/elicitation.js";
import { createTerminal, type Terminal } from "../../terminal/create-terminal.js";
import type { TerminalOptions } from "../../terminal/terminal-options.js";
import type { Surroundings } from "../frame/surroundings.js";

/** The option of the commands that ask somebody in the terminal. */
export const linearOption = {
  linear: {
    type: "flag",
    summary: "ask line by line, for people who listen to their terminal (BECKON_LINEAR=1)",
  },
} as const;

/** A terminal for one question after the other. */
export interface OpenedTerminal {
  readonly terminal: Terminal;
  /** Asks, and waits. Rejects when the person leaves with Ctrl-C: that is no answer. */
  ask(elicitation: Elicitation): Promise<Answer>;
  close(): Promise<void>;
}

/** Opens it; `undefined` where there is none, as in a pipeline without one and in CI. */
export function openTerminal(
  { env, stderr, signal, interrupt }: Surroundings,
  { linear = false, ...options }: Pick<TerminalOptions, "stay" | "linear" | "givenBack"> = {},
): OpenedTerminal | undefined {
  const terminal = createTerminal({
    ...options,
    linear: linear || Boolean(env.BECKON_LINEAR),
    env,
    errors: stderr,
    // A signal is heard by the process itself: told twice, it would not wait for an orderly end.
    interrupted: (how) => {
      if (how === "key") interrupt();
    },
  });
  if (!terminal.isAttached) return undefined;
  return {
    terminal,
    async ask(elicitation) {
      const answer = await terminal.responder(elicitation, { signal, group: elicitation.id });
      signal.throwIfAborted();
      return answer ?? { action: "cancel", reason: "The terminal could not show it." };
    },
    close: () => terminal.close(),
  };
}
