// The memory engine keeps every rule of the engine contract.

import { describe, it } from "vitest";
import { createMemoryEngine } from "../../src/engines/memory/index.js";
import { engineContract } from "../../src/testing/index.js";

describe("the memory engine", () => {
  const cases = engineContract({
    create: ({ clock, maxEventsPerStream, retentionMs }) =>
      createMemoryEngine({ clock, onError: () => {}, events: { maxEventsPerStream, retentionMs } }),
  });
  for (const { part, title, run } of cases) it(`${part}: ${title}`, run);
});
