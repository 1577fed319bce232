// The rules of the change feed.

import assert from "node:assert/strict";
import type { Rule } from "./rule.js";
import { createAll, elicitation } from "./sample-elicitation.js";

export const elicitationFeedRules: readonly Rule[] = [
  {
    title: "the change feed tells of every creation and change, in order",
    async check({ engine: { elicitations } }) {
      await elicitations.create(elicitation("a", { createdAt: 1_000 }));
      await elicitations.create(elicitation("b", { createdAt: 1_500 }));
      await elicitations.change("a", 1, { status: "active" }, 2_000);
      await elicitations.change("a", 2, { status: "accepted" }, 3_000);
      const events = await elicitations.changes(0, 10);
      assert.deepEqual(
        events.map(({ id, status, version, at }) => [id, status, version, at]),
        [
          ["a", "pending", 1, 1_000],
          ["b", "pending", 1, 1_500],
          ["a", "active", 2, 2_000],
          ["a", "accepted", 3, 3_000],
        ],
      );
      const numbers = events.map(({ number }) => number);
      assert.deepEqual(
        numbers,
        [...new Set(numbers)].sort((a, b) => a - b),
      );
      assert.ok(numbers.every((number) => number > 0));
    },
  },
  {
    title: "creating again with the same key is no change",
    async check({ engine: { elicitations } }) {
      await elicitations.create(elicitation("a"));
      await elicitations.create(elicitation("a"));
      assert.equal((await elicitations.changes(0, 10)).length, 1);
    },
  },
  {
    title: "pages of the change feed follow each other without loss or repetition",
    async check({ engine: { elicitations } }) {
      const all = Array.from({ length: 25 }, (_, index) => `e${index}`);
      await createAll(
        elicitations,
        all.map((id) => elicitation(id)),
      );
      const seen: string[] = [];
      for (let page = await elicitations.changes(0, 10); page.length > 0; ) {
        assert.ok(page.length <= 10);
        seen.push(...page.map(({ id }) => id));
        page = await elicitations.changes(page.at(-1)?.number ?? Number.NaN, 10);
      }
      assert.deepEqual(seen, all);
    },
  },
  {
    title: "changes made at the same time are each told once",
    async check({ engine: { elicitations } }) {
      const all = Array.from({ length: 20 }, (_, index) => `e${index}`);
      await Promise.all(all.map(async (id) => elicitations.create(elicitation(id))));
      await Promise.all(all.map(async (id) => elicitations.change(id, 1, { status: "accepted" }, 2_000)));
      const events = await elicitations.changes(0, 100);
      assert.equal(events.length, 40);
      assert.equal(new Set(events.map(({ number }) => number)).size, 40);
    },
  },
];
