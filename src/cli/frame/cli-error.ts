// What a command cannot do, as a sentence and the exit code it ends with.

import type { ExitName } from "./exit-codes.js";

/** Ends the command: the message goes to standard error. */
export class CliError extends Error {
  override readonly name = "CliError";
  readonly exit: ExitName;

  constructor(exit: ExitName, message: string, options?: { cause?: unknown }) {
    super(message, options);
    this.exit = exit;
  }
}
