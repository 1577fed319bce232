// Cuts a stream of text into lines, without letting one line grow for ever.

/** The longest line taken, in characters. */
const MAX_LINE = 4 * 1024 * 1024;

/** Gives a function that takes chunks and hands out whole lines; blank ones are skipped. */
export function createLineSplitter(take: (line: string) => void): (chunk: string) => void {
  let pending = "";
  let skipping = false;
  return (chunk) => {
    let start = 0;
    for (let end = chunk.indexOf("\n"); end >= 0; end = chunk.indexOf("\n", start)) {
      const line = pending + chunk.slice(start, end);
      pending = "";
      start = end + 1;
      if (skipping) skipping = false;
      else if (line.trim() !== "") take(line);
    }
    pending += chunk.slice(start);
    if (pending.length <= MAX_LINE) return;
    // Too long to be a message: report it as the broken JSON it is, and wait for its end.
    if (!skipping) take(pending.slice(0, 1));
    pending = "";
    skipping = true;
  };
}
