// Where the focus can be: every field but those of a question that is not answered, which has one place; then the buttons.

import type { CardField } from "../card/card-field.js";
import type { Filled } from "./answers.js";

/** The dialog as far as it says which fields are in view. */
type Shown = Pick<Filled, "card" | "dismissed">;

/** The places of the fields that are in view. A question that is not answered is one line, at its first field. */
export const placesOf = ({ card, dismissed }: Shown): readonly number[] =>
  card.fields.flatMap(({ question }, place) =>
    dismissed.has(question) && card.fields[place - 1]?.question === question ? [] : [place],
  );

/** The next field in view; `undefined` after the last. */
export const placeAfter = (shown: Shown, place: number): number | undefined =>
  placesOf(shown).find((other) => other > place);

/** The field in view before; `undefined` at the first. */
export const placeBefore = (shown: Shown, place: number): number | undefined =>
  placesOf(shown).findLast((other) => other < place);

/** The field at a place, when its question is one that is answered. */
export function answeredField({ card, dismissed }: Shown, place: number): CardField | undefined {
  const field = card.fields[place];
  return field === undefined || dismissed.has(field.question) ? undefined : field;
}
