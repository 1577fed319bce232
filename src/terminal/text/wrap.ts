// Breaks and cuts text to the columns of a terminal.

import { graphemesOf, graphemeWidth, widthOf } from "./width.js";

/** The lines of a text, none wider than `columns`: broken between words, and within words that are wider alone. */
export function wrap(text: string, columns: number): readonly string[] {
  return text.split("\n").flatMap((line) => wrapLine(line, Math.max(1, columns)));
}

function wrapLine(line: string, columns: number): readonly string[] {
  if (widthOf(line) <= columns) return [line];
  const lines: string[] = [];
  let current = "";
  let width = 0;
  const push = (): void => {
    lines.push(current.trimEnd());
    current = "";
    width = 0;
  };
  // What stands before the first word stays, so that lists and code keep their shape.
  for (const word of line.match(/^\s*\S+|\s+\S+|\s+$/g) ?? []) {
    const wordWidth = widthOf(word);
    if (width + wordWidth <= columns) {
      current += word;
      width += wordWidth;
      continue;
    }
    if (width > 0) push();
    for (const grapheme of graphemesOf(lines.length > 0 ? word.trimStart() : word)) {
      const own = graphemeWidth(grapheme);
      if (width + own > columns && width > 0) push();
      current += grapheme;
      width += own;
    }
  }
  if (current !== "") push();
  return lines;
}

/** The text on one line of at most `columns`, with an ellipsis where something is left out. */
export function cut(text: string, columns: number): string {
  if (widthOf(text) <= columns) return text;
  let kept = "";
  let width = 0;
  for (const grapheme of graphemesOf(text)) {
    const own = graphemeWidth(grapheme);
    if (width + own > columns - 1) break;
    kept += grapheme;
    width += own;
  }
  return columns < 1 ? "" : `${kept}…`;
}
