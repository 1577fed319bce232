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
    title: "closing twice is harmless",
    async check({ engine }) {
      await engine.close();
      await engine.close();
    },
  },
];
