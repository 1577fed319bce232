// Limits in memory, beyond the contract: exact sums of fractions, and what is forgotten.

import { describe, expect, it } from "vitest";
import { createMemoryEngine } from "../../../src/engines/memory/index.js";
import { heapBytesEach } from "./heap.js";

const now = 1_700_000_000_000;

describe("limits in memory", () => {
  it.each([0.1, 1 / 3, 0.7, 60_000 / 7])("count exactly with a refill time of %d ms", (refillMs) => {
    const { limits } = createMemoryEngine();
    const bucket = { capacity: 1_000, refillMs };
    let ok = 0;
    while (limits.take("k", bucket, now).ok) ok += 1;
    expect(ok).toBe(1_000);
  });

  it("refill ten a minute continuously, not by windows", () => {
    const { limits } = createMemoryEngine();
    const bucket = { capacity: 10, refillMs: 6_000 };
    let ok = 0;
    // The peer's fixed window let 19 through in 61 ms around the turn of the minute.
    for (let at = now + 59_970; at <= now + 60_031; at += 1) if (limits.take("k", bucket, at).ok) ok += 1;
    expect(ok).toBe(10);
  });

  it("forget buckets that are full again", () => {
    const { limits } = createMemoryEngine();
    const bucket = { capacity: 1, refillMs: 10 };
    const keys = Array.from({ length: 200_000 }, (_, index) => `key ${index}`);
    const bytes = heapBytesEach(keys.length, (index) => limits.take(keys[index] ?? "", bucket, now + index));
    limits.take("end", bucket, now);
    expect(bytes).toBeLessThan(2);
  });

  it.each([
    { capacity: 0, refillMs: 10 },
    { capacity: Number.NaN, refillMs: 10 },
    { capacity: 1, refillMs: -1 },
    { capacity: 1, refillMs: Infinity },
  ])("refuse the bucket %o", (bucket) => {
    const { limits } = createMemoryEngine();
    expect(() => limits.take("k", bucket, now)).toThrow(expect.objectContaining({ code: "invalid-option" }));
  });
});
