// Chunks of text become lines.

import { describe, expect, it } from "vitest";
import { createLineSplitter } from "../../src/node/line-splitter.js";

const split = (...chunks: string[]): string[] => {
  const lines: string[] = [];
  const take = createLineSplitter((line) => lines.push(line));
  for (const chunk of chunks) take(chunk);
  return lines;
};

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

  it("reports a line without end once, skips the rest of it, and goes on", () => {
    const chunk = "x".repeat(1024 * 1024);
    expect(split(chunk, chunk, chunk, chunk, chunk, chunk, "still the same\nnext\n")).toEqual(["x", "next"]);
  });
});
