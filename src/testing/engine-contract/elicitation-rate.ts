// The rules of the elicitations contract: creating at no more than a rate.

import assert from "node:assert/strict";
import type { Engine } from "../../core/engine/engine.js";
import type { Rule } from "./rule.js";
import { elicitation } from "./sample-elicitation.js";

const rate = { key: "k", bucket: { capacity: 3, refillMs: 1_000 } };
const now = 1_000;

/** How many tokens the bucket has. Takes them all. */
async function tokensLeft({ limits }: Engine): Promise<number> {
  let left = 0;
  while ((await limits.take(rate.key, rate.bucket, now)).ok) left += 1;
  return left;
}

export const elicitationRateRules: readonly Rule[] = [
  {
    title: "a new elicitation takes a token at its creation, and is not kept where there is none",
    async check({ engine, engine: { elicitations } }) {
      for (const id of ["a", "b", "c"])
        assert.equal((await elicitations.create(elicitation(id), undefined, rate)).created, true);
      assert.deepEqual(await elicitations.create(elicitation("d"), undefined, rate), {
        record: undefined,
        created: false,
        retryAfterMs: 1_000,
      });
      assert.equal(await elicitations.get("d"), undefined);
      assert.equal(await tokensLeft(engine), 0);
      const later = elicitation("e", { createdAt: now + 1_000 });
      assert.deepEqual(await elicitations.create(later, undefined, rate), { record: later, created: true });
    },
  },
  {
    title: "what is there already comes back without a token, also where none is left",
    async check({ engine, engine: { elicitations } }) {
      await elicitations.create(elicitation("a", { key: "one" }), undefined, rate);
      const again = await elicitations.create(elicitation("b", { key: "one" }), undefined, rate);
      assert.deepEqual([again.created, again.record?.id], [false, "a"]);
      assert.equal(await tokensLeft(engine), 2);
      const last = await elicitations.create(elicitation("c", { key: "one" }), undefined, rate);
      assert.deepEqual([last.created, last.record?.id], [false, "a"]);
    },
  },
  {
    title: "what is refused because too many are open takes no token",
    async check({ engine, engine: { elicitations } }) {
      await elicitations.create(elicitation("a"), 1, rate);
      assert.deepEqual(await elicitations.create(elicitation("b"), 1, rate), {
        record: undefined,
        created: false,
      });
      assert.equal(await tokensLeft(engine), 2);
    },
  },
  {
    title: "an id that is used takes no token",
    async check({ engine, engine: { elicitations } }) {
      await elicitations.create(elicitation("a"), undefined, rate);
      await assert.rejects(async () =>
        elicitations.create(elicitation("a", { key: "other" }), undefined, rate),
      );
      assert.equal(await tokensLeft(engine), 2);
    },
  },
  {
    title: "of several that create with the same key at once one takes a token and none is refused",
    async check({ engine, engine: { elicitations } }) {
      const creations = await Promise.all(
        Array.from({ length: 20 }, async (_, index) =>
          elicitations.create(elicitation(`e${index}`, { key: "one" }), undefined, rate),
        ),
      );
      assert.equal(creations.filter(({ created }) => created).length, 1);
      assert.equal(new Set(creations.map(({ record }) => record?.id)).size, 1);
      assert.equal(await tokensLeft(engine), 2);
    },
  },
];
