// Records in memory, beyond the contract: their bound, and that the expired ones make room.

import { describe, expect, it } from "vitest";
import type { Clock } from "../../../src/core/clock.js";
import { createMemoryEngine } from "../../../src/engines/memory/index.js";
import { createFakeClock } from "../../../src/testing/index.js";
import { heapBytesEach } from "./heap.js";

function createRecords(maxRecords: number) {
  const clock = createFakeClock({ now: 1_000_000 });
  return { clock, records: createMemoryEngine({ clock, records: { maxRecords } }).records };
}

describe("records in memory", () => {
  it("give the place of the one that expires soonest to a new key when they are full", () => {
    const { clock, records } = createRecords(3);
    records.put("lasting", "v");
    records.put("later", "v", { expiresAt: clock.now() + 9_000_000 });
    records.put("sooner", "v", { expiresAt: clock.now() + 1_000 });
    records.put("new", "v", { expiresAt: clock.now() + 90_000_000 });
    expect(records.list("", undefined, 10).map(({ key }) => key)).toEqual(["lasting", "later", "new"]);
  });

  it("give the place of the one written longest ago when none ever expires", () => {
    const { records } = createRecords(3);
    for (const key of ["a", "b", "c", "a"]) records.put(key, "v");
    records.put("d", "v");
    expect(records.list("", undefined, 10).map(({ key }) => key)).toEqual(["a", "c", "d"]);
  });

  it("keep what expires from being driven out by what never does, by length and by number", () => {
    const clock = createFakeClock({ now: 1_000_000 });
    const { records } = createMemoryEngine({ clock, records: { maxRecords: 1_000, maxCharacters: 10_000 } });
    for (let index = 0; index < 10; index += 1)
      records.put(`used:${index}`, "x".repeat(100), { expiresAt: clock.now() + 1_000 });
    for (let index = 0; index < 100; index += 1) records.put(`piece:${index}`, "x".repeat(1_000));
    for (let index = 0; index < 2_000; index += 1) records.put(`note:${index}`, "");
    expect(records.list("used:", undefined, 100)).toHaveLength(10);
    expect(records.get("note:1999")).toBeDefined();
  });

  it("keep what never expires from being driven out by what does", () => {
    const clock = createFakeClock({ now: 1_000_000 });
    const { records } = createMemoryEngine({ clock, records: { maxRecords: 1_000, maxCharacters: 10_000 } });
    for (let index = 0; index < 10; index += 1) records.put(`lease:${index}`, "x".repeat(100));
    for (let index = 0; index < 100; index += 1)
      records.put(`used:${index}`, "x".repeat(1_000), { expiresAt: clock.now() + 1_000 });
    expect(records.list("lease:", undefined, 100)).toHaveLength(10);
    expect(records.get("used:99")).toBeDefined();
  });

  it("lose nothing to a write over a key that is there, nor to a refused one", () => {
    const { records } = createRecords(2);
    records.put("a", "v");
    records.put("b", "v");
    records.put("a", "w");
    records.put("c", "v", { ifVersion: 7 });
    expect(records.list("", undefined, 10).map(({ key }) => key)).toEqual(["a", "b"]);
  });

  it("clear the expired away in passing, so that nothing alive has to go", async () => {
    const { clock, records } = createRecords(100);
    for (let index = 0; index < 90; index += 1)
      records.put(`old ${index}`, "v", { expiresAt: clock.now() + 100 });
    records.put("alive", "v", { expiresAt: clock.now() + 50_000 });
    await clock.advance(1_000);
    expect(clock.pendingTimers).toBe(0);
    for (let index = 0; index < 99; index += 1)
      records.put(`new ${index}`, "v", { expiresAt: clock.now() + 90_000 });
    expect(records.get("alive")?.value).toBe("v");
    expect(records.list("", undefined, 200)).toHaveLength(100);
  });

  it("leave nothing on the heap when they have come and gone", () => {
    let now = 1_000_000;
    const clock: Clock = { now: () => now, setTimer: () => ({ cancel() {} }) };
    const { records } = createMemoryEngine({ clock });
    const put = (index: number): void => {
      now += 1;
      records.put(`key ${index}`, "v", { expiresAt: now + 1_000 });
    };
    for (let index = 0; index < 20_000; index += 1) put(index);
    const bytes = heapBytesEach(100_000, (index) => put(20_000 + index));
    expect(records.get("key 119999")).toBeDefined();
    expect(bytes).toBeLessThan(5);
  });

  it("stay in order when many neighbours in key order have gone", () => {
    const { records } = createRecords(10_000);
    const keys = Array.from({ length: 3_000 }, (_, index) => String(index + 1_000));
    for (const key of keys) records.put(key, "v");
    for (const key of keys.slice(400, 2_600)) records.remove(key);
    records.put("0", "v");
    records.put("2000", "v");
    records.remove("1000");
    expect(records.list("", undefined, 10_000).map(({ key }) => key)).toEqual([
      "0",
      ...keys.slice(1, 400),
      "2000",
      ...keys.slice(2_600),
    ]);
  });

  it("never give a version twice, not even after a removal", () => {
    const { records } = createRecords(10);
    const first = records.put("a", "v") ?? 0;
    records.remove("a");
    const second = records.put("a", "w") ?? 0;
    expect(second).toBeGreaterThan(first);
    expect(records.put("a", "x", { ifVersion: first })).toBe(undefined);
  });

  it.each([0, -1, Number.NaN])("refuse a bound of %d", (maxRecords) => {
    expect(() => createRecords(maxRecords)).toThrow(expect.objectContaining({ code: "invalid-option" }));
  });
});
