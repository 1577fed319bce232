// The rules of the limits contract.

import assert from "node:assert/strict";
import type { LimitStore, Taken } from "../../core/engine/limits.js";
import type { Rule } from "./rule.js";

const bucket = { capacity: 3, refillMs: 1_000 };
const start = 1_000_000;

async function takeMany(
  limits: LimitStore,
  key: string,
  count: number,
  now: number,
): Promise<readonly Taken[]> {
  const taken: Taken[] = [];
  for (let index = 0; index < count; index += 1) taken.push(await limits.take(key, bucket, now));
  return taken;
}

function countOk(taken: readonly Taken[]): number {
  return taken.filter(({ ok }) => ok).length;
}

export const limitRules: readonly Rule[] = [
  {
    title: "a new key has a full bucket and no more",
    async check({ engine: { limits } }) {
      assert.deepEqual(await takeMany(limits, "k", 4, start), [
        { ok: true },
        { ok: true },
        { ok: true },
        { ok: false, retryAfterMs: 1_000 },
      ]);
    },
  },
  {
    title: "keys do not share their buckets",
    async check({ engine: { limits } }) {
      await takeMany(limits, "a", 3, start);
      assert.deepEqual(await limits.take("b", bucket, start), { ok: true });
    },
  },
  {
    title: "of several that take at the same time as many succeed as there are tokens",
    async check({ engine: { limits } }) {
      const taken = await Promise.all(
        Array.from({ length: 10 }, async () => limits.take("k", bucket, start)),
      );
      assert.equal(countOk(taken), 3);
    },
  },
  {
    title: "a token is back after its refill time and not before",
    async check({ engine: { limits } }) {
      await takeMany(limits, "k", 3, start);
      assert.deepEqual(await limits.take("k", bucket, start + 999), { ok: false, retryAfterMs: 1 });
      assert.deepEqual(await takeMany(limits, "k", 2, start + 1_000), [
        { ok: true },
        { ok: false, retryAfterMs: 1_000 },
      ]);
    },
  },
  {
    title: "refill is continuous: part of a token counts towards the next",
    async check({ engine: { limits } }) {
      await takeMany(limits, "k", 3, start);
      assert.deepEqual(await limits.take("k", bucket, start + 1_400), { ok: true });
      assert.deepEqual(await limits.take("k", bucket, start + 1_400), { ok: false, retryAfterMs: 600 });
      assert.deepEqual(await limits.take("k", bucket, start + 2_000), { ok: true });
    },
  },
  {
    title: "who comes back after the time told gets a token",
    async check({ engine: { limits } }) {
      let now = start;
      for (let round = 0; round < 20; round += 1) {
        const taken = await limits.take("k", { capacity: 2, refillMs: 333 }, now);
        if (taken.ok) continue;
        assert.ok(taken.retryAfterMs > 0);
        now += taken.retryAfterMs;
        assert.deepEqual(await limits.take("k", { capacity: 2, refillMs: 333 }, now), { ok: true });
      }
    },
  },
  {
    title: "refusals cost nothing",
    async check({ engine: { limits } }) {
      await takeMany(limits, "k", 3, start);
      assert.equal(countOk(await takeMany(limits, "k", 50, start + 500)), 0);
      assert.deepEqual(await limits.take("k", bucket, start + 1_000), { ok: true });
    },
  },
  {
    title: "a bucket never holds more than its capacity",
    async check({ engine: { limits } }) {
      await takeMany(limits, "k", 3, start);
      assert.equal(countOk(await takeMany(limits, "k", 10, start + 1_000_000)), 3);
    },
  },
  {
    title: "in any span no more succeed than the capacity and what the span refills",
    async check({ engine: { limits } }) {
      let ok = 0;
      for (let now = start; now <= start + 10_000; now += 50) {
        if ((await limits.take("k", bucket, now)).ok) ok += 1;
      }
      assert.equal(ok, 13);
    },
  },
  {
    title: "a capacity of one lets one through in each refill time",
    async check({ engine: { limits } }) {
      const single = { capacity: 1, refillMs: 100 };
      assert.deepEqual(await limits.take("k", single, start), { ok: true });
      assert.deepEqual(await limits.take("k", single, start + 60), { ok: false, retryAfterMs: 40 });
      assert.deepEqual(await limits.take("k", single, start + 100), { ok: true });
    },
  },
];
