// Lines that belong together, with a part of them that must be seen when there is room for only some.

import { type Line, line } from "./line.js";

/** Lines, and what of them matters most. */
export interface Block {
  readonly lines: readonly Line[];
  /** The first and the last line that must be seen. */
  readonly first: number;
  readonly last: number;
  /** Where the cursor is, by line of the block. */
  readonly cursor?: { readonly row: number; readonly column: number } | undefined;
}

/** A block all of which matters the same. */
export const block = (lines: readonly Line[]): Block => ({ lines, first: 0, last: 0 });

/** As many lines of a block as fit, with the ones that must be seen. What is left out is counted beside them. */
export function windowOf({ lines, first, last, cursor }: Block, height: number): Block {
  if (lines.length <= height) return { lines, first, last, cursor };
  if (height <= 0) return block([]);
  const start = startOf(first, last, height);
  const shown = lines.slice(start, start + height);
  const below = lines.length - start - height;
  if (start > 0 && start < first) shown[0] = line(`  (${start + 1} more above)`, "quiet");
  if (below > 0 && start + height - 1 > last)
    shown[height - 1] = line(`  (${below + 1} more below)`, "quiet");
  const row = cursor === undefined ? -1 : cursor.row - start;
  return {
    lines: shown,
    first: Math.max(0, first - start),
    last: Math.min(height - 1, last - start),
    cursor: cursor === undefined || row < 0 || row >= height ? undefined : { ...cursor, row },
  };
}

/** Where to begin: a line is left for what is counted above and below, unless it takes the place of what must be seen. */
function startOf(first: number, last: number, height: number): number {
  const roomy = Math.max(0, last + 2 - height);
  if (roomy < first || roomy === 0) return roomy;
  return Math.max(0, Math.min(first, last + 1 - height));
}
