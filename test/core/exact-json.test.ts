// JSON text that comes back as it was.

import fc from "fast-check";
import { expect, it } from "vitest";
import { exactJson } from "../../src/core/exact-json.js";

/** JSON of any depth, in which there is often a -0. */
const json = fc.anything({
  key: fc.string(),
  values: [
    fc.string(),
    fc.boolean(),
    fc.constant(null),
    fc.double({ noNaN: true, noDefaultInfinity: true }),
    fc.constant(-0),
  ],
});

it("gives back every JSON object as it was, the order of its keys and -0 included", () => {
  fc.assert(
    fc.property(fc.dictionary(fc.string(), json, { noNullPrototype: true }), (value) => {
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
