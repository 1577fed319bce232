// The rules of the elicitations contract.

import assert from "node:assert/strict";
import type {
  ElicitationRecord,
  ElicitationStatus,
  ElicitationStore,
} from "../../core/engine/elicitations.js";
import type { Rule } from "./rule.js";

function elicitation(id: string, fields: Partial<ElicitationRecord> = {}): ElicitationRecord {
  return {
    id,
    key: id,
    mode: "inline",
    status: "pending",
    audience: undefined,
    asker: "server",
    tags: [],
    createdAt: 1_000,
    expiresAt: undefined,
    forgetAt: undefined,
    version: 1,
    body: `{"asks":"${id}"}`,
    outcome: undefined,
    ...fields,
  };
}

async function createAll(store: ElicitationStore, records: readonly ElicitationRecord[]): Promise<void> {
  for (const record of records) await store.create(record);
}

function ids(records: readonly ElicitationRecord[]): readonly string[] {
  return records.map(({ id }) => id);
}

const finalStatuses: readonly ElicitationStatus[] = [
  "accepted",
  "declined",
  "cancelled",
  "expired",
  "withdrawn",
];

export const elicitationRules: readonly Rule[] = [
  {
    title: "a created elicitation is found with everything it was created with",
    async check({ engine: { elicitations } }) {
      const record = elicitation("a", {
        key: "key of a",
        mode: "url",
        audience: "ada",
        tags: ["x", "y ✓"],
        expiresAt: 5_000,
      });
      assert.deepEqual(await elicitations.create(record), { record, created: true });
      assert.deepEqual(await elicitations.get("a"), record);
      assert.equal(await elicitations.get("key of a"), undefined);
    },
  },
  {
    title: "creating again with the same key gives the first record, as it is now",
    async check({ engine: { elicitations } }) {
      await elicitations.create(elicitation("a", { key: "k" }));
      const changed = await elicitations.change("a", 1, { status: "active" }, 2_000);
      assert.deepEqual(await elicitations.create(elicitation("b", { key: "k", body: "other" })), {
        record: changed,
        created: false,
      });
      assert.equal(await elicitations.get("b"), undefined);
    },
  },
  {
    title: "a key that is its record's own id is a key like any other",
    async check({ engine: { elicitations } }) {
      await elicitations.create(elicitation("a"));
      assert.equal((await elicitations.create(elicitation("a"))).created, false);
      const other = await elicitations.create(elicitation("b", { key: "a" }));
      assert.deepEqual([other.created, other.record.id], [false, "a"]);
    },
  },
  {
    title: "an id of one is free to be the key of another",
    async check({ engine: { elicitations } }) {
      await elicitations.create(elicitation("a", { key: "k" }));
      assert.equal((await elicitations.create(elicitation("b", { key: "a" }))).created, true);
      assert.equal((await elicitations.create(elicitation("c", { key: "a" }))).record.id, "b");
    },
  },
  {
    title: "of several that create with the same key exactly one does",
    async check({ engine: { elicitations } }) {
      const created = await Promise.all(
        Array.from({ length: 20 }, async (_, index) =>
          elicitations.create(elicitation(`e${index}`, { key: "k" })),
        ),
      );
      assert.equal(created.filter((result) => result.created).length, 1);
      assert.equal(new Set(created.map(({ record }) => record.id)).size, 1);
      assert.equal((await elicitations.list({}, undefined, 100)).length, 1);
    },
  },
  {
    title: "a change of the expected version is made, and the version grows by one",
    async check({ engine: { elicitations } }) {
      const record = elicitation("a", { expiresAt: 5_000, tags: ["x"] });
      await elicitations.create(record);
      const claimed = await elicitations.change("a", 1, { status: "active", expiresAt: 6_000 }, 2_000);
      assert.deepEqual(claimed, { ...record, status: "active", expiresAt: 6_000, version: 2 });
      const settled = await elicitations.change(
        "a",
        2,
        { status: "accepted", outcome: "yes", forgetAt: 9_000 },
        3_000,
      );
      assert.deepEqual(settled, {
        ...claimed,
        status: "accepted",
        outcome: "yes",
        forgetAt: 9_000,
        version: 3,
      });
      assert.deepEqual(await elicitations.get("a"), settled);
    },
  },
  {
    title: "a change can take an expiry away and replace the body",
    async check({ engine: { elicitations } }) {
      await elicitations.create(elicitation("a", { expiresAt: 5_000 }));
      const changed = await elicitations.change("a", 1, { expiresAt: undefined, body: "new" }, 2_000);
      assert.deepEqual(changed, elicitation("a", { body: "new", version: 2 }));
      assert.deepEqual(await elicitations.due(1_000_000, 10), []);
    },
  },
  {
    title: "a change of another version, or of an unknown elicitation, is not made",
    async check({ engine: { elicitations } }) {
      await elicitations.create(elicitation("a"));
      assert.equal(await elicitations.change("a", 2, { status: "accepted" }, 2_000), undefined);
      assert.equal(await elicitations.change("b", 1, { status: "accepted" }, 2_000), undefined);
      assert.deepEqual(await elicitations.get("a"), elicitation("a"));
      assert.equal((await elicitations.changes(0, 10)).length, 1);
    },
  },
  {
    title: "of several that settle the same version exactly one does",
    async check({ engine: { elicitations } }) {
      await elicitations.create(elicitation("a"));
      const settled = await Promise.all(
        Array.from({ length: 20 }, async (_, index) =>
          elicitations.change("a", 1, { status: "accepted", outcome: String(index) }, 2_000),
        ),
      );
      const winners = settled.filter((record) => record !== undefined);
      assert.equal(winners.length, 1);
      assert.deepEqual(await elicitations.get("a"), winners[0]);
    },
  },
  {
    title: "a record that was handed out does not change afterwards",
    async check({ engine: { elicitations } }) {
      await elicitations.create(elicitation("a"));
      const before = await elicitations.get("a");
      await elicitations.change("a", 1, { status: "accepted" }, 2_000);
      assert.deepEqual(before, elicitation("a"));
    },
  },
  {
    title: "a list is in order of creation, whatever ids and changes there are",
    async check({ engine: { elicitations } }) {
      await createAll(elicitations, [elicitation("c"), elicitation("a"), elicitation("d"), elicitation("b")]);
      await elicitations.change("c", 1, { status: "active" }, 2_000);
      await elicitations.change("a", 1, { status: "accepted" }, 2_000);
      assert.deepEqual(ids(await elicitations.list({}, undefined, 10)), ["c", "a", "d", "b"]);
      assert.deepEqual(ids(await elicitations.list({ status: ["pending", "active"] }, undefined, 10)), [
        "c",
        "d",
        "b",
      ]);
    },
  },
  {
    title: "a list shows what passes every part of the filter",
    async check({ engine: { elicitations } }) {
      await createAll(elicitations, [
        elicitation("a", { audience: "ada", asker: "one", tags: ["x", "y"] }),
        elicitation("b", { audience: "bob", asker: "one", tags: ["y"] }),
        elicitation("c", { asker: "two", tags: ["x"] }),
        elicitation("d", { audience: "ada", asker: "two", status: "active" }),
      ]);
      const list = async (filter: Parameters<ElicitationStore["list"]>[0]): Promise<readonly string[]> =>
        ids(await elicitations.list(filter, undefined, 10));
      assert.deepEqual(await list({ audience: "ada" }), ["a", "d"]);
      assert.deepEqual(await list({ asker: "two" }), ["c", "d"]);
      assert.deepEqual(await list({ tag: "x" }), ["a", "c"]);
      assert.deepEqual(await list({ status: ["active"] }), ["d"]);
      assert.deepEqual(await list({ status: ["pending"], audience: "ada" }), ["a"]);
      assert.deepEqual(await list({ asker: "one", tag: "y", audience: "bob" }), ["b"]);
      assert.deepEqual(await list({ tag: "z" }), []);
      assert.deepEqual(await list({ status: [] }), []);
    },
  },
  {
    title: "every status is listed under its own name",
    async check({ engine: { elicitations } }) {
      for (const status of finalStatuses) {
        await elicitations.create(elicitation(status));
        await elicitations.change(status, 1, { status }, 2_000);
        assert.deepEqual(ids(await elicitations.list({ status: [status] }, undefined, 10)), [status]);
      }
      assert.deepEqual(ids(await elicitations.list({ status: finalStatuses }, undefined, 10)), finalStatuses);
      assert.deepEqual(await elicitations.list({ status: ["pending"] }, undefined, 10), []);
    },
  },
  {
    title: "pages of a list follow each other without loss or repetition",
    async check({ engine: { elicitations } }) {
      const all = Array.from({ length: 25 }, (_, index) => `e${(index * 7) % 25}`);
      await createAll(
        elicitations,
        all.map((id) => elicitation(id)),
      );
      for (const filter of [{}, { status: ["pending"] as const }]) {
        const seen: string[] = [];
        for (let after: string | undefined; ; after = seen.at(-1)) {
          const page = await elicitations.list(filter, after, 10);
          if (page.length === 0) break;
          assert.ok(page.length <= 10);
          seen.push(...ids(page));
        }
        assert.deepEqual(seen, all);
      }
    },
  },
  {
    title: "a list goes on after a record that the filter no longer shows",
    async check({ engine: { elicitations } }) {
      await createAll(
        elicitations,
        ["a", "b", "c", "d", "e"].map((id) => elicitation(id)),
      );
      for (const id of ["b", "c"]) await elicitations.change(id, 1, { status: "accepted" }, 2_000);
      assert.deepEqual(ids(await elicitations.list({ status: ["pending"] }, "b", 10)), ["d", "e"]);
      assert.deepEqual(ids(await elicitations.list({ status: ["pending"] }, "a", 1)), ["d"]);
    },
  },
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
