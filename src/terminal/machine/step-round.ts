// One question of a round: declined or left for another time on its own, or taken up again.

import { isRound } from "../card/card.js";
import type { Dismissal } from "./answers.js";
import { placeAfter } from "./places.js";
import type { CardState } from "./state.js";

/** The question of a round that has the focus, by its key; `undefined` where the whole card is meant. */
export const questionInFocus = ({ card, page, focus }: CardState): string | undefined =>
  isRound(card) && (page === "question" || page === "review") ? card.fields[focus]?.question : undefined;

/** Leaves a question without an answer, whatever is filled in, and goes on behind it. What was typed stays. */
export function dismiss(state: CardState, question: string, dismissal: Dismissal): CardState {
  const dismissed = new Map(state.dismissed).set(question, dismissal);
  const own = new Set(state.card.fields.filter((field) => field.question === question).map(({ key }) => key));
  const next: CardState = {
    ...state,
    dismissed,
    problems: new Map([...state.problems].filter(([key]) => !own.has(key))),
  };
  if (state.page === "review") return { ...next, focus: firstPlaceOf(next, question) };
  const after = state.isSecondLook ? undefined : placeAfter(next, firstPlaceOf(next, question));
  return after === undefined
    ? { ...next, page: "review", focus: state.card.fields.length, isSecondLook: false }
    : { ...next, focus: after };
}

/** Takes a question up again. */
export function takeUp(state: CardState, question: string): CardState {
  const dismissed = new Map(state.dismissed);
  dismissed.delete(question);
  const next: CardState = { ...state, dismissed, page: "question", isSecondLook: state.page === "review" };
  return { ...next, focus: firstPlaceOf(next, question) };
}

const firstPlaceOf = ({ card }: CardState, question: string): number =>
  card.fields.findIndex((field) => field.question === question);
