// What a card's dialog is at any moment, and what it asks of the world around it.

import type { Answer } from "../../core/elicitation/answer.js";
import type { Card } from "../card/card.js";
import type { Key } from "../keys/key.js";
import type { Dismissals, Verdict } from "./answers.js";
import { type Entry, firstEntry } from "./entry.js";
import { type TextEntry, textEntry } from "./text-entry.js";

/** What is on the screen. */
export type Page =
  /** The question itself, with its fields or buttons. */
  | "question"
  /** Everything that would be sent. */
  | "review"
  /** Why the person says no. */
  | "decline"
  /** The answer is on its way. */
  | "sending"
  /** A page was opened, and the person is there. */
  | "waiting";

/** What a button does. */
export type Button =
  | "send"
  | "approve"
  | "open"
  | "opened"
  | "decline"
  | "later"
  | "cancel"
  | "finished"
  | "again"
  | "copy";

/** A card's dialog. */
export interface CardState {
  readonly card: Card;
  readonly page: Page;
  readonly entries: readonly Entry[];
  /** Which field; then, counting on, which button. -1 for none. */
  readonly focus: number;
  /** What the person will not answer of a round. */
  readonly dismissed: Dismissals;
  /** What is wrong, by the key of the field. */
  readonly problems: ReadonlyMap<string, string>;
  /** What went wrong with the whole, as a sentence. */
  readonly failure: string | undefined;
  /** A sentence about what just happened. */
  readonly note: string | undefined;
  readonly reason: TextEntry;
  /** The question of a round that the person says no to, by its key; `undefined` for the whole card. */
  readonly refusing: string | undefined;
  /** Where the person was before saying no. */
  readonly before: { readonly page: Page; readonly focus: number };
  /** True when a field is looked at again, so that leaving it leads back to the review. */
  readonly isSecondLook: boolean;
  /** True once the person went to a page that is kept elsewhere, which is answered when they come back. */
  readonly isAway: boolean;
  /** The answer that is on its way, or was taken. */
  readonly given: Answer["action"] | undefined;
  /** How many lines of the message are scrolled away. */
  readonly scroll: number;
  /** Keys before this instant were meant for something else. */
  readonly deafUntil: number;
}

/** What happens to a dialog. */
export type CardEvent =
  | { readonly type: "key"; readonly key: Key }
  /** The view was scrolled to this line at the most. */
  | { readonly type: "scroll"; readonly by: number; readonly last: number }
  /** What was typed before has been found: the same card, which has it. */
  | { readonly type: "drafts"; readonly card: Card }
  /** A browser was opened, or could not be. */
  | { readonly type: "opened"; readonly ok: boolean }
  /** The answer was taken. */
  | { readonly type: "sent" }
  /** It was not, and these are the reasons, by the key of the field. */
  | {
      readonly type: "refused";
      readonly problems: ReadonlyMap<string, string>;
      readonly failure: string | undefined;
    };

/** What a dialog wants done. */
export type Effect =
  /** What becomes of each question, all of them at once. */
  | { readonly type: "settle"; readonly verdicts: readonly Verdict[] }
  /** The person looks at all of it another time. */
  | { readonly type: "later" }
  | { readonly type: "open"; readonly href: string }
  | { readonly type: "copy"; readonly text: string }
  /** The person has seen all there was to see. */
  | { readonly type: "done" };

/** A dialog after something happened, and what is to be done. */
export interface Step {
  readonly state: CardState;
  readonly effects: readonly Effect[];
}

/** How long after a card appears keys still belong to what was there before. */
export const DEAF_MS = 300;

/** A dialog that begins now. */
export function beginCard(card: Card, now: number): CardState {
  return {
    card,
    page: "question",
    entries: card.fields.map(firstEntry),
    focus: card.kind === "form" ? 0 : -1,
    dismissed: new Map(),
    problems: new Map(),
    failure: undefined,
    note: undefined,
    reason: textEntry(""),
    refusing: undefined,
    before: { page: "question", focus: -1 },
    isSecondLook: false,
    isAway: false,
    given: undefined,
    // What was said last is read first.
    scroll: card.transcript.length > 0 ? Number.MAX_SAFE_INTEGER : 0,
    deafUntil: now + DEAF_MS,
  };
}

/** The buttons of a page, in their order. */
export function buttonsOf({ card, page }: CardState): readonly Button[] {
  if (page === "sending") return [];
  if (page === "decline") return ["decline"];
  const ways: readonly Button[] = card.isKept ? ["decline", "later", "cancel"] : ["decline", "later"];
  // What is only here was answered when the person went there, and nothing can be said of it any more.
  if (page === "waiting") return ["finished", "again", "copy", ...(card.isKept ? ways : [])];
  switch (card.kind) {
    case "form":
      return ["send", ...ways];
    case "approval":
      return ["approve", ...ways];
    case "url":
      return ["open", "opened", "copy", ...ways];
    case "unshowable":
      return ways;
  }
}

/** The button that has the focus. */
export function focusedButton(state: CardState): Button | undefined {
  const before = state.page === "question" || state.page === "review" ? state.card.fields.length : 0;
  return state.focus < before ? undefined : buttonsOf(state)[state.focus - before];
}
