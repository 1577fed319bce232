// The options of a choice: always in view, with their numbers, what is chosen, and where the mark is.

import type { CardField } from "../card/card-field.js";
import { type ChoiceEntry, MOST_NUMBERED, seenOptions } from "../machine/choice-entry.js";
import { isSeveral } from "../machine/entry.js";
import { widthOf } from "../text/width.js";
import { cut, wrap } from "../text/wrap.js";
import { windowOf } from "./block.js";
import { type Line, line, span } from "./line.js";
import type { View } from "./view.js";

/** The options in at most `room` lines, and the line of the mark. */
export function optionLines(
  field: CardField,
  entry: ChoiceEntry,
  view: View,
  room: number,
): { readonly lines: readonly Line[]; readonly mark: number } {
  const options = field.options ?? [];
  const seen = seenOptions(options, entry);
  const lines: Line[] = [];
  let first = 0;
  let last = 0;
  for (const place of seen) {
    if (place === entry.mark) first = lines.length;
    lines.push(...optionLine(field, entry, view, place));
    if (place === entry.mark) last = lines.length - 1;
  }
  const search: Line[] = [];
  if (entry.filter !== undefined) {
    const found = seen.length === 0 ? "nothing found" : `${seen.length} of ${options.length}`;
    search.push([span("  search ", "quiet"), span(entry.filter, "accent"), span(`  ${found}`, "quiet")]);
  }
  const shown = windowOf({ lines, first, last }, Math.max(1, room - search.length));
  return { lines: [...search, ...shown.lines], mark: search.length + shown.first };
}

function optionLine(field: CardField, entry: ChoiceEntry, view: View, place: number): readonly Line[] {
  const option = field.options?.[place];
  if (option === undefined) return [];
  const { marks, columns } = view;
  const isMarked = place === entry.mark;
  const isChosen = entry.chosen.includes(place);
  const signs = isSeveral(field) ? marks.many : marks.one;
  const isNumbered = entry.filter === undefined && place < MOST_NUMBERED;
  const number = isNumbered ? `${place + 1} ` : "  ";
  const lead = `  ${isMarked ? marks.here : " "} ${number}`;
  const sign = `${isChosen ? signs.on : signs.off} `;
  const note = option.isDefault ? "  default" : "";
  const room = Math.max(4, columns - widthOf(lead) - widthOf(sign) - widthOf(note));
  // What is marked is read to its end; the others must only be found.
  const texts = isMarked ? wrap(option.label, room) : [cut(option.label, room)];
  return texts.map((text, row) =>
    row > 0
      ? line(`${" ".repeat(widthOf(lead) + widthOf(sign))}${text}`, "accent")
      : [
          span(lead, isMarked ? "accent" : "quiet"),
          span(sign, isChosen ? "good" : "quiet"),
          isMarked ? span(text, "accent") : span(text),
          span(note, "quiet"),
        ],
  );
}
