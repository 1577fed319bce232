// Lines of a screen as pieces with a tone, so that how they look is decided once, and tests read plain text.

import { widthOf } from "../text/width.js";
import { cut } from "../text/wrap.js";

/** What a piece of text is to the eye. Nothing is said by tone alone. */
export type Tone = "strong" | "quiet" | "accent" | "good" | "bad" | "warn" | "focus";

/** A piece of a line. */
export interface Span {
  readonly text: string;
  readonly tone?: Tone;
}

/** A line of a screen. */
export type Line = readonly Span[];

/** One piece. */
export const span = (text: string, tone?: Tone): Span => (tone === undefined ? { text } : { text, tone });

/** A line of one piece. */
export const line = (text: string, tone?: Tone): Line => [span(text, tone)];

/** What stands on a line. */
export const textOfLine = (spans: Line): string => spans.map(({ text }) => text).join("");

/** The columns of a line. */
export const lineWidth = (spans: Line): number => spans.reduce((sum, { text }) => sum + widthOf(text), 0);

/** The line with blanks before it. */
export const indented = (by: number, spans: Line): Line => [span(" ".repeat(by)), ...spans];

/** The line cut to a width. */
export function cutLine(spans: Line, columns: number): Line {
  if (lineWidth(spans) <= columns) return spans;
  const kept: Span[] = [];
  let left = columns;
  for (const piece of spans) {
    const width = widthOf(piece.text);
    if (width <= left) {
      kept.push(piece);
      left -= width;
      continue;
    }
    kept.push({ ...piece, text: cut(piece.text, left) });
    break;
  }
  return kept;
}

/** Pieces that belong together, one group after the other, with a separator where they share a line. */
export function flow(groups: readonly Line[], columns: number, separator: string): readonly Line[] {
  const lines: Line[] = [];
  let current: Line = [];
  for (const group of groups) {
    const joined = current.length === 0 ? group : [...current, span(separator, "quiet"), ...group];
    if (current.length > 0 && lineWidth(joined) > columns) {
      lines.push(current);
      current = group;
    } else current = joined;
  }
  if (current.length > 0) lines.push(current);
  return lines.map((spans) => cutLine(spans, columns));
}
