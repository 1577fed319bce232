// Everything that would be sent, to be read once more.

import { placesOf } from "../machine/places.js";
import type { CardState } from "../machine/state.js";
import { widthOf } from "../text/width.js";
import { wrap } from "../text/wrap.js";
import type { Block } from "./block.js";
import { labelColumns, padded } from "./labels.js";
import { type Line, line, span } from "./line.js";
import { dismissedLine, headingLines } from "./round.js";
import { sentence, valueSpans } from "./value.js";
import type { View } from "./view.js";

const MOST_VALUE_LINES = 3;

/** Every answer, with what was not answered and what is the author's own marked. */
export function reviewBlock(state: CardState, view: View): Block {
  const labels = labelColumns(state.card.fields, view);
  const lines: Line[] = [line("Review before you send", "strong")];
  let first = 0;
  for (const place of placesOf(state)) {
    lines.push(...headingLines(state, place, view));
    if (place === state.focus) first = lines.length;
    lines.push(...rowLines(state, place, labels, view));
  }
  return { lines, first, last: first };
}

function rowLines(state: CardState, place: number, labels: number, view: View): readonly Line[] {
  const { marks } = view;
  const field = state.card.fields[place];
  const entry = state.entries[place];
  if (field === undefined || entry === undefined) return [];
  const isHere = place === state.focus;
  const dismissal = state.dismissed.get(field.question);
  if (dismissal !== undefined) return [dismissedLine(dismissal, isHere, view)];
  const [value = span(""), ...notes] = valueSpans(field, entry);
  const taken = notes.reduce((sum, { text }) => sum + widthOf(text), 0);
  const wrapped = wrap(value.text, Math.max(8, view.columns - labels - 4 - taken));
  const texts = wrapped.slice(0, MOST_VALUE_LINES);
  if (wrapped.length > MOST_VALUE_LINES) texts[MOST_VALUE_LINES - 1] = `${texts[MOST_VALUE_LINES - 1]}…`;
  const tone = value.tone ?? (isHere ? "accent" : undefined);
  const rows = texts.map(
    (text, row): Line => [
      span(`${isHere && row === 0 ? marks.here : " "} `, "accent"),
      span(`${row === 0 ? padded(field.label, labels) : " ".repeat(labels)}  `, "quiet"),
      span(text, tone),
      ...(row === texts.length - 1 ? notes : []),
    ],
  );
  const problem = state.problems.get(field.key);
  const wrong = problem === undefined ? [] : wrap(`${marks.wrong} ${sentence(problem)}`, view.columns - 4);
  return [...rows, ...wrong.map((text) => line(`    ${text}`, "bad"))];
}
