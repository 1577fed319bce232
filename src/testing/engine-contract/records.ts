// The rules of the records contract.

import assert from "node:assert/strict";
import type { Rule } from "./rule.js";

export const recordRules: readonly Rule[] = [
  {
    title: "an absent record is not found or removed",
    async check({ engine: { records } }) {
      assert.equal(await records.get("k"), undefined);
      assert.equal(await records.remove("k"), false);
    },
  },
  {
    title: "a written record is found with its value, version and expiry",
    async check({ engine: { records }, clock }) {
      const expiresAt = clock.now() + 1_000;
      const first = await records.put("k", "value ✓ 𝄞");
      assert.deepEqual(await records.get("k"), {
        key: "k",
        value: "value ✓ 𝄞",
        version: first,
        expiresAt: undefined,
      });
      const second = await records.put("k", "", { expiresAt });
      assert.deepEqual(await records.get("k"), { key: "k", value: "", version: second, expiresAt });
    },
  },
  {
    title: "the version grows with every write",
    async check({ engine: { records } }) {
      let last = 0;
      for (const value of ["a", "b", "b", "c"]) {
        const version = (await records.put("k", value)) ?? 0;
        assert.ok(version > last, `${version} follows ${last}`);
        last = version;
      }
    },
  },
  {
    title: "a write over the expected version happens, over another it does not",
    async check({ engine: { records } }) {
      const first = await records.put("k", "a", { ifVersion: 0 });
      assert.ok(first !== undefined);
      const second = await records.put("k", "b", { ifVersion: first });
      assert.ok(second !== undefined);
      assert.equal(await records.put("k", "c", { ifVersion: first }), undefined);
      assert.equal(await records.put("k", "c", { ifVersion: second + 1 }), undefined);
      assert.deepEqual(await records.get("k"), {
        key: "k",
        value: "b",
        version: second,
        expiresAt: undefined,
      });
    },
  },
  {
    title: "version 0 stands for no record",
    async check({ engine: { records } }) {
      assert.notEqual(await records.put("k", "a", { ifVersion: 0 }), undefined);
      assert.equal(await records.put("k", "b", { ifVersion: 0 }), undefined);
      assert.equal(await records.put("other", "b", { ifVersion: 1 }), undefined);
      assert.equal(await records.get("other"), undefined);
    },
  },
  {
    title: "of several writers that expect no record exactly one writes",
    async check({ engine: { records } }) {
      const versions = await Promise.all(
        Array.from({ length: 20 }, async (_, index) => records.put("k", String(index), { ifVersion: 0 })),
      );
      assert.equal(versions.filter((version) => version !== undefined).length, 1);
      const winner = versions.findIndex((version) => version !== undefined);
      assert.equal((await records.get("k"))?.value, String(winner));
    },
  },
  {
    title: "of several writers that expect the same version exactly one writes",
    async check({ engine: { records } }) {
      const ifVersion = (await records.put("k", "start")) ?? 0;
      const versions = await Promise.all(
        Array.from({ length: 20 }, async (_, index) => records.put("k", String(index), { ifVersion })),
      );
      assert.equal(versions.filter((version) => version !== undefined).length, 1);
      const winner = versions.findIndex((version) => version !== undefined);
      assert.equal((await records.get("k"))?.value, String(winner));
    },
  },
  {
    title: "counting by compare-and-set loses no count",
    async check({ engine: { records } }) {
      const count = async (): Promise<void> => {
        for (;;) {
          const found = await records.get("k");
          const next = String(Number(found?.value ?? "0") + 1);
          if ((await records.put("k", next, { ifVersion: found?.version ?? 0 })) !== undefined) return;
        }
      };
      await Promise.all(Array.from({ length: 20 }, count));
      assert.equal((await records.get("k"))?.value, "20");
    },
  },
  {
    title: "exactly one of several callers that remove a record is told so",
    async check({ engine: { records } }) {
      await records.put("k", "a");
      const removed = await Promise.all(Array.from({ length: 10 }, async () => records.remove("k")));
      assert.equal(removed.filter(Boolean).length, 1);
      assert.equal(await records.get("k"), undefined);
    },
  },
  {
    title: "a removal of one version leaves every other alone",
    async check({ engine: { records } }) {
      const first = (await records.put("k", "a")) ?? 0;
      const second = (await records.put("k", "b")) ?? 0;
      assert.equal(await records.remove("k", first), false);
      assert.equal((await records.get("k"))?.value, "b");
      assert.equal(await records.remove("k", second), true);
      assert.equal(await records.get("k"), undefined);
    },
  },
  {
    title: "a record exists until its expiry and no longer after it",
    async check({ engine: { records }, clock }) {
      await records.put("k", "a", { expiresAt: clock.now() + 1_000 });
      await clock.advance(1_000);
      assert.equal((await records.get("k"))?.value, "a");
      await clock.advance(1);
      assert.equal(await records.get("k"), undefined);
    },
  },
  {
    title: "an expired record is absent for every call",
    async check({ engine: { records }, clock }) {
      const version = (await records.put("k", "a", { expiresAt: clock.now() + 1_000 })) ?? 0;
      await clock.advance(1_001);
      assert.deepEqual(await records.list("", undefined, 10), []);
      assert.equal(await records.remove("k"), false);
      assert.equal(await records.put("k", "b", { ifVersion: version }), undefined);
      assert.notEqual(await records.put("k", "c", { ifVersion: 0 }), undefined);
      assert.equal((await records.get("k"))?.value, "c");
    },
  },
  {
    title: "a write without expiry makes a record last that had one",
    async check({ engine: { records }, clock }) {
      await records.put("k", "a", { expiresAt: clock.now() + 1_000 });
      await records.put("k", "b");
      await clock.advance(1_000_000);
      assert.equal((await records.get("k"))?.value, "b");
    },
  },
  {
    title: "a write can move the expiry either way",
    async check({ engine: { records }, clock }) {
      const start = clock.now();
      await records.put("later", "a", { expiresAt: start + 1_000 });
      await records.put("later", "b", { expiresAt: start + 5_000 });
      await records.put("sooner", "a", { expiresAt: start + 50_000 });
      await records.put("sooner", "b", { expiresAt: start + 1_000 });
      await clock.advance(2_000);
      assert.equal((await records.get("later"))?.value, "b");
      assert.equal(await records.get("sooner"), undefined);
    },
  },
  {
    title: "a record written with an expiry in the past is absent",
    async check({ engine: { records }, clock }) {
      await records.put("k", "a", { expiresAt: clock.now() - 1 });
      assert.equal(await records.get("k"), undefined);
    },
  },
  {
    title: "a refused write changes neither value nor expiry",
    async check({ engine: { records }, clock }) {
      await records.put("k", "a", { expiresAt: clock.now() + 1_000 });
      await records.put("k", "b", { ifVersion: 0, expiresAt: clock.now() + 5_000 });
      await clock.advance(1_001);
      assert.equal(await records.get("k"), undefined);
    },
  },
  {
    title: "a list gives the records of a prefix in key order",
    async check({ engine: { records } }) {
      for (const key of ["b/2", "a/1", "b/10", "b", "c/1", "b/1"]) await records.put(key, key);
      const listed = await records.list("b/", undefined, 10);
      assert.deepEqual(
        listed.map(({ key }) => key),
        ["b/1", "b/10", "b/2"],
      );
      assert.deepEqual(listed[0], await records.get("b/1"));
    },
  },
  {
    title: "an empty prefix lists everything",
    async check({ engine: { records } }) {
      for (const key of ["b", "a"]) await records.put(key, key);
      assert.deepEqual(
        (await records.list("", undefined, 10)).map(({ key }) => key),
        ["a", "b"],
      );
    },
  },
  {
    title: "a prefix means exactly its characters",
    async check({ engine: { records } }) {
      for (const key of ["a%b", "axb", "a_b", "a*b", "A%b"]) await records.put(key, key);
      assert.deepEqual(
        (await records.list("a%", undefined, 10)).map(({ key }) => key),
        ["a%b"],
      );
      assert.deepEqual(
        (await records.list("a_", undefined, 10)).map(({ key }) => key),
        ["a_b"],
      );
      assert.deepEqual(
        (await records.list("a*", undefined, 10)).map(({ key }) => key),
        ["a*b"],
      );
    },
  },
  {
    title: "keys and values are any strings, whole",
    async check({ engine: { records } }) {
      const keys = ["a\0", "a\0b", "a\u0001", "a\ud800", "a\udc00"];
      for (const key of keys) assert.notEqual(await records.put(key, `v${key}`, { ifVersion: 0 }), undefined);
      for (const key of keys) assert.equal((await records.get(key))?.value, `v${key}`);
      assert.deepEqual(
        (await records.list("a\0", undefined, 10)).map(({ key }) => key),
        ["a\0", "a\0b"],
      );
    },
  },
  {
    title: "pages of a list follow each other without loss or repetition",
    async check({ engine: { records } }) {
      const keys = Array.from({ length: 25 }, (_, index) => `p/${String(index).padStart(2, "0")}`);
      for (const key of [...keys].reverse()) await records.put(key, "v");
      await records.put("q/0", "v");
      const seen: string[] = [];
      for (let after: string | undefined; ; after = seen.at(-1)) {
        const page = await records.list("p/", after, 10);
        if (page.length === 0) break;
        assert.ok(page.length <= 10);
        seen.push(...page.map(({ key }) => key));
      }
      assert.deepEqual(seen, keys);
    },
  },
  {
    title: "a list goes on after a key that is gone",
    async check({ engine: { records } }) {
      for (const key of ["a", "b", "c"]) await records.put(key, "v");
      await records.remove("b");
      assert.deepEqual(
        (await records.list("", "b", 10)).map(({ key }) => key),
        ["c"],
      );
    },
  },
  {
    title: "expired records take no place in a list",
    async check({ engine: { records }, clock }) {
      await records.put("a", "v", { expiresAt: clock.now() + 10 });
      await records.put("b", "v");
      await records.put("c", "v");
      await clock.advance(11);
      assert.deepEqual(
        (await records.list("", undefined, 2)).map(({ key }) => key),
        ["b", "c"],
      );
    },
  },
];
