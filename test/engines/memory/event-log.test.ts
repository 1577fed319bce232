// The event log in memory, beyond the contract: its bounds.

import { describe, expect, it } from "vitest";
import { createMemoryEngine, type MemoryEventLogOptions } from "../../../src/engines/memory/index.js";
import { createFakeClock } from "../../../src/testing/index.js";

const minute = 60_000;

function createLog(bounds: MemoryEventLogOptions = {}) {
  const clock = createFakeClock();
  return { clock, events: createMemoryEngine({ clock, events: bounds }).events };
}

/** Each event of this many characters counts 100 bytes. */
const hundred = "x".repeat(68);

describe("the event log in memory", () => {
  it("keeps 1,000 events of a stream unless told otherwise", () => {
    const { events } = createLog();
    for (let index = 0; index < 1_001; index += 1) events.append("s", "e");
    expect(events.read("s", 0)?.events).toHaveLength(1_000);
    expect(events.read("s", 0)?.evicted).toBe(true);
  });

  it("keeps 1 MiB of a stream unless told otherwise, counted in UTF-8", () => {
    const { events } = createLog();
    const kibibytes300 = "é".repeat(150 * 1_024);
    for (let index = 0; index < 5; index += 1) events.append("s", kibibytes300);
    expect(events.read("s", 0)?.events.map(({ sequence }) => sequence)).toEqual([3, 4, 5]);
  });

  it("keeps a stream for five minutes after its end unless told otherwise", async () => {
    const { clock, events } = createLog();
    events.append("s", "e");
    events.end("s");
    await clock.advance(5 * minute - 1);
    expect(events.read("s", 0)).toBeDefined();
    await clock.advance(1);
    expect(events.read("s", 0)).toBe(undefined);
  });

  it("does not keep an event that is larger than a stream may be, and says that it is gone", () => {
    const { events } = createLog({ maxBytesPerStream: 150 });
    events.append("s", hundred);
    expect(events.append("s", hundred.repeat(3))).toBe(2);
    expect(events.read("s", 1)).toEqual({ events: [], evicted: true, ended: false });
    expect(events.append("s", hundred)).toBe(3);
    expect(events.read("s", 2)?.evicted).toBe(false);
  });

  it("forgets the longest ended streams first when all together are too large", () => {
    const { events } = createLog({ maxBytes: 350 });
    events.append("open", hundred);
    events.append("ended first", hundred);
    events.append("ended second", hundred);
    events.end("ended first");
    events.end("ended second");
    events.append("new", hundred);
    expect(events.read("ended first", 0)).toBe(undefined);
    expect(events.read("ended second", 0)?.events).toHaveLength(1);
    expect(events.read("open", 0)?.events).toHaveLength(1);
  });

  it("then takes the events of the longest silent open stream, which goes on counting", () => {
    const { events } = createLog({ maxBytes: 350 });
    events.append("busy", hundred);
    events.append("silent", hundred);
    events.append("busy", hundred);
    events.append("new", hundred);
    expect(events.read("silent", 0)).toEqual({ events: [], evicted: true, ended: false });
    expect(events.read("busy", 0)?.events).toHaveLength(2);
    expect(events.append("silent", "e")).toBe(2);
  });

  it("keeps 64 MiB of all streams unless told otherwise", () => {
    const { events } = createLog();
    const mebibyte = "x".repeat(2 ** 20 - 32);
    for (let index = 0; index < 65; index += 1) events.append(`s${index}`, mebibyte);
    expect(events.read("s0", 0)?.events).toHaveLength(0);
    expect(events.read("s1", 0)?.events).toHaveLength(1);
  });

  it("forgets ended streams first when there are too many, then the longest silent", () => {
    const { events } = createLog({ maxStreams: 3 });
    for (const stream of ["a", "b", "c"]) events.append(stream, "e");
    events.end("b");
    events.append("d", "e");
    expect(events.read("b", 0)).toBe(undefined);
    events.open("e");
    expect(events.read("a", 0)).toBe(undefined);
    for (const stream of ["c", "d", "e"]) expect(events.read(stream, 0), stream).toBeDefined();
  });

  it("clears expired streams away in passing, without a timer and without being asked for them", async () => {
    const { clock, events } = createLog({ maxBytes: 100 * 100, retentionMs: minute });
    for (let index = 0; index < 90; index += 1) {
      events.append(`old ${index}`, hundred);
      events.end(`old ${index}`);
    }
    await clock.advance(minute);
    expect(clock.pendingTimers).toBe(0);
    events.append("kept", hundred);
    events.end("kept");
    // Would push out the longest ended ones, if the expired had not made room.
    for (let index = 0; index < 95; index += 1) events.append("new", hundred);
    expect(events.read("kept", 0)?.events).toHaveLength(1);
  });

  it("gives back what dropped streams held", () => {
    const { events } = createLog({ maxBytes: 350 });
    events.append("kept", hundred);
    for (let index = 0; index < 10; index += 1) {
      events.append("dropped", hundred);
      events.append("dropped", hundred);
      events.drop("dropped");
    }
    expect(events.read("kept", 0)?.events).toHaveLength(1);
  });

  it("takes nothing for a stream that has ended", () => {
    const { events } = createLog();
    events.append("s", "e");
    events.end("s");
    expect(() => events.append("s", "late")).toThrow(expect.objectContaining({ code: "closed" }));
    events.open("s");
    expect(events.read("s", 0)).toEqual({
      events: [{ sequence: 1, data: "e" }],
      evicted: false,
      ended: true,
    });
  });

  it.each([{ maxEventsPerStream: 0 }, { maxBytes: -1 }, { maxStreams: Number.NaN }, { retentionMs: 0 }])(
    "refuses the bound %o",
    (bounds) => {
      expect(() => createLog(bounds)).toThrow(expect.objectContaining({ code: "invalid-option" }));
    },
  );
});
