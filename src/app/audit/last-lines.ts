// The last lines of the audit, which are read again only when the file is not as it was left.

import { stat } from "node:fs/promises";
import { isObject } from "../../core/json.js";
import { appendLines, readLastLines } from "./audit-file.js";
import { readLine, type WrittenLine } from "./written-line.js";

/** To be used by whoever holds the lock of the file. */
export interface LastLines {
  read(): Promise<readonly WrittenLine[]>;
  /** Adds lines, and resolves when the disk has them. */
  append(lines: readonly string[]): Promise<void>;
}

/** About as many as are found in the end of a file. */
const MOST = 1_000;

export function createLastLines(path: string): LastLines {
  let left: string | undefined;
  let known: readonly WrittenLine[] = [];
  return {
    async read() {
      const found = await stampOf(path);
      if (found === undefined || found !== left) {
        known = toWritten(await readLastLines(path));
        left = found;
      }
      return known;
    },
    async append(lines) {
      // What fails in the middle leaves nobody knows what.
      left = undefined;
      await appendLines(path, lines);
      known = [...known, ...toWritten(lines)].slice(-MOST);
      left = await stampOf(path);
    },
  };
}

const toWritten = (lines: readonly string[]): readonly WrittenLine[] =>
  lines.flatMap((text) => readLine(text) ?? []);

/** Which file it is, and how long; `undefined` when there is none. */
async function stampOf(path: string): Promise<string | undefined> {
  try {
    const { ino, size } = await stat(path);
    return `${ino} ${size}`;
  } catch (error) {
    if (isObject(error) && error.code === "ENOENT") return undefined;
    throw error;
  }
}
