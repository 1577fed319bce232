import fc from "fast-check";
import { expect, test } from "vitest";
import { PassingMap } from "../../src/core/passing-map.js";

test("a passing map has what a Map has, whatever comes and goes", () => {
  const step = fc.record({
    act: fc.constantFrom("set", "delete", "clear"),
    key: fc.nat({ max: 700 }),
    value: fc.nat(),
    times: fc.nat({ max: 600 }),
  });
  fc.assert(
    fc.property(fc.array(step, { maxLength: 12 }), (steps) => {
      const passing = new PassingMap<number, number>();
      const model = new Map<number, number>();
      for (const { act, key, value, times } of steps) {
        for (let one = key; one <= key + times; one += 1) {
          if (act === "set") {
            passing.set(one, value);
            model.set(one, value);
          } else if (act === "delete") {
            passing.delete(one);
            model.delete(one);
          }
        }
        if (act === "clear" && times > 500) {
          passing.clear();
          model.clear();
        }
        expect(passing.size).toBe(model.size);
        expect(passing.get(key)).toBe(model.get(key));
        expect(new Map(passing)).toEqual(model);
      }
    }),
  );
});

test("a passing map does not grow by what has left it", () => {
  const passing = new PassingMap<string, number>();
  for (let index = 0; index < 10_000; index += 1) {
    passing.set(`key ${index}`, index);
    passing.delete(`key ${index}`);
  }
  expect(passing.places).toBeLessThan(1_000);
});
