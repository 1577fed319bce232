// The rules of what is due, and of what is forgotten.

import assert from "node:assert/strict";
import type { Rule } from "./rule.js";
import { createAll, elicitation, ids } from "./sample-elicitation.js";

export const elicitationEndRules: readonly Rule[] = [
  {
    title: "an open elicitation is due at its expiry and not before",
    async check({ engine: { elicitations }, clock }) {
      const expiresAt = clock.now() + 1_000;
      await createAll(elicitations, [
        elicitation("a", { expiresAt }),
        elicitation("b", { expiresAt: expiresAt + 1 }),
      ]);
      await elicitations.change("a", 1, { status: "active" }, clock.now());
      assert.deepEqual(await elicitations.due(expiresAt - 1, 10), []);
      assert.deepEqual(ids(await elicitations.due(expiresAt, 10)), ["a"]);
      await clock.advance(1_000);
      assert.deepEqual(await elicitations.due(expiresAt - 1, 10), []);
      assert.deepEqual(await elicitations.due(expiresAt, 10), [await elicitations.get("a")]);
      assert.deepEqual(ids(await elicitations.due(expiresAt + 1, 10)).toSorted(), ["a", "b"]);
    },
  },
  {
    title: "what is due stays due until it is changed",
    async check({ engine: { elicitations }, clock }) {
      await elicitations.create(elicitation("a", { expiresAt: clock.now() + 1_000 }));
      await clock.advance(1_000);
      assert.deepEqual(ids(await elicitations.due(clock.now(), 10)), ["a"]);
      assert.deepEqual(ids(await elicitations.due(clock.now(), 10)), ["a"]);
      await elicitations.change("a", 1, { status: "expired" }, clock.now());
      assert.deepEqual(await elicitations.due(clock.now(), 10), []);
    },
  },
  {
    title: "an expiry that moved is due at the new instant only",
    async check({ engine: { elicitations }, clock }) {
      const start = clock.now();
      await elicitations.create(elicitation("a", { expiresAt: start + 1_000 }));
      await elicitations.change("a", 1, { expiresAt: start + 90_000 }, start);
      assert.deepEqual(await elicitations.due(start + 1_000, 10), []);
      await clock.advance(90_000);
      assert.deepEqual(ids(await elicitations.due(start + 90_000, 10)), ["a"]);
    },
  },
  {
    title: "neither a settled elicitation nor one without expiry is ever due",
    async check({ engine: { elicitations }, clock }) {
      await createAll(elicitations, [elicitation("a", { expiresAt: clock.now() + 1_000 }), elicitation("b")]);
      await elicitations.change("a", 1, { status: "declined" }, clock.now());
      await clock.advance(1_000_000);
      assert.deepEqual(await elicitations.due(clock.now(), 10), []);
    },
  },
  {
    title: "at most the given number is due at once, and all of them in the end",
    async check({ engine: { elicitations }, clock }) {
      const expiresAt = clock.now() + 1_000;
      const all = Array.from({ length: 25 }, (_, index) => `e${index}`);
      await createAll(
        elicitations,
        all.map((id, index) => elicitation(id, { expiresAt: expiresAt + index * 40 })),
      );
      await clock.advance(10_000);
      const seen: string[] = [];
      for (
        let due = await elicitations.due(clock.now(), 10);
        due.length > 0;
        due = await elicitations.due(clock.now(), 10)
      ) {
        assert.ok(due.length <= 10);
        for (const { id, version } of due)
          await elicitations.change(id, version, { status: "expired" }, clock.now());
        seen.push(...ids(due));
      }
      assert.deepEqual(seen.sort(), all.sort());
    },
  },
  {
    title: "a final elicitation is forgotten at its instant and not before, and its key is free again",
    async check({ engine: { elicitations }, clock }) {
      const forgetAt = clock.now() + 1_000;
      await elicitations.create(elicitation("a", { key: "k" }));
      await elicitations.change("a", 1, { status: "accepted", forgetAt }, clock.now());
      assert.equal(await elicitations.forget(forgetAt - 1, 10), 0);
      assert.equal((await elicitations.get("a"))?.status, "accepted");
      await clock.advance(1_000);
      assert.equal(await elicitations.forget(forgetAt, 10), 1);
      assert.equal(await elicitations.get("a"), undefined);
      assert.deepEqual(await elicitations.list({}, undefined, 10), []);
      assert.equal((await elicitations.create(elicitation("b", { key: "k" }))).created, true);
    },
  },
  {
    title: "an elicitation that is open, or has no instant to be forgotten, is kept",
    async check({ engine: { elicitations }, clock }) {
      await createAll(elicitations, [
        elicitation("open", { expiresAt: clock.now() + 1 }),
        elicitation("kept"),
      ]);
      await elicitations.change("kept", 1, { status: "accepted" }, clock.now());
      await clock.advance(1_000_000);
      assert.equal(await elicitations.forget(clock.now(), 10), 0);
      assert.deepEqual(ids(await elicitations.list({}, undefined, 10)), ["open", "kept"]);
    },
  },
  {
    title: "at most the given number is forgotten at once, and each exactly once",
    async check({ engine: { elicitations }, clock }) {
      const all = Array.from({ length: 25 }, (_, index) => `e${index}`);
      await createAll(
        elicitations,
        all.map((id) => elicitation(id)),
      );
      for (const id of all) {
        await elicitations.change(id, 1, { status: "withdrawn", forgetAt: clock.now() + 10 }, clock.now());
      }
      await clock.advance(10);
      const counts = await Promise.all(
        Array.from({ length: 4 }, async () => elicitations.forget(clock.now(), 10)),
      );
      assert.deepEqual(
        counts.reduce((sum, count) => sum + count, 0),
        25,
      );
      assert.ok(counts.every((count) => count <= 10));
      assert.deepEqual(await elicitations.list({}, undefined, 10), []);
    },
  },
];
