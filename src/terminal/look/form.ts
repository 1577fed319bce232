// The fields of a form, or of all forms of a round: the one with the focus open, the others on a line each.

import { answeredField, placesOf } from "../machine/places.js";
import type { CardState } from "../machine/state.js";
import { type Block, block } from "./block.js";
import { openField } from "./field.js";
import { labelColumns, padded } from "./labels.js";
import { cutLine, type Line, span } from "./line.js";
import { dismissedLine, headingLines } from "./round.js";
import { valueSpans } from "./value.js";
import type { View } from "./view.js";

/** An open field of this height has its name, its value and what is wrong. */
const LEAST_OPEN = 4;

/** All fields, in at most `height` lines where that can be done. */
export function formBlock(state: CardState, view: View, height: number): Block {
  const labels = labelColumns(state.card.fields, view);
  const lines: Line[] = [];
  let seen: Omit<Block, "lines"> | undefined;
  for (const place of placesOf(state)) {
    const start = lines.length;
    lines.push(...headingLines(state, place, view));
    if (place !== state.focus) {
      lines.push(rowLine(state, place, labels, view));
      continue;
    }
    const at = lines.length;
    const open = openRow(state, place, view, height - (at - start));
    lines.push(...open.lines);
    const last = at + open.last;
    // What is asked is seen above the field, where there is room for both.
    const first = last - start < height ? start : at + open.first;
    seen = { first, last, cursor: open.cursor && { ...open.cursor, row: at + open.cursor.row } };
  }
  return { lines, ...(seen ?? { first: 0, last: lines.length - 1 }) };
}

/** The field with the focus. The others are seen too, as far as there is room for them. */
function openRow(state: CardState, place: number, view: View, height: number): Block {
  const { fields } = state.card;
  const field = answeredField(state, place);
  const entry = state.entries[place];
  if (field === undefined || entry === undefined) return block([rowLine(state, place, 0, view)]);
  const room = Math.max(Math.min(height, LEAST_OPEN), height - Math.min(fields.length - 1, 4));
  return openField(
    {
      field,
      entry,
      problem: state.problems.get(field.key),
      place: fields.length > 1 ? { at: place + 1, of: fields.length } : undefined,
    },
    view,
    room,
  );
}

function rowLine(state: CardState, place: number, labels: number, view: View): Line {
  const { marks, columns } = view;
  const field = state.card.fields[place];
  const entry = state.entries[place];
  if (field === undefined || entry === undefined) return [];
  const dismissal = state.dismissed.get(field.question);
  if (dismissal !== undefined) return dismissedLine(dismissal, place === state.focus, view);
  const isWrong = state.problems.has(field.key);
  const isDone = place < state.focus && !isWrong;
  const mark = isWrong
    ? span(marks.wrong, "bad")
    : isDone
      ? span(marks.done, "good")
      : span(marks.open, "quiet");
  const value = valueSpans(field, entry);
  const shown = place < state.focus ? value : value.map(({ text }) => span(text, "quiet"));
  return cutLine([mark, span(` ${padded(field.label, labels)}  `, "quiet"), ...shown], columns);
}
