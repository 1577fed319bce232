// Reads the tables of a documentation page.

import { readFileSync } from "node:fs";
import { join, resolve } from "node:path";

const docs = resolve(import.meta.dirname, "../../docs");

/** The first table under a heading of a page in docs/: its rows as cells, without the backticks around a cell. */
export function readTable(page: string, heading: string): readonly (readonly string[])[] {
  const lines = readFileSync(join(docs, page), "utf8").split("\n");
  const title = lines.findIndex((line) => /^#+ /.test(line) && line.replace(/^#+ /, "") === heading);
  if (title < 0) throw new Error(`docs/${page} has no heading "${heading}".`);
  const section = lines.slice(title + 1);
  const first = section.findIndex((line) => line.startsWith("|"));
  const next = section.findIndex((line) => /^#+ /.test(line));
  if (first < 0 || (next >= 0 && next < first))
    throw new Error(`docs/${page} has no table under "${heading}".`);
  const length = section.slice(first).findIndex((line) => !line.startsWith("|"));
  const rows = section.slice(first, length < 0 ? undefined : first + length);
  // The first two lines are the head and the rule below it.
  return rows.slice(2).map(readCells);
}

const readCells = (line: string): readonly string[] =>
  line
    .split("|")
    .slice(1, -1)
    .map((cell) => cell.trim().replace(/^`([^`]*)`$/, "$1"));
