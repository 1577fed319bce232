// The fields of a form: the one with the focus open, the others on a line each.

import type { CardField } from "../card/card-field.js";
import type { CardState } from "../machine/state.js";
import { widthOf } from "../text/width.js";
import { wrap } from "../text/wrap.js";
import type { Block } from "./block.js";
import { openField } from "./field.js";
import { cutLine, type Line, line, span, textOfLine } from "./line.js";
import { sentence, valueSpans } from "./value.js";
import type { View } from "./view.js";

const WIDEST_LABEL = 24;
/** An open field of this height has its name, its value and what is wrong. */
const LEAST_OPEN = 4;

/** All fields, in at most `height` lines where that can be done. */
export function formBlock(state: CardState, view: View, height: number): Block {
  const { fields } = state.card;
  const several = fields.length > 1;
  const labels = labelColumns(fields, view);
  const lines: Line[] = [];
  let open: Block | undefined;
  let at = 0;
  for (const [place, field] of fields.entries()) {
    const entry = state.entries[place];
    if (entry === undefined) continue;
    if (place !== state.focus) {
      lines.push(summaryLine(state, field, place, labels, view));
      continue;
    }
    at = lines.length;
    // The others are seen too, as far as there is room for them.
    const room = Math.max(Math.min(height, LEAST_OPEN), height - Math.min(fields.length - 1, 4));
    open = openField(
      {
        field,
        entry,
        problem: state.problems.get(field.name),
        place: several ? { at: place + 1, of: fields.length } : undefined,
      },
      view,
      room,
    );
    lines.push(...open.lines);
  }
  if (open === undefined) return { lines, first: 0, last: lines.length - 1 };
  return {
    lines,
    first: at + open.first,
    last: at + open.last,
    cursor: open.cursor && { ...open.cursor, row: at + open.cursor.row },
  };
}

function labelColumns(fields: readonly CardField[], { columns }: View): number {
  const widest = Math.max(0, ...fields.map(({ label }) => widthOf(label)));
  return Math.min(widest, WIDEST_LABEL, Math.floor(columns / 2));
}

function padded(text: string, columns: number): string {
  const cutText = textOfLine(cutLine(line(text), columns));
  return cutText + " ".repeat(Math.max(0, columns - widthOf(cutText)));
}

function summaryLine(state: CardState, field: CardField, place: number, labels: number, view: View): Line {
  const { marks, columns } = view;
  const entry = state.entries[place];
  const isWrong = state.problems.has(field.name);
  const isDone = place < state.focus && !isWrong;
  const mark = isWrong
    ? span(marks.wrong, "bad")
    : isDone
      ? span(marks.done, "good")
      : span(marks.open, "quiet");
  const value = entry === undefined ? [] : valueSpans(field, entry);
  const shown = place < state.focus ? value : value.map(({ text }) => span(text, "quiet"));
  return cutLine([mark, span(` ${padded(field.label, labels)}  `, "quiet"), ...shown], columns);
}

const MOST_VALUE_LINES = 3;

/** Everything that would be sent, with what was not answered and what is the author's own marked. */
export function reviewBlock(state: CardState, view: View): Block {
  const { fields } = state.card;
  const { marks } = view;
  const labels = labelColumns(fields, view);
  const lines: Line[] = [line("Review before you send", "strong")];
  let first = 0;
  for (const [place, field] of fields.entries()) {
    const entry = state.entries[place];
    if (entry === undefined) continue;
    const isHere = place === state.focus;
    if (isHere) first = lines.length;
    const lead = span(`${isHere ? marks.here : " "} `, "accent");
    const spans = valueSpans(field, entry);
    const [value = span(""), ...notes] = spans;
    const room = Math.max(
      8,
      view.columns - labels - 4 - notes.reduce((sum, { text }) => sum + widthOf(text), 0),
    );
    const wrapped = wrap(value.text, room);
    const texts = wrapped.slice(0, MOST_VALUE_LINES);
    if (wrapped.length > MOST_VALUE_LINES) texts[MOST_VALUE_LINES - 1] = `${texts[MOST_VALUE_LINES - 1]}…`;
    texts.forEach((text, row) => {
      const label = row === 0 ? padded(field.label, labels) : " ".repeat(labels);
      const end = row === texts.length - 1 ? notes : [];
      lines.push([
        row === 0 ? lead : span("  "),
        span(`${label}  `, "quiet"),
        value.tone === undefined ? span(text, isHere ? "accent" : undefined) : span(text, value.tone),
        ...end,
      ]);
    });
    const problem = state.problems.get(field.name);
    if (problem !== undefined)
      for (const text of wrap(`${marks.wrong} ${sentence(problem)}`, view.columns - 4))
        lines.push(line(`    ${text}`, "bad"));
  }
  return { lines, first, last: first };
}
