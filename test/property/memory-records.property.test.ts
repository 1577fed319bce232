// The records of the memory engine against the plainest model of them: a Map that forgets by the clock.

import fc from "fast-check";
import { expect, test } from "vitest";
import { createMemoryEngine } from "../../src/engines/memory/index.js";
import { createFakeClock } from "../../src/testing/index.js";

type Step =
  | {
      readonly kind: "put";
      readonly key: string;
      readonly value: string;
      readonly livesMs: number | undefined;
      readonly expect: "any" | "none" | "same" | "other";
    }
  | { readonly kind: "remove"; readonly key: string; readonly expect: "any" | "same" | "other" }
  | { readonly kind: "advance"; readonly ms: number };

const key: fc.Arbitrary<string> = fc.string({
  unit: fc.constantFrom("a", "b", "/", "\u{10ffff}"),
  maxLength: 3,
});
const livesMs: fc.Arbitrary<number | undefined> = fc.option(fc.integer({ min: -5, max: 3_000 }), {
  nil: undefined,
});

const step: fc.Arbitrary<Step> = fc.oneof(
  fc.record({
    kind: fc.constant("put" as const),
    key,
    value: fc.string(),
    livesMs,
    expect: fc.constantFrom("any" as const, "none" as const, "same" as const, "other" as const),
  }),
  fc.record({
    kind: fc.constant("remove" as const),
    key,
    expect: fc.constantFrom("any" as const, "same" as const, "other" as const),
  }),
  fc.record({ kind: fc.constant("advance" as const), ms: fc.integer({ min: 0, max: 2_000 }) }),
);

interface Modelled {
  readonly value: string;
  readonly version: number;
  readonly expiresAt: number | undefined;
}

test("records do what a Map that forgets by the clock does", async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 60 }), key, async (steps, prefix) => {
      const clock = createFakeClock({ now: 1_700_000_000_000 });
      const { records } = createMemoryEngine({ clock });
      const model = new Map<string, Modelled>();
      const versions = new Set<number>();

      for (const current of steps) {
        if (current.kind === "advance") {
          await clock.advance(current.ms);
          for (const [name, { expiresAt }] of model) {
            if (expiresAt !== undefined && clock.now() > expiresAt) model.delete(name);
          }
        } else {
          const known = model.get(current.key);
          const expected = {
            any: undefined,
            none: 0,
            same: known?.version ?? 0,
            other: (known?.version ?? 0) + 1,
          };
          const ifVersion = expected[current.expect];
          const holds = ifVersion === undefined || ifVersion === (known?.version ?? 0);
          if (current.kind === "remove") {
            expect(records.remove(current.key, ifVersion)).toBe(known !== undefined && holds);
            if (holds) model.delete(current.key);
          } else {
            const expiresAt = current.livesMs === undefined ? undefined : clock.now() + current.livesMs;
            const version = records.put(current.key, current.value, {
              ...(ifVersion === undefined ? {} : { ifVersion }),
              ...(expiresAt === undefined ? {} : { expiresAt }),
            });
            expect(version !== undefined).toBe(holds);
            if (version !== undefined) {
              expect(versions.has(version)).toBe(false);
              versions.add(version);
              model.set(current.key, { value: current.value, version, expiresAt });
              if (expiresAt !== undefined && clock.now() > expiresAt) model.delete(current.key);
            }
          }
        }

        const all = [...model]
          .map(([name, rest]) => ({ key: name, ...rest }))
          .sort((a, b) => (a.key < b.key ? -1 : 1));
        expect(records.list("", undefined, Infinity)).toEqual(all);
        const matching = all.filter((record) => record.key.startsWith(prefix));
        expect(records.list(prefix, undefined, 2)).toEqual(matching.slice(0, 2));
        expect(records.list(prefix, matching[1]?.key, 2)).toEqual(
          matching.slice(matching.length > 1 ? 2 : 0).slice(0, 2),
        );
        for (const record of all) expect(records.get(record.key)).toEqual(record);
      }
    }),
    { numRuns: 300 },
  );
});

test("keys stay in order through splits and removals of their chunks", () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 3_000 }), fc.integer({ min: 1, max: 997 }), (count, stride) => {
      const { records } = createMemoryEngine({ clock: createFakeClock() });
      const kept = new Set<string>();
      for (let index = 0; index < count; index += 1) {
        const name = String((index * stride * 7_919) % 10_007);
        records.put(name, "v");
        kept.add(name);
        if (index % 3 === 0) {
          const gone = String((index * stride) % 10_007);
          expect(records.remove(gone)).toBe(kept.delete(gone));
        }
      }
      expect(records.list("", undefined, Infinity).map((record) => record.key)).toEqual([...kept].sort());
      for (const name of [...kept]) {
        records.remove(name);
        kept.delete(name);
      }
      expect(records.list("", undefined, Infinity)).toEqual([]);
    }),
    { numRuns: 30 },
  );
});
