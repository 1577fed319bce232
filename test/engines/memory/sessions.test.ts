// Sessions in memory, beyond the contract: what an idle one costs, and how many there are at most.

import { describe, expect, it } from "vitest";
import type { SessionRecord } from "../../../src/core/engine/sessions.js";
import { createMemoryEngine } from "../../../src/engines/memory/index.js";
import { heapBytesEach } from "./heap.js";

const client = '{"info":{"name":"client","version":"1"},"capabilities":{}}';
const subscriptions: readonly string[] = [];

function session(id: string): SessionRecord {
  return {
    id,
    principalId: undefined,
    revision: "2025-11-25",
    client,
    createdAt: 1_700_000_000_000,
    seenAt: 1_700_000_000_000,
    logLevel: undefined,
    subscriptions,
  };
}

describe("sessions in memory", () => {
  it("cost at most 400 bytes each, with id, record and idle clock", () => {
    const { sessions } = createMemoryEngine();
    const bytes = heapBytesEach(50_000, (index) => sessions.create(session(uniqueId(index))));
    expect(sessions.get(uniqueId(49_999))).toBeDefined();
    expect(bytes).toBeLessThan(400);
  });

  it("cost nothing more when they are touched", () => {
    const { sessions } = createMemoryEngine();
    for (let index = 0; index < 50_000; index += 1) sessions.create(session(uniqueId(index)));
    const ids = Array.from({ length: 50_000 }, (_, index) => uniqueId(index));
    const bytes = heapBytesEach(50_000, (index) =>
      sessions.touch(ids[index] ?? "", 1_700_000_000_001 + index),
    );
    expect(sessions.get(uniqueId(49_999))?.seenAt).toBe(1_700_000_050_000);
    // A number or a record made anew would be 16 bytes at least; the rest is the noise of the measurement.
    expect(bytes).toBeLessThan(8);
  });

  it("give the place of the longest idle to a new one when they are full", () => {
    const { sessions } = createMemoryEngine({ sessions: { maxSessions: 3 } });
    for (const id of ["a", "b", "c"]) sessions.create(session(id));
    sessions.touch("a", 1_700_000_000_001);
    sessions.create(session("d"));
    expect(["a", "b", "c", "d"].filter((id) => sessions.get(id))).toEqual(["a", "c", "d"]);
  });

  it("lose nothing to one that is refused for its id", () => {
    const { sessions } = createMemoryEngine({ sessions: { maxSessions: 2 } });
    for (const id of ["a", "b"]) sessions.create(session(id));
    expect(() => sessions.create(session("b"))).toThrow();
    expect(sessions.get("a")).toBeDefined();
  });

  it("need a bound that bounds", () => {
    expect(() => createMemoryEngine({ sessions: { maxSessions: 0 } })).toThrow(
      "maxSessions of the memory engine is 0. Give a number above 0.",
    );
  });

  it("are the same object until they change", () => {
    const { sessions } = createMemoryEngine();
    const record = session("a");
    sessions.create(record);
    expect(sessions.get("a")).toBe(record);
    sessions.touch("a", record.seenAt + 1);
    expect(sessions.get("a")).toBe(sessions.get("a"));
  });

  it("do not take the place of another with the same id", () => {
    const { sessions } = createMemoryEngine();
    sessions.create(session("a"));
    expect(() => sessions.create({ ...session("a"), principalId: "mallory" })).toThrow(
      expect.objectContaining({ code: "invalid-arguments" }),
    );
    expect(sessions.get("a")?.principalId).toBe(undefined);
  });
});

/** As long as 24 random bytes in base64url, and as flat as what a Buffer writes. */
function uniqueId(index: number): string {
  return Buffer.from(String(index).padStart(24, "0")).toString("base64url");
}
