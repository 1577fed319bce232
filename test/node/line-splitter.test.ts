// Chunks of text become lines.

import { describe, expect, it } from "vitest";
import { createLineSplitter } from "../../src/node/line-splitter.js";

const split = (...chunks: string[]): string[] => {
  const lines: string[] = [];
  const take = createLineSplitter(
    (line) => lines.push(line),
    (problem) => lines.push(`! ${problem}`),
  );
  for (const chunk of chunks) take(chunk);
  return lines;
};

const TOO_LONG = "! a line is longer than 4194304 characters";
const mebibytes = (count: number): string => "x".repeat(count * 1024 * 1024);

describe("the line splitter", () => {
  it.each([
    [["a\nb\n"], ["a", "b"]],
    [
      ["a", "b\nc", "\n"],
      ["ab", "c"],
    ],
    [["a\n\n \n\t\nb\n"], ["a", "b"]],
    [["a\r\nb\r\n"], ["a\r", "b\r"]],
    [["unfinished"], []],
    [["", "\n", "a\n"], ["a"]],
  ])("makes of %j the lines %j", (chunks, lines) => {
    expect(split(...chunks)).toEqual(lines);
  });

  it("refuses a line without end once, skips the rest of it, and goes on", () => {
    const chunk = mebibytes(1);
    const chunks = [chunk, chunk, chunk, chunk, chunk, chunk, "still the same\nnext\n"];
    expect(split(...chunks)).toEqual([TOO_LONG, "next"]);
  });

  it("refuses a line that is too long by its last chunk", () => {
    expect(split(mebibytes(4), "x\nnext\n")).toEqual([TOO_LONG, "next"]);
    expect(split(`${mebibytes(5)}\nnext\n`)).toEqual([TOO_LONG, "next"]);
  });

  it("takes a line of just the longest length", () => {
    expect(split(mebibytes(4), "\n")).toEqual([mebibytes(4)]);
  });
});
