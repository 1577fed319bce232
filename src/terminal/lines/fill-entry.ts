// What a line means for a field.

import type { CardField } from "../card/card-field.js";
import { type Entry, isSeveral } from "../machine/entry.js";
import { textEntry } from "../machine/text-entry.js";

/** The entry that a line makes of a field's; `undefined` for a choice that is not offered. */
export function fillEntry(field: CardField, entry: Entry, value: string): Entry | undefined {
  if (entry.type === "text") return { type: "text", text: textEntry(value) };
  const places = isSeveral(field) ? placesIn(field, value) : [placeOf(field, value)];
  if (places.some((place) => place === undefined)) return undefined;
  const chosen = [...new Set(places.filter((place) => place !== undefined))].sort(
    (one, other) => one - other,
  );
  return { type: "choice", choice: { ...entry.choice, chosen } };
}

/** The entry of a field that has no answer. */
export const emptyEntry = ({ options }: CardField): Entry =>
  options === undefined
    ? { type: "text", text: textEntry("") }
    : { type: "choice", choice: { chosen: [], mark: -1, filter: undefined } };

function placesIn(field: CardField, value: string): readonly (number | undefined)[] {
  const whole = placeOf(field, value);
  if (whole !== undefined) return [whole];
  const parts = /^[\d\s,]+$/.test(value) ? value.split(/[\s,]+/) : value.split(",");
  return parts.filter((part) => part.trim() !== "").map((part) => placeOf(field, part));
}

/** By number, by name, or by the only name that begins like it. */
function placeOf({ options = [] }: CardField, value: string): number | undefined {
  const wanted = value.trim().toLocaleLowerCase("en");
  const labels = options.map(({ label }) => label.toLocaleLowerCase("en"));
  const named = labels.indexOf(wanted);
  if (named >= 0) return named;
  if (/^\d+$/.test(wanted)) {
    const place = Number(wanted) - 1;
    return place >= 0 && place < options.length ? place : undefined;
  }
  const alike = labels.flatMap((label, place) => (label.startsWith(wanted) ? [place] : []));
  return alike.length === 1 ? alike[0] : undefined;
}
