// The responder contract: everything that can get an answer from a person, or in a person's place.

import type { Answer } from "./answer.js";
import type { AskMode, Elicitation } from "./elicitation.js";

/** What a responder is told besides the elicitation. */
export interface RespondOptions {
  /** Aborts when the answer is no longer wanted. */
  readonly signal: AbortSignal;
  /** Elicitations with the same group belong to one round, and are best shown together. */
  readonly group: string;
}

/**
 * Gets an answer: the terminal, an inbox, a policy, a script in a test. `undefined` means "not me, ask the next".
 * Asked again with the same id, after a restart or on another node, it goes on with what it began.
 */
export interface Responder {
  (elicitation: Elicitation, options: RespondOptions): Promise<Answer | undefined>;
  /** What it can show. */
  readonly modes: readonly AskMode[];
}

/** Makes a responder of a function and the modes it can show. */
export function defineResponder(
  modes: readonly AskMode[],
  respond: (elicitation: Elicitation, options: RespondOptions) => Promise<Answer | undefined>,
): Responder {
  return Object.assign((elicitation: Elicitation, options: RespondOptions) => respond(elicitation, options), {
    modes,
  });
}
