// The type of what a step gave, after its way through JSON. Checked by tsc.

import { describe, expectTypeOf, it } from "vitest";
import type { JsonOf } from "../../src/index.js";

describe("what comes out of JSON", () => {
  it("is what went in, where JSON has a word for it", () => {
    type Plain = { a: string; b?: number; c: (boolean | null)[] };
    expectTypeOf<JsonOf<Plain>>().toEqualTypeOf<Plain>();
    expectTypeOf<JsonOf<undefined>>().toEqualTypeOf<undefined>();
  });

  it("is what toJSON gives", () => {
    expectTypeOf<JsonOf<{ at: Date }>>().toEqualTypeOf<{ at: string }>();
  });

  it("has null in a list where nothing was", () => {
    expectTypeOf<JsonOf<(string | undefined)[]>>().toEqualTypeOf<(string | null)[]>();
    expectTypeOf<JsonOf<readonly [undefined, 1]>>().toEqualTypeOf<[null, 1]>();
  });

  it("has nothing of a Map, a Set, a Promise, a function or bytes", () => {
    expectTypeOf<JsonOf<Uint8Array>>().toEqualTypeOf<never>();
    expectTypeOf<JsonOf<ArrayBuffer>>().toEqualTypeOf<never>();
    expectTypeOf<JsonOf<Buffer>>().toEqualTypeOf<{ type: "Buffer"; data: number[] }>();
    expectTypeOf<JsonOf<Map<string, number>>>().toEqualTypeOf<never>();
    expectTypeOf<JsonOf<ReadonlyMap<string, number>>>().toEqualTypeOf<never>();
    expectTypeOf<JsonOf<Set<string>>>().toEqualTypeOf<never>();
    expectTypeOf<JsonOf<Promise<string>>>().toEqualTypeOf<never>();
    expectTypeOf<JsonOf<() => string>>().toEqualTypeOf<never>();
    expectTypeOf<JsonOf<{ seen: Set<string> }>>().toEqualTypeOf<{ seen: never }>();
  });
});
