// The rules of the sessions contract.

import assert from "node:assert/strict";
import type { Rule } from "./rule.js";
import { session } from "./sample-session.js";

export const sessionRules: readonly Rule[] = [
  {
    title: "a created session is found with everything it was created with",
    async check({ engine: { sessions } }) {
      const anonymous = {
        ...session("b"),
        principalId: undefined,
        logLevel: "info",
        subscriptions: ["file:///a"],
      };
      await sessions.create(session("a"));
      await sessions.create(anonymous);
      assert.deepEqual(await sessions.get("a"), session("a"));
      assert.deepEqual(await sessions.get("b"), anonymous);
    },
  },
  {
    title: "an unknown session is not found, changed or removed",
    async check({ engine: { sessions } }) {
      assert.equal(await sessions.get("a"), undefined);
      assert.equal(await sessions.change("a", { logLevel: "info" }), undefined);
      assert.equal(await sessions.remove("a"), undefined);
      assert.equal(await sessions.get("a"), undefined);
    },
  },
  {
    title: "a log level replaces the one before and nothing else",
    async check({ engine: { sessions } }) {
      await sessions.create(session("a"));
      await sessions.change("a", { logLevel: "info" });
      assert.deepEqual(await sessions.change("a", { logLevel: "error" }), {
        ...session("a"),
        logLevel: "error",
      });
      assert.deepEqual(await sessions.get("a"), { ...session("a"), logLevel: "error" });
    },
  },
  {
    title: "subscriptions are kept once each, in order of subscription",
    async check({ engine: { sessions } }) {
      await sessions.create(session("a"));
      for (const uri of ["file:///b", "file:///a", "file:///b", "file:///c"]) {
        await sessions.change("a", { subscribe: uri });
      }
      assert.deepEqual((await sessions.get("a"))?.subscriptions, ["file:///b", "file:///a", "file:///c"]);
    },
  },
  {
    title: "unsubscribing takes away one uri, and an unknown one is harmless",
    async check({ engine: { sessions } }) {
      await sessions.create({ ...session("a"), subscriptions: ["file:///a", "file:///b"] });
      await sessions.change("a", { unsubscribe: "file:///c" });
      const changed = await sessions.change("a", { unsubscribe: "file:///a" });
      assert.deepEqual(changed?.subscriptions, ["file:///b"]);
      assert.deepEqual((await sessions.get("a"))?.subscriptions, ["file:///b"]);
    },
  },
  {
    title: "changes made at the same time are all kept",
    async check({ engine: { sessions } }) {
      await sessions.create(session("a"));
      await Promise.all([
        ...Array.from({ length: 20 }, async (_, index) =>
          sessions.change("a", { subscribe: `file:///${index}` }),
        ),
        (async () => sessions.change("a", { logLevel: "debug" }))(),
      ]);
      const found = await sessions.get("a");
      assert.equal(found?.logLevel, "debug");
      assert.equal(new Set(found?.subscriptions).size, 20);
      assert.equal(found?.subscriptions.length, 20);
    },
  },
  {
    title: "a record that was handed out does not change afterwards",
    async check({ engine: { sessions } }) {
      await sessions.create(session("a"));
      const before = await sessions.get("a");
      await sessions.change("a", { subscribe: "file:///a" });
      await sessions.touch("a", 2_000);
      await sessions.get("a");
      assert.deepEqual(before, session("a"));
    },
  },
  {
    title: "a touch moves the idle clock forward and never backward",
    async check({ engine: { sessions } }) {
      await sessions.create(session("a"));
      await sessions.touch("a", 3_000);
      assert.equal((await sessions.get("a"))?.seenAt, 3_000);
      await sessions.touch("a", 2_000);
      assert.equal((await sessions.get("a"))?.seenAt, 3_000);
    },
  },
  {
    title: "a touch of an unknown session is harmless and makes none",
    async check({ engine: { sessions } }) {
      await sessions.touch("a", 3_000);
      assert.equal(await sessions.get("a"), undefined);
    },
  },
  {
    title: "a change keeps what touches have told",
    async check({ engine: { sessions } }) {
      await sessions.create(session("a"));
      await sessions.touch("a", 3_000);
      assert.equal((await sessions.change("a", { logLevel: "info" }))?.seenAt, 3_000);
    },
  },
  {
    title: "exactly one of several callers that remove a session gets its record, as it was last",
    async check({ engine: { sessions } }) {
      await sessions.create(session("a"));
      await sessions.change("a", { logLevel: "info" });
      await sessions.touch("a", 3_000);
      const removed = await Promise.all(Array.from({ length: 10 }, async () => sessions.remove("a")));
      assert.deepEqual(
        removed.filter((record) => record !== undefined),
        [{ ...session("a"), logLevel: "info", seenAt: 3_000 }],
      );
      assert.equal(await sessions.get("a"), undefined);
    },
  },
  {
    title: "sessions last seen before the given instant are removed, and only those",
    async check({ engine: { sessions } }) {
      await sessions.create(session("old", 1_000));
      await sessions.create(session("edge", 2_000));
      await sessions.create(session("touched", 1_000));
      await sessions.create(session("new", 3_000));
      await sessions.touch("touched", 2_500);
      assert.deepEqual(await sessions.removeIdle(2_000, 10), [session("old", 1_000)]);
      assert.equal(await sessions.get("old"), undefined);
      for (const id of ["edge", "touched", "new"]) assert.notEqual(await sessions.get(id), undefined, id);
    },
  },
  {
    title: "sessions that came out of order are removed all the same",
    async check({ engine: { sessions } }) {
      await sessions.create(session("new", 5_000));
      await sessions.create(session("old", 1_000));
      await sessions.create(session("middle", 3_000));
      await sessions.touch("old", 2_000);
      const removed = await sessions.removeIdle(4_000, 10);
      assert.deepEqual(removed.map(({ id }) => id).sort(), ["middle", "old"]);
    },
  },
  {
    title: "at most the given number of idle sessions is removed at once",
    async check({ engine: { sessions } }) {
      for (const id of ["a", "b", "c"]) await sessions.create(session(id));
      assert.equal((await sessions.removeIdle(2_000, 2)).length, 2);
      assert.equal((await sessions.removeIdle(2_000, 2)).length, 1);
      assert.equal((await sessions.removeIdle(2_000, 2)).length, 0);
    },
  },
  {
    title: "each idle session goes to exactly one of several callers",
    async check({ engine: { sessions } }) {
      const ids = Array.from({ length: 50 }, (_, index) => `s${index}`);
      for (const id of ids) await sessions.create(session(id));
      const removed = await Promise.all(
        Array.from({ length: 10 }, async () => sessions.removeIdle(2_000, 10)),
      );
      const rest = await sessions.removeIdle(2_000, 50);
      assert.deepEqual([...removed.flat(), ...rest].map(({ id }) => id).sort(), ids.sort());
    },
  },
];
