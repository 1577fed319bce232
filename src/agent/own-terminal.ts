// The terminal of the process, for an agent that was given none: opened when nobody else has answered.

import { defineResponder, type Responder } from "../core/elicitation/responder.js";
import type { Terminal } from "../terminal/create-terminal.js";

/** A terminal that is not there before it is needed. */
export interface OwnTerminal {
  readonly responder: Responder;
  /** Gives it back, if it was ever needed. */
  close(): void;
}

export function createOwnTerminal(): OwnTerminal {
  let opening: Promise<Terminal> | undefined;
  const open = async (): Promise<Terminal> => {
    // Loaded when it is used: agents whose people are elsewhere, and platforms without terminals, do without it.
    const { createTerminal } = await import("../terminal/create-terminal.js");
    // Nobody hands in an environment for what nobody asked for, and without one it could not tell that this is CI.
    return createTerminal({ env: process.env });
  };
  return {
    responder: defineResponder(
      ["form", "url"],
      async (elicitation, told) => {
        opening ??= open();
        return (await opening).responder(elicitation, told);
      },
      ["secret"],
    ),
    close: () => void opening?.then((terminal) => terminal.close()).catch(() => {}),
  };
}
