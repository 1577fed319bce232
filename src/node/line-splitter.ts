// Cuts a stream of text into lines, without letting one line grow for ever.

/** The longest line taken, in characters. */
const MAX_LINE = 4 * 1024 * 1024;

/**
 * Gives a function that takes chunks and hands out whole lines; blank ones are skipped, and one that is too long
 * is refused as soon as that is known.
 */
export function createLineSplitter(
  take: (line: string) => void,
  refuse: (problem: string) => void,
): (chunk: string) => void {
  let pending = "";
  let skipping = false;
  const add = (piece: string): void => {
    if (skipping) return;
    skipping = pending.length + piece.length > MAX_LINE;
    pending = skipping ? "" : pending + piece;
    if (skipping) refuse(`a line is longer than ${MAX_LINE} characters`);
  };
  return (chunk) => {
    let start = 0;
    for (let end = chunk.indexOf("\n"); end >= 0; end = chunk.indexOf("\n", start)) {
      add(chunk.slice(start, end));
      const line = pending;
      pending = "";
      skipping = false;
      start = end + 1;
      if (/\S/.test(line)) take(line);
    }
    add(chunk.slice(start));
  };
}
