// The responder contract: everything that can get an answer from a person, or in a person's place.

import type { Answer } from "./answer.js";
import type { AskMode, Elicitation } from "./elicitation.js";
import { type OwnFieldKind, type OwnKinds, ownKindsOf } from "./own-fields.js";

/**
 * The message of the reason with which the signal aborts once the question has its answer from elsewhere: the client, or
 * the page that a person was sent to. Whoever shows the question says that it is done, and not that it was taken back.
 */
export const ANSWERED_ELSEWHERE = "answered";

/** What a responder is told besides the elicitation. */
export interface RespondOptions {
  /** Aborts when the answer is no longer wanted. */
  readonly signal: AbortSignal;
  /** Elicitations with the same group belong to one round, and are best shown together. */
  readonly group: string;
  /** How often the same run has asked exactly this before; absent for never. A view says so to the person. */
  readonly repeats?: number;
  /**
   * The instant after which nobody comes for the answer, unless `stay` says a later one; absent for as long as the asker
   * is there. Whoever keeps the question takes it back then, or a little later.
   */
  readonly until?: number;
}

/**
 * Gets an answer: the terminal, an inbox, a policy, a script in a test. `undefined` means "not me, ask the next".
 * Asked again with the same id, after a restart or on another node, it goes on with what it began.
 */
export interface Responder {
  (elicitation: Elicitation, options: RespondOptions): Promise<Answer | undefined>;
  /** What it can show. */
  readonly modes: readonly AskMode[];
  /**
   * The kinds of fields it can show besides those of MCP. One that says `secret` shows what is typed to nobody and
   * keeps it nowhere but sealed. @default none
   */
  readonly fields?: readonly OwnFieldKind[];
  /**
   * The kinds of fields besides those of MCP that it cannot show, and asks without: a form in which none of them must be
   * given is shown, and its answer has none. @default none
   */
  readonly leavesOut?: readonly OwnFieldKind[];
  /** The asker has kept what it needs of the answer: secrets in it are deleted. Harmless when done twice. */
  release?(id: string): Promise<void>;
  /** Somebody may come for the answer until a later instant than was said. Harmless for what is over. */
  stay?(id: string, until: number): Promise<void>;
  /**
   * The instant after which an answer is too late, which somebody who is at it may have moved; `undefined` when it is
   * over. Never more than twice the time that was given. @default the one that it was asked with
   */
  deadline?(id: string): Promise<number | undefined>;
}

/** Makes a responder of a function, the modes it can show, and the kinds of fields besides those of MCP. */
export function defineResponder(
  modes: readonly AskMode[],
  respond: (elicitation: Elicitation, options: RespondOptions) => Promise<Answer | undefined>,
  fields: readonly OwnFieldKind[] = [],
): Responder {
  return Object.assign((elicitation: Elicitation, options: RespondOptions) => respond(elicitation, options), {
    modes,
    fields,
  });
}

/** True when a responder can show an elicitation, with all of its fields but those that it leaves out. */
export function canShow(responder: Responder, elicitation: Elicitation): boolean {
  if (!responder.modes.includes(elicitation.mode)) return false;
  if (elicitation.mode === "url") return true;
  return canShowKinds(responder, ownKindsOf(elicitation.schema));
}

/** True when a responder can show fields of these kinds, or leaves out what need not be given. */
export function canShowKinds({ fields = [], leavesOut = [] }: Responder, kinds: OwnKinds): boolean {
  for (const [kind, isRequired] of kinds)
    if (!fields.includes(kind) && (isRequired || !leavesOut.includes(kind))) return false;
  return true;
}
