// Reads a file of JSON lines, such as an audit.

import { readFileSync } from "node:fs";

export const readLines = (path: string): readonly Record<string, unknown>[] =>
  readFileSync(path, "utf8")
    .trimEnd()
    .split("\n")
    .filter((line) => line !== "")
    .map((line) => JSON.parse(line));
