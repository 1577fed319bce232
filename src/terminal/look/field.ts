// The field that has the focus, opened up: what it is, what stands in it, what helps, what is wrong.

import { neutralText } from "../../core/neutral-text.js";
import type { CardField } from "../card/card-field.js";
import { type Entry, isSeveral } from "../machine/entry.js";
import type { TextEntry } from "../machine/text-entry.js";
import { graphemeWidth } from "../text/width.js";
import { wrap } from "../text/wrap.js";
import type { Block } from "./block.js";
import { cutLine, indented, type Line, line, span } from "./line.js";
import { optionLines } from "./options.js";
import { sentence } from "./value.js";
import type { View } from "./view.js";

/** What an open field shows. */
export interface OpenField {
  readonly field: CardField;
  readonly entry: Entry;
  readonly problem: string | undefined;
  /** Its place among the fields, when there are several. */
  readonly place: { readonly at: number; readonly of: number } | undefined;
}

const INDENT = 2;

/** An open field in at most `height` lines, if that can be done at all: what only helps is left out first. */
export function openField(open: OpenField, view: View, height: number): Block {
  const { field, problem } = open;
  const columns = Math.max(1, view.columns - INDENT);
  const inner = (text: string | undefined, tone: "quiet" | "warn" | "bad"): readonly Line[] =>
    text === undefined ? [] : wrap(text, columns).map((one) => indented(INDENT, line(one, tone)));
  const title = [titleLine(open, view)];
  const warning = inner(field.warning && `${view.marks.warn} ${field.warning}`, "warn");
  const description = inner(field.description, "quiet");
  const hint = inner(countedHint(open), "quiet");
  const wrong = inner(problem && `${view.marks.wrong} ${sentence(problem)}`, "bad");
  const ways = [
    { head: [...title, ...warning, ...description], tail: [...hint, ...wrong] },
    { head: [...title, ...warning], tail: [...hint, ...wrong] },
    { head: [...title, ...warning], tail: wrong },
    { head: title, tail: wrong },
    { head: [], tail: wrong },
  ];
  const least = open.entry.type === "choice" ? Math.min(field.options?.length ?? 1, 5) : 1;
  const fits = ways.find(({ head, tail }) => head.length + tail.length + least <= height);
  const { head, tail } = fits ?? { head: [], tail: wrong };
  return joined(open, view, head, tail, Math.max(1, height - head.length - tail.length));
}

/** The head, what is typed or chosen in at most `room` lines, the tail. */
function joined(
  { field, entry }: OpenField,
  view: View,
  head: readonly Line[],
  tail: readonly Line[],
  room: number,
): Block {
  if (entry.type === "choice") {
    const { lines, mark } = optionLines(field, entry.choice, view, room);
    const first = head.length + Math.max(0, mark);
    return { lines: [...head, ...lines, ...tail], first, last: first };
  }
  const input = inputLines(field, entry.text, view, Math.min(MOST_INPUT, room));
  return {
    lines: [...head, ...input.lines, ...tail],
    first: head.length,
    last: head.length + input.lines.length - 1 + tail.length,
    cursor: { row: head.length + input.cursor.row, column: input.cursor.column },
  };
}

const MOST_INPUT = 8;

function titleLine({ field, place }: OpenField, { columns, marks }: View): Line {
  const notes = [
    ...(place === undefined ? [] : [`${place.at} of ${place.of}`]),
    field.isRequired ? "required" : "optional",
  ];
  return cutLine(
    [span(`${marks.here} `, "accent"), span(field.label, "strong"), span(`  ${notes.join(", ")}`, "quiet")],
    columns,
  );
}

/** How many are chosen stands beside how many may be. */
function countedHint({ field, entry }: OpenField): string | undefined {
  if (!isSeveral(field) || entry.type !== "choice") return field.hint;
  return `${entry.choice.chosen.length} chosen. ${field.hint ?? ""}`;
}

interface Input {
  readonly lines: readonly Line[];
  readonly cursor: { readonly row: number; readonly column: number };
}

/** What is typed, in as many lines as it takes, and the part around the cursor when that is too many. */
export function inputLines(
  field: Pick<CardField, "isMasked">,
  entry: TextEntry,
  view: View,
  most: number,
): Input {
  const lead = INDENT + 2;
  const bar = span(`${" ".repeat(INDENT)}${view.marks.bar} `, "accent");
  if (field.isMasked) {
    const { length } = entry.characters;
    const breaks = entry.characters.filter((character) => character === "\n").length;
    const size = breaks > 0 ? `${breaks + 1} lines` : `${length} character${length === 1 ? "" : "s"}`;
    const shown = length === 0 ? span("") : span(`(hidden, ${size})`, "quiet");
    return { lines: [[bar, shown]], cursor: { row: 0, column: lead } };
  }
  const columns = Math.max(1, view.columns - lead - 1);
  const rows: string[] = [""];
  let width = 0;
  let cursor = { row: 0, column: 0 };
  for (const [place, character] of entry.characters.entries()) {
    if (place === entry.cursor) cursor = { row: rows.length - 1, column: width };
    if (character === "\n") {
      rows.push("");
      width = 0;
      continue;
    }
    // What was pasted may steer a terminal; it is kept as it is and shown as it should be.
    const shown = neutralText(character).replaceAll("\n", " ");
    const own = graphemeWidth(shown);
    if (width + own > columns) {
      rows.push("");
      width = 0;
      if (place === entry.cursor) cursor = { row: rows.length - 1, column: 0 };
    }
    rows[rows.length - 1] += shown;
    width += own;
  }
  if (entry.cursor >= entry.characters.length) cursor = { row: rows.length - 1, column: width };
  const start = Math.max(0, Math.min(cursor.row - most + 1, rows.length - most));
  const seen = rows.slice(start, start + most).map((text): Line => [bar, span(text)]);
  return { lines: seen, cursor: { row: cursor.row - start, column: lead + cursor.column } };
}
