// The error of a step, as the handler gets it: the same when the step failed just now and when the journal says so.

import { messageOf } from "../core/message-of.js";
import type { StepFailure } from "./journal.js";

/** What a failed `ctx.step` rejects with: name, message and code of what the step threw. */
export class StepError extends Error {
  override readonly name: string;
  readonly code: string | number | undefined;
  /** The key of the step. */
  readonly step: string;

  constructor(step: string, { name, message, code }: StepFailure) {
    super(message);
    this.name = name;
    this.code = code;
    this.step = step;
  }
}

/** What is kept of something thrown. */
export function toStepFailure(thrown: unknown): StepFailure {
  if (!(thrown instanceof Error)) return { name: "Error", message: messageOf(thrown) };
  // Any error may be asked for a code.
  const { code } = thrown as { readonly code?: unknown };
  const isKept = typeof code === "string" || typeof code === "number";
  return { name: thrown.name, message: thrown.message, ...(isKept && { code }) };
}
