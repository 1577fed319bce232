// Turns frames into what a terminal understands, and writes only what has changed.

import type { Frame } from "./frame.js";
import type { Line, Tone } from "./line.js";

/** How much a terminal can show. */
export type Colours = "colours" | "no colours";

const CODES: { readonly [T in Tone]: { readonly [C in Colours]: string } } = {
  strong: { colours: "1", "no colours": "1" },
  quiet: { colours: "2", "no colours": "" },
  accent: { colours: "36", "no colours": "" },
  good: { colours: "32", "no colours": "" },
  bad: { colours: "31", "no colours": "1" },
  warn: { colours: "33", "no colours": "" },
  focus: { colours: "7", "no colours": "7" },
};

/** A line with its tones. */
const paintLine = (spans: Line, colours: Colours): string =>
  spans
    .map(({ text, tone }) => {
      const code = tone === undefined ? "" : CODES[tone][colours];
      return code === "" || text === "" ? text : `\u001b[${code}m${text}\u001b[0m`;
    })
    .join("");

/** What leads from the screen as it is to a frame. */
export function paintFrame(
  frame: Frame,
  before: readonly string[] | undefined,
  colours: Colours,
): {
  readonly output: string;
  readonly lines: readonly string[];
} {
  const lines = frame.lines.map((spans) => paintLine(spans, colours));
  const changed = lines.flatMap((text, row) =>
    before?.[row] === text ? [] : [`\u001b[${row + 1};1H${text}\u001b[K`],
  );
  // A frame with fewer lines leaves nothing of the one before it.
  for (let row = lines.length; row < (before?.length ?? 0); row++)
    changed.push(`\u001b[${row + 1};1H\u001b[K`);
  const start =
    before === undefined ? "\u001b[?25l\u001b[H\u001b[2J" : changed.length > 0 ? "\u001b[?25l" : "";
  const { cursor } = frame;
  const end = cursor === undefined ? "" : `\u001b[${cursor.row + 1};${cursor.column + 1}H\u001b[?25h`;
  // A cursor that is nowhere is hidden, whatever was before.
  const hidden = cursor === undefined ? "\u001b[?25l" : "";
  return { output: `${start}${changed.join("")}${hidden}${end}`, lines };
}
