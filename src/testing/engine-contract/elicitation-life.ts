// The rules of creating and changing elicitations.

import assert from "node:assert/strict";
import type { Rule } from "./rule.js";
import { elicitation } from "./sample-elicitation.js";

export const elicitationLifeRules: readonly Rule[] = [
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
      assert.deepEqual([other.created, other.record?.id], [false, "a"]);
    },
  },
  {
    title: "an id of one is free to be the key of another",
    async check({ engine: { elicitations } }) {
      await elicitations.create(elicitation("a", { key: "k" }));
      assert.equal((await elicitations.create(elicitation("b", { key: "a" }))).created, true);
      assert.equal((await elicitations.create(elicitation("c", { key: "a" }))).record?.id, "b");
    },
  },
  {
    title: "a principal who has as many open ones as may be gets no more, until one is settled",
    async check({ engine: { elicitations } }) {
      const create = async (id: string, principal: string | undefined) =>
        (await elicitations.create(elicitation(id, { principal }), 2)).created;
      assert.deepEqual([await create("a", "ada"), await create("b", "ada")], [true, true]);
      assert.deepEqual(await elicitations.create(elicitation("c", { principal: "ada" }), 2), {
        record: undefined,
        created: false,
      });
      assert.equal(await elicitations.get("c"), undefined);
      assert.deepEqual([await create("d", "bob"), await create("e", undefined)], [true, true]);
      assert.equal(
        (await elicitations.create(elicitation("f", { key: "a", principal: "ada" }), 2)).record?.id,
        "a",
      );
      await elicitations.change("a", 1, { status: "active" }, 2_000);
      assert.equal(await create("g", "ada"), false);
      await elicitations.change("a", 2, { status: "accepted" }, 2_000);
      assert.deepEqual([await create("h", "ada"), await create("i", "ada")], [true, false]);
    },
  },
  {
    title: "those asked for nobody who is known count together, for each asker",
    async check({ engine: { elicitations } }) {
      const create = async (id: string, asker: string) =>
        (await elicitations.create(elicitation(id, { asker }), 2)).created;
      assert.deepEqual([await create("a", "one"), await create("b", "one")], [true, true]);
      assert.deepEqual([await create("c", "one"), await create("d", "other")], [false, true]);
      assert.equal((await elicitations.create(elicitation("a", { asker: "one" }), 2)).record?.id, "a");
      await elicitations.create(elicitation("e", { principal: "one" }), 2);
      await elicitations.change("a", 1, { status: "declined" }, 2_000);
      assert.deepEqual([await create("f", "one"), await create("g", "one")], [true, false]);
    },
  },
  {
    title: "of several that create at once no more are kept than may be open",
    async check({ engine: { elicitations } }) {
      const created = await Promise.all(
        Array.from({ length: 20 }, async (_, index) =>
          elicitations.create(elicitation(`e${index}`, { principal: "ada" }), 5),
        ),
      );
      assert.equal(created.filter((result) => result.created).length, 5);
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
      assert.equal(new Set(created.map(({ record }) => record?.id)).size, 1);
      assert.equal((await elicitations.list({}, undefined, 100)).length, 1);
    },
  },
  {
    title: "an engine that says it keeps objects gives back the very ones it was given",
    async check({ engine: { elicitations, keepsObjects = false } }) {
      const [body, outcome] = [{ asked: ["this"] }, { said: "that" }];
      if (!keepsObjects) return;
      await elicitations.create(elicitation("a", { body }));
      assert.equal((await elicitations.get("a"))?.body, body);
      await elicitations.change("a", 1, { status: "accepted", outcome }, 2_000);
      const [listed] = await elicitations.list({}, undefined, 10);
      assert.equal(listed?.body, body);
      assert.equal(listed.outcome, outcome);
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
    title: "a change of a version that was read and is over is not made, and is no mistake",
    async check({ engine: { elicitations } }) {
      await elicitations.create(elicitation("a", { status: "accepted" }));
      await elicitations.get("a");
      await elicitations.change("a", 1, { outcome: "yes", forgetAt: 2_000 }, 2_000);
      assert.equal(await elicitations.change("a", 1, { status: "pending" }, 2_000), undefined);
      await elicitations.get("a");
      assert.equal(await elicitations.forget(2_000, 10), 1);
      assert.equal(await elicitations.change("a", 2, { status: "pending" }, 2_000), undefined);
    },
  },
  {
    title: "one that is forgotten and made anew under its id is another one, whatever was read before",
    async check({ engine: { elicitations } }) {
      await elicitations.create(elicitation("a"));
      await elicitations.get("a");
      await Promise.all([
        elicitations.change("a", 1, { status: "accepted", forgetAt: 2_000 }, 2_000),
        elicitations.forget(2_000, 10),
        elicitations.create(elicitation("a", { body: "new" })),
      ]);
      assert.equal((await elicitations.change("a", 1, { status: "active" }, 2_000))?.body, "new");
      await Promise.all([
        elicitations.create(elicitation("b")),
        elicitations.change("b", 1, { status: "accepted", forgetAt: 2_000 }, 2_000),
        elicitations.forget(2_000, 10),
        elicitations.create(elicitation("b", { status: "declined", body: "new" })),
      ]);
      assert.equal((await elicitations.change("b", 1, { outcome: "no" }, 2_000))?.body, "new");
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
];
