// A card's dialog by lines: what is said, what is asked for next, and what a line of the person's does.

import type { Card } from "../card/card.js";
import type { Dismissals } from "../machine/answers.js";
import type { Entry } from "../machine/entry.js";
import type { Effect } from "../machine/state.js";

/** What the next line is. */
export type Stage =
  /** A value for the field at `focus`. */
  | "field"
  /** Whether to send it, after everything was said once more. */
  | "review"
  /** Yes or no. */
  | "approval"
  /** Whether to go to a page. */
  | "url"
  /** Only ways out. */
  | "unshowable"
  /** Why the person says no. */
  | "reason"
  /** Nothing: the answer is on its way. */
  | "sending"
  /** Whether the person is done on the page. */
  | "waiting";

/** A dialog by lines. */
export interface LineState {
  readonly card: Card;
  /** The instant at which the person is told. */
  readonly now: number;
  readonly stage: Stage;
  readonly entries: readonly Entry[];
  /** What the person will not answer of a round. */
  readonly dismissed: Dismissals;
  /** The question of a round that the person says no to, by its key; `undefined` for all of it. */
  readonly refusing: string | undefined;
  /** Where the person was before saying no. */
  readonly before: Stage;
  readonly focus: number;
  /** The lines of a value of several, so far. */
  readonly gathered: readonly string[];
  /** True once the person went to a page that is kept elsewhere, which is answered when they come back. */
  readonly isAway: boolean;
  /** True once every field was asked for. */
  readonly isComplete: boolean;
}

/** True when the next line is for the same thing in both. */
export const isSamePlace = (one: LineState, other: LineState): boolean =>
  one.stage === other.stage && one.card.fields[one.focus]?.key === other.card.fields[other.focus]?.key;

/** A dialog after a line. */
export interface LineStep {
  readonly state: LineState;
  /** What is said. */
  readonly say: readonly string[];
  readonly effects: readonly Effect[];
}
