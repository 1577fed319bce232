import fc from "fast-check";
import { expect, test } from "vitest";
import { widthOf } from "../../src/terminal/text/width.js";
import { cut, wrap } from "../../src/terminal/text/wrap.js";

test.each([
  ["plain", 5],
  ["日本語", 6],
  ["한국어", 6],
  ["ｆｕｌｌ", 8],
  ["e\u0301te\u0301", 3],
  ["👩‍👩‍👧", 2],
  ["🇵🇹", 2],
  ["⚠️", 2],
  ["❤", 1],
  ["", 0],
])("[T1] %s is as wide as terminals draw it", (text, width) => {
  expect(widthOf(text)).toBe(width);
});

const words = fc.string({
  unit: fc.constantFrom("a", "b", " ", "日", "👩‍👩‍👧", "e\u0301", "\n"),
  maxLength: 80,
});

test("[T1] wrapped text is never wider than the screen, and loses nothing but blanks", () => {
  fc.assert(
    fc.property(words, fc.integer({ min: 2, max: 20 }), (text, columns) => {
      const lines = wrap(text, columns);

      expect(lines.every((line) => widthOf(line) <= columns)).toBe(true);
      expect(lines.join("").replace(/\s/g, "")).toBe(text.replace(/\s/g, ""));
    }),
  );
});

test("[T1] what is cut fits, and says that it was cut", () => {
  fc.assert(
    fc.property(words, fc.integer({ min: 2, max: 20 }), (text, columns) => {
      const line = text.replace(/\n/g, " ");
      const short = cut(line, columns);

      expect(widthOf(short)).toBeLessThanOrEqual(columns);
      expect(short === line || short.endsWith("…")).toBe(true);
    }),
  );
});

test("lists and code keep their indentation", () => {
  expect(wrap("  - one two three", 12)).toEqual(["  - one two", "three"]);
});
