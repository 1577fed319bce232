// Goes on with a dialog whose card has changed: what is known of it, or which questions its round has.

import type { Card } from "../card/card.js";
import type { Filled } from "./answers.js";
import { firstEntry } from "./entry.js";
import { placesOf } from "./places.js";
import { type CardState, DEAF_MS } from "./state.js";

/** What was typed and decided, for another card. */
export interface Refilled extends Filled {
  /** Where the first field of what has come is; -1 when nothing has. */
  readonly added: number;
  /** True when it has other questions than before. */
  readonly isOther: boolean;
}

/** Puts what was filled in where it is still asked for. */
export function refill({ card: old, entries, dismissed }: Filled, card: Card): Refilled {
  const before = new Set(old.questions.map(({ key }) => key));
  const after = new Set(card.questions.map(({ key }) => key));
  const added = card.fields.findIndex(({ question }) => !before.has(question));
  const typed = new Map(old.fields.map(({ key }, place) => [key, entries[place]]));
  return {
    card,
    entries: card.fields.map((field) => typed.get(field.key) ?? firstEntry(field)),
    dismissed: new Map(after.size > 1 ? [...dismissed].filter(([key]) => after.has(key)) : []),
    added,
    isOther: added >= 0 || before.size !== after.size,
  };
}

/** The dialog with another card in its place. Whatever was typed for what is still asked is kept. */
export function refit(state: CardState, given: Card, now: number): CardState {
  const { card, entries, dismissed, added, isOther } = refill(state, given);
  if (!isOther) return { ...state, card };
  const keys = new Set(card.fields.map(({ key }) => key));
  // In the first moment nobody has looked at it yet.
  const isNews = added >= 0 && now >= state.deafUntil;
  const next: CardState = {
    ...state,
    card,
    entries,
    dismissed,
    problems: new Map([...state.problems].filter(([key]) => keys.has(key))),
    // What was about to be pressed was meant for other questions.
    deafUntil: now + DEAF_MS,
    ...(isNews && { note: "Another question belongs to these." }),
  };
  if (state.page === "sending" || state.page === "waiting") return next;
  const isStillRefused =
    card.questions.length > 1 && card.questions.some(({ key }) => key === state.refusing);
  if (state.page === "decline" && isStillRefused) return { ...next, before: { page: "question", focus: 0 } };
  return { ...next, page: "question", focus: focusIn(next, state, added) };
}

/** The same field where it is still asked for; else what has come, or what is there. */
function focusIn(next: CardState, { card, page, before, focus: now }: CardState, added: number): number {
  if (next.card.kind !== "form") return -1;
  const focus = page === "decline" ? before.focus : now;
  const places = placesOf(next);
  const { key } = card.fields[focus] ?? {};
  const same = places.find((place) => next.card.fields[place]?.key === key);
  if (same !== undefined) return same;
  if (added >= 0 && focus >= 0) return added;
  return places.find((place) => place >= focus) ?? places[0] ?? 0;
}
