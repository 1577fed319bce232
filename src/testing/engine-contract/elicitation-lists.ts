// The rules of listing elicitations.

import assert from "node:assert/strict";
import type { ElicitationStore } from "../../core/engine/elicitations.js";
import { finalStatuses } from "../../core/engine/statuses.js";
import type { Rule } from "./rule.js";
import { createAll, elicitation, ids } from "./sample-elicitation.js";

export const elicitationListRules: readonly Rule[] = [
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
        elicitation("a", { audience: "ada", asker: "one", run: "r", tags: ["x", "y"] }),
        elicitation("b", { audience: "bob", asker: "one", run: "s", tags: ["y"] }),
        elicitation("c", { asker: "two", tags: ["x"], lease: "l" }),
        elicitation("d", { audience: "ada", asker: "two", run: "r", status: "active" }),
      ]);
      const list = async (filter: Parameters<ElicitationStore["list"]>[0]): Promise<readonly string[]> =>
        ids(await elicitations.list(filter, undefined, 10));
      assert.deepEqual(await list({ audience: "ada" }), ["a", "d"]);
      assert.deepEqual(await list({ asker: "two" }), ["c", "d"]);
      assert.deepEqual(await list({ tag: "x" }), ["a", "c"]);
      assert.deepEqual(await list({ lease: "l" }), ["c"]);
      assert.deepEqual(await list({ lease: "l", status: ["active"] }), []);
      assert.deepEqual(await list({ status: ["active"] }), ["d"]);
      assert.deepEqual(await list({ status: ["pending"], audience: "ada" }), ["a"]);
      assert.deepEqual(await list({ asker: "one", tag: "y", audience: "bob" }), ["b"]);
      assert.deepEqual(await list({ run: "r" }), ["a", "d"]);
      assert.deepEqual(await list({ run: "r", status: ["active"] }), ["d"]);
      assert.deepEqual(await list({ run: "s", tag: "y" }), ["b"]);
      assert.deepEqual(await list({ run: "s", tag: "x" }), []);
      assert.deepEqual(await list({ run: "t" }), []);
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
    title: "a list that begins with the newest has the same in the other order, page by page",
    async check({ engine: { elicitations } }) {
      const all = Array.from({ length: 25 }, (_, index) => `e${(index * 7) % 25}`);
      await createAll(
        elicitations,
        all.map((id) => elicitation(id, { tags: ["x"], audience: "ada", lease: "l" })),
      );
      const open = ["pending", "active"] as const;
      const filters = [{}, { status: open }, { tag: "x" }, { status: open, audience: "ada" }, { lease: "l" }];
      for (const filter of filters) {
        const seen: string[] = [];
        for (let after: string | undefined; ; after = seen.at(-1)) {
          const page = await elicitations.list(filter, after, 10, "newest");
          if (page.length === 0) break;
          seen.push(...ids(page));
        }
        assert.deepEqual(seen, all.toReversed());
      }
    },
  },
  {
    title: "the open ones of a lease are listed in order of creation, also those that moved to it",
    async check({ engine: { elicitations } }) {
      const open = { status: ["pending", "active"] as const, lease: "l" };
      await createAll(elicitations, [
        elicitation("a", { lease: "other" }),
        elicitation("b", { lease: "l" }),
        elicitation("c", { lease: "l" }),
        elicitation("d", { lease: "l", status: "active" }),
        elicitation("e"),
      ]);
      await elicitations.change("a", 1, { lease: "l" }, 2_000);
      await elicitations.change("c", 1, { status: "withdrawn" }, 2_000);
      await elicitations.change("b", 1, { status: "active" }, 2_000);
      assert.deepEqual(ids(await elicitations.list(open, undefined, 10)), ["a", "b", "d"]);
      assert.deepEqual(ids(await elicitations.list(open, "a", 1)), ["b"]);
      assert.deepEqual(ids(await elicitations.list(open, "c", 10)), ["d"]);
      assert.deepEqual(await elicitations.list({ ...open, lease: "other" }, undefined, 10), []);
      await elicitations.change("d", 1, { lease: undefined }, 2_000);
      assert.deepEqual(ids(await elicitations.list(open, undefined, 10)), ["a", "b"]);
      assert.equal((await elicitations.get("d"))?.lease, undefined);
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
];
