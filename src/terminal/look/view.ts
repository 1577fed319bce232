// What a screen depends on besides the dialog itself.

import type { Marks } from "./marks.js";

/** The screen, the time, and what else waits. */
export interface View {
  readonly columns: number;
  readonly rows: number;
  readonly now: number;
  /** How many cards wait, this one included. */
  readonly waiting: number;
  /** This one's place in its round, when that has several cards: a page to go to is one of its own. */
  readonly part: { readonly place: number; readonly of: number } | undefined;
  /** What happened to others meanwhile, as lines. */
  readonly notices: readonly string[];
  readonly marks: Marks;
}

/** Below this height there is no room for blank lines. */
export const ROOMY = 16;
