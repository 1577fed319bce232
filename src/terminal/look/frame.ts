// A whole screen: head, text that scrolls, what must stay in view, buttons and keys. It fits any size.

import type { CardState } from "../machine/state.js";
import { wrap } from "../text/wrap.js";
import { type Block, windowOf } from "./block.js";
import { footLines } from "./foot.js";
import { headLines } from "./head.js";
import { cutLine, type Line, line } from "./line.js";
import { fixedBlock, scrolledLines } from "./page.js";
import { ROOMY, type View } from "./view.js";

/** What is on a screen. */
export interface Frame {
  readonly lines: readonly Line[];
  /** Where the cursor is; hidden when there is nothing to type. */
  readonly cursor: { readonly row: number; readonly column: number } | undefined;
  /** How far the text can be scrolled, and how many lines of it are seen at once. */
  readonly scroll: { readonly last: number; readonly page: number };
}

/** Wider lines are tiring to read. */
const WIDEST = 100;

const MOST_NOTICES = 3;

/** The screen of a card's dialog. */
export function frameOf(state: CardState, given: View): Frame {
  // The last column is left free: some terminals break the line there.
  const view = { ...given, columns: Math.max(10, Math.min(given.columns - 1, WIDEST)) };
  const gap: readonly Line[] = view.rows >= ROOMY ? [line("")] : [];
  const head = [
    ...headLines(state.card, view).slice(0, Math.max(1, Math.floor(view.rows / 4))),
    ...noticeLines(view),
  ];
  const text = scrolledLines(state, view);
  // Whether text must be scrolled changes the keys, which change the room: the larger foot is reckoned with.
  const room = view.rows - head.length - gap.length * 2 - footLines(state, view, text.length > 0).length;
  const { textHeight, between, fixed } = share(
    text.length,
    (height) => fixedBlock(state, view, height),
    Math.max(1, room),
  );
  const last = Math.max(0, text.length - textHeight);
  const from = Math.min(state.scroll, last);
  const foot = footLines(state, view, last > 0);
  const body = [
    ...withMore(text.slice(from, from + textHeight), from, text.length),
    ...(between > 0 ? [line("")] : []),
  ];
  const top = [...head, ...gap, ...body];
  const filler = Math.max(0, view.rows - top.length - fixed.lines.length - foot.length);
  const lines = [...top, ...fixed.lines, ...Array.from({ length: filler }, () => line("")), ...foot];
  const cursor = fixed.cursor && { row: top.length + fixed.cursor.row, column: fixed.cursor.column };
  return {
    lines: lines.slice(0, view.rows).map((one) => cutLine(one, view.columns)),
    cursor: cursor !== undefined && cursor.row < view.rows ? cursor : undefined,
    scroll: { last, page: Math.max(1, textHeight - 1) },
  };
}

const noticeLines = ({ notices, columns, marks }: View): readonly Line[] =>
  notices
    .slice(-MOST_NOTICES)
    .flatMap((notice) => wrap(`${marks.warn} ${notice}`, columns).map((text) => line(text, "warn")));

/** How much of the room a long text gets at the least beside a large form. */
const TEXT_SHARE = 0.4;

/** From this height on, text and form stand apart. */
const LEAST_APART = 6;

/** Divides the room between text that scrolls and what must stay in view, with a line between them. */
function share(
  textLength: number,
  blockOf: (height: number) => Block,
  room: number,
): { readonly textHeight: number; readonly between: number; readonly fixed: Block } {
  const least = Math.min(textLength, Math.max(1, Math.floor(room * TEXT_SHARE)));
  const blank = room < LEAST_APART ? 0 : 1;
  const whole = blockOf(Math.max(1, room - least - blank));
  const between = whole.lines.length > 0 && textLength > 0 ? blank : 0;
  const textHeight = Math.max(least, Math.min(textLength, room - whole.lines.length - between));
  return { textHeight, between, fixed: windowOf(whole, Math.max(0, room - textHeight - between)) };
}

/** Says at the edges that there is more text. */
function withMore(lines: readonly Line[], from: number, length: number): readonly Line[] {
  const below = length - from - lines.length;
  if (lines.length < 2 || (below <= 0 && from === 0)) return lines;
  const shown = [...lines];
  const range = `lines ${from + 1} to ${from + lines.length - 1} of ${length}`;
  if (below > 0) shown[shown.length - 1] = line(`(${range}, ${below + 1} more below)`, "quiet");
  else shown[0] = line(`(${from + 1} lines above)`, "quiet");
  return shown;
}

/** The screen while nothing waits. */
export function idleFrame(view: View): Frame {
  const columns = Math.max(10, Math.min(view.columns - 1, WIDEST));
  const said = wrap("Nothing is waiting. Questions appear here as they come.", columns);
  const lines = [
    ...noticeLines({ ...view, columns }),
    ...said.map((text) => line(text)),
    line("^c leave", "quiet"),
  ];
  return { lines: lines.slice(0, view.rows), cursor: undefined, scroll: { last: 0, page: 1 } };
}
