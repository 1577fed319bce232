// Text in one piece is the same text, and takes less room where it was put together.

import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { flatText } from "../../src/core/flat-text.js";

describe("a text in one piece", () => {
  it("is the same text", () => {
    const pieces = fc.array(fc.string({ unit: "binary" }), { maxLength: 8 });
    fc.assert(fc.property(pieces, (given) => flatText(given.join("")) === given.join("")));
  });

  it("takes the room of one", () => {
    const heap = (): number => {
      global.gc?.();
      return process.memoryUsage().heapUsed;
    };
    const room = (keep: (text: string) => string): number => {
      const before = heap();
      const kept = Array.from({ length: 20_000 }, (_, at) =>
        keep(`record:${at}:${"x".repeat(20)}${at}:${"y".repeat(20)}${at}`),
      );
      return (heap() - before) / kept.length;
    };
    expect(room(flatText)).toBeLessThan(0.75 * room((text) => text));
  });
});
