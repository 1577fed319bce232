import fc from "fast-check";
import { expect, test } from "vitest";
import { FewMap } from "../../src/core/few-map.js";

test("a map for few entries has what a Map has, in the same order", () => {
  const step = fc.record({ act: fc.constantFrom("set", "delete"), key: fc.nat({ max: 4 }), value: fc.nat() });
  fc.assert(
    fc.property(fc.array(step, { maxLength: 30 }), (steps) => {
      const few = new FewMap<number, number>();
      const model = new Map<number, number>();
      for (const { act, key, value } of steps) {
        if (act === "set") {
          few.set(key, value);
          model.set(key, value);
        } else {
          few.delete(key);
          model.delete(key);
        }
        expect(few.size).toBe(model.size);
        expect(few.has(key)).toBe(model.has(key));
        expect(few.get(key)).toBe(model.get(key));
        expect([...few]).toEqual([...model]);
      }
    }),
  );
});
