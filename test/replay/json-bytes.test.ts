// How many bytes a value takes is never said too low, and exactly where it is large.

import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { jsonBytes } from "../../src/replay/json-bytes.js";

const exactly = (value: unknown): number => Buffer.byteLength(JSON.stringify(value));

describe("the bytes of a value", () => {
  it("are at least those of its JSON", () => {
    const values = fc.jsonValue({ maxDepth: 4, stringUnit: "binary" });
    fc.assert(
      fc.property(values, (value) => jsonBytes(value) >= exactly(value)),
      { numRuns: 2_000 },
    );
  });

  it("are those of its JSON where it is large", () => {
    for (const value of ["ü".repeat(2_000), { list: Array.from({ length: 900 }, (_, at) => at) }])
      expect(jsonBytes(value)).toBe(exactly(value));
  });

  it("are those of what an object says it is in JSON", () => {
    const long = { toJSON: () => "x".repeat(5_000) };
    expect(jsonBytes({ answer: long })).toBe(exactly({ answer: long }));
  });
});
