import fc from "fast-check";
import { expect, test } from "vitest";
import { isSurelyWithin } from "../../src/broker/surely-within.js";

const value = fc.oneof(fc.string({ unit: "binary" }), fc.double({ noNaN: true }), fc.boolean());

test("what is surely within so many bytes takes no more of them as JSON", () => {
  fc.assert(
    fc.property(fc.dictionary(fc.string({ unit: "binary" }), value), (content) => {
      const bytes = Buffer.byteLength(JSON.stringify(content));
      expect(isSurelyWithin(content, bytes - 1)).toBe(false);
    }),
  );
  const worst = { ["\u0000".repeat(50)]: "\ud800".repeat(50), n: -1.2345678901234568e-300, t: false };
  expect(isSurelyWithin(worst, Buffer.byteLength(JSON.stringify(worst)) - 1)).toBe(false);
});

test("an answer of a person is surely within a mebibyte", () => {
  expect(isSurelyWithin({ guests: 4, seat: "out", isSure: true, why: "x".repeat(10_000) }, 2 ** 20)).toBe(
    true,
  );
});

test.each([
  undefined,
  null,
  "text",
  5,
  [],
  { list: [] },
  { big: 1n },
  { toJSON: () => "" },
  { nothing: null },
])("nothing is sure of %o", (content) => {
  expect(isSurelyWithin(content, 2 ** 20)).toBe(false);
});
