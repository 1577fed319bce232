// What a person has typed and not sent, for whoever keeps it, and back in the fields of a card.

import type { FormContent, FormValue } from "../../core/elicitation/answer.js";
import { isKeptInDraft } from "../../core/elicitation/kept-in-draft.js";
import type { CardField } from "../card/card-field.js";
import type { Filled } from "./answers.js";
import { type Entry, firstEntry, isPreset, readEntry } from "./entry.js";

/** What was typed for each question, by its key. Only what a draft may hold is in it, and no decision. */
export function draftsIn({ card, entries }: Filled): ReadonlyMap<string, FormContent> {
  const byKey = new Map(card.fields.map(({ key }, place) => [key, entries[place]]));
  return new Map(
    card.questions.map(({ key, fields }) => {
      const typed = fields.flatMap((field): [string, FormValue][] => {
        const entry = byKey.get(field.key);
        if (entry === undefined || !isKept(field) || isAsGiven(field, entry)) return [];
        const { value } = readEntry(field, entry);
        return value === undefined ? [] : [[field.name, value]];
      });
      return [key, Object.fromEntries(typed)];
    }),
  );
}

const isKept = ({ name, known: { field }, isDecision }: CardField): boolean =>
  !isDecision && isKeptInDraft({ name, field });

/** True where nothing says more than the form does: its default stands there, or nothing is chosen. */
const isAsGiven = (field: CardField, entry: Entry): boolean =>
  isPreset(field, entry) ||
  (entry.type === "choice" && entry.choice.chosen.length === 0 && !field.hasDefault);

/** Puts drafts that have come since into the fields that nobody has touched. The card is the one that has them. */
export function fillDrafts(filled: Filled, card: Filled["card"]): readonly Entry[] {
  const before = new Map(filled.card.fields.map((field, place) => [field.key, { field, place }]));
  return card.fields.map((field) => {
    const known = before.get(field.key);
    const entry = known && filled.entries[known.place];
    return known === undefined || entry === undefined || isUntouched(known.field, entry)
      ? firstEntry(field)
      : entry;
  });
}

const isUntouched = (field: CardField, entry: Entry): boolean =>
  JSON.stringify(entry) === JSON.stringify(firstEntry(field));
