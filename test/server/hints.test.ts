// Hints: what the bus is to the server.

import { describe, expect, it } from "vitest";
import { createMemoryEngine } from "../../src/engines/memory/index.js";
import type { Bus } from "../../src/index.js";
import { createHints } from "../../src/server/hints.js";

const logger = { debug() {}, info() {}, warn() {}, error() {} };

describe("whoever hears a topic", () => {
  it("is told once it hears, at once or later", async () => {
    const told: string[] = [];
    const { bus } = createMemoryEngine();
    createHints(bus, logger).hear(
      "a",
      () => {},
      () => told.push("now"),
    );
    expect(told).toEqual(["now"]);
    const later: Bus = { ...bus, subscribe: async (topic, listener) => bus.subscribe(topic, listener) };
    createHints(later, logger).hear(
      "a",
      () => {},
      () => told.push("later"),
    );
    expect(told).toEqual(["now"]);
    await Promise.resolve();
    expect(told).toEqual(["now", "later"]);
  });

  it("is not told once it has stopped", async () => {
    const told: string[] = [];
    const { bus } = createMemoryEngine();
    const later: Bus = { ...bus, subscribe: async (topic, listener) => bus.subscribe(topic, listener) };
    const stop = createHints(later, logger).hear(
      "a",
      () => {},
      () => told.push("later"),
    );
    stop();
    await new Promise((resolve) => setImmediate(resolve));
    expect(told).toEqual([]);
  });
});
