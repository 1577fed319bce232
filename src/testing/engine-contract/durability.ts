// The rules of engines whose state survives the end of the process.

import assert from "node:assert/strict";
import type { Rule } from "./rule.js";
import { elicitation } from "./sample-elicitation.js";
import { session } from "./sample-session.js";

export const durabilityRules: readonly Rule[] = [
  {
    title: "what was kept is found by the next engine",
    async check({ engine, again, clock }) {
      const expiresAt = clock.now() + 1_000;
      await engine.sessions.create({ ...session("a"), subscriptions: ["file:///a"], logLevel: "info" });
      const version = await engine.records.put("k", "value ✓", { expiresAt });
      await engine.events.append("s", "event");
      await engine.events.end("s");
      const record = elicitation("e", { key: "k", tags: ["x"], expiresAt, principal: "ada" });
      await engine.elicitations.create(record);
      await engine.close();
      const next = await again();
      assert.deepEqual(await next.sessions.get("a"), {
        ...session("a"),
        subscriptions: ["file:///a"],
        logLevel: "info",
      });
      assert.deepEqual(await next.records.get("k"), { key: "k", value: "value ✓", version, expiresAt });
      assert.deepEqual(await next.events.read("s", 0), {
        events: [{ sequence: 1, data: "event" }],
        evicted: false,
        ended: true,
      });
      assert.deepEqual(await next.elicitations.list({ tag: "x" }, undefined, 10), [record]);
      assert.deepEqual(await next.elicitations.due(expiresAt, 10), [record]);
      assert.equal((await next.elicitations.create(elicitation("f", { key: "k" }))).created, false);
    },
  },
  {
    title: "writes that were under way when the engine was closed are kept",
    async check({ engine, again }) {
      const writes = Array.from({ length: 50 }, async (_, index) => engine.records.put(`k${index}`, "a"));
      await engine.close();
      const versions = await Promise.all(writes);
      assert.equal(new Set(versions).size, 50);
      assert.equal((await (await again()).records.list("k", undefined, 100)).length, 50);
    },
  },
  {
    title: "numbers and versions go on where the engine before left off",
    async check({ engine, again }) {
      const version = (await engine.records.put("k", "a")) ?? 0;
      await engine.records.remove("k");
      await engine.events.append("s", "a");
      await engine.elicitations.create(elicitation("a"));
      const [first] = await engine.elicitations.changes(0, 10);
      await engine.close();
      const next = await again();
      assert.ok(((await next.records.put("k", "b")) ?? 0) > version);
      assert.equal(await next.events.append("s", "b"), 2);
      await next.elicitations.change("a", 1, { status: "accepted" }, 2_000);
      const [second] = await next.elicitations.changes(first?.number ?? 0, 10);
      assert.ok((second?.number ?? 0) > (first?.number ?? 0));
    },
  },
  {
    title: "a bucket is as empty as the engine before left it",
    async check({ engine, again }) {
      const bucket = { capacity: 1, refillMs: 1_000 };
      await engine.limits.take("k", bucket, 1_000_000);
      await engine.close();
      const next = await again();
      assert.deepEqual(await next.limits.take("k", bucket, 1_000_400), { ok: false, retryAfterMs: 600 });
    },
  },
];
