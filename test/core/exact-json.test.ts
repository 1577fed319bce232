// JSON text that comes back as it was.

import fc from "fast-check";
import { expect, it } from "vitest";
import { exactJson } from "../../src/core/exact-json.js";

it("gives back every JSON object as it was, the order of its keys and -0 included", () => {
  fc.assert(
    fc.property(fc.dictionary(fc.string(), fc.jsonValue(), { noNullPrototype: true }), (value) => {
      const back: unknown = JSON.parse(exactJson(value));
      // Tells -0 from 0.
      expect(back).toEqual(value);
      expect(JSON.stringify(back)).toBe(JSON.stringify(value));
    }),
  );
});

it("says -0 wherever it is", () => {
  expect(exactJson({ b: [1, { c: -0 }], a: "-0" })).toBe('{"b":[1,{"c":-0}],"a":"-0"}');
});
