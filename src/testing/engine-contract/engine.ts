// The rules of the engine as a whole.

import assert from "node:assert/strict";
import type { Rule } from "./rule.js";

export const engineRules: readonly Rule[] = [
  {
    title: "an engine has a name and says whether it is shared and durable",
    async check({ engine }) {
      assert.notEqual(engine.name, "");
      assert.equal(typeof engine.shared, "boolean");
      assert.equal(typeof engine.durable, "boolean");
    },
  },
  {
    title: "an engine is checked for what it says of itself",
    async check({ engine, checks }) {
      assert.equal(
        checks.shared,
        engine.shared,
        "Give engineContract the option shared as the engine says it.",
      );
      assert.equal(
        checks.durable,
        engine.durable,
        "Give engineContract the option durable as the engine says it.",
      );
    },
  },
  {
    title: "a closed engine refuses every call",
    async check({ engine }) {
      await engine.close();
      const calls = [
        async () => engine.sessions.get("a"),
        async () => engine.events.append("s", "a"),
        async () => engine.records.put("k", "a"),
        async () => engine.records.get("k"),
        async () => engine.limits.take("k", { capacity: 1, refillMs: 1 }, 0),
        async () => engine.elicitations.list({}, undefined, 1),
        async () => engine.bus.publish("t", "a"),
        async () => engine.bus.subscribe("t", () => {}),
      ];
      for (const call of calls) await assert.rejects(call, { code: "closed" });
    },
  },
  {
    title: "an engine that goes out of use by itself is closed",
    async check({ engine }) {
      await engine[Symbol.asyncDispose]();
      await assert.rejects(async () => engine.records.get("k"), { code: "closed" });
      await engine.close();
    },
  },
  {
    title: "closing twice is harmless",
    async check({ engine }) {
      await engine.close();
      await engine.close();
    },
  },
];
