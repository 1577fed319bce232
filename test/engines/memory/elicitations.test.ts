// Elicitations in memory, beyond the contract: what a pending one costs, and what stays cheap with many.

import { describe, expect, it } from "vitest";
import type { ElicitationRecord } from "../../../src/core/engine/elicitations.js";
import { createMemoryEngine } from "../../../src/engines/memory/index.js";
import { createFakeClock } from "../../../src/testing/index.js";
import { heapBytesEach } from "./heap.js";

const minute = 60_000;
const tags: readonly string[] = [];

function elicitation(id: string, fields: Partial<ElicitationRecord> = {}): ElicitationRecord {
  return {
    id,
    key: id,
    mode: "inline",
    status: "pending",
    audience: undefined,
    asker: "server",
    principal: undefined,
    lease: undefined,
    run: undefined,
    tags,
    createdAt: 1_700_000_000_000,
    expiresAt: undefined,
    forgetAt: undefined,
    version: 1,
    body: "{}",
    outcome: undefined,
    ...fields,
  };
}

function uniqueId(index: number): string {
  return Buffer.from(String(index).padStart(18, "0")).toString("base64url");
}

describe("elicitations in memory", () => {
  it("cost at most 500 bytes each while pending, with id and record but without the body", () => {
    const clock = createFakeClock({ now: 1_700_000_000_000 });
    const { elicitations } = createMemoryEngine({ clock });
    const bytes = heapBytesEach(100_000, (index) => {
      elicitations.create(elicitation(uniqueId(index), { expiresAt: clock.now() + minute + index }));
    });
    expect(elicitations.get(uniqueId(0))).toBeDefined();
    expect(bytes).toBeLessThan(500);
  });

  it("leave nothing on the heap when they are forgotten", () => {
    const clock = createFakeClock({ now: 1_700_000_000_000 });
    const { elicitations } = createMemoryEngine({ clock, elicitations: { maxChanges: 100 } });
    const live = (index: number): void => {
      const id = uniqueId(index);
      elicitations.create(elicitation(id, { key: `key of ${id}`, expiresAt: clock.now() + minute }));
      elicitations.change(id, 1, { status: "accepted", forgetAt: clock.now() }, clock.now());
      elicitations.forget(clock.now(), 10);
    };
    for (let index = 0; index < 1_000; index += 1) live(index);
    const bytes = heapBytesEach(50_000, (index) => live(1_000 + index));
    expect(elicitations.list({}, undefined, 10)).toEqual([]);
    expect(bytes).toBeLessThan(5);
  });

  it("keep only so many that are final, and all that are open", () => {
    const { elicitations } = createMemoryEngine({ clock: createFakeClock(), elicitations: { maxFinal: 10 } });
    for (let index = 0; index < 100; index += 1) {
      elicitations.create(elicitation(`open${index}`));
      elicitations.create(elicitation(`final${index}`));
      elicitations.change(`final${index}`, 1, { status: "declined", forgetAt: 1_000_000 + index }, 0);
    }
    expect(elicitations.list({ status: ["declined"] }, undefined, 1_000)).toHaveLength(10);
    expect(elicitations.list({ status: ["pending"] }, undefined, 1_000)).toHaveLength(100);
  });

  it("find the few that are pending without going through all that are final", () => {
    const { elicitations } = createMemoryEngine({ clock: createFakeClock() });
    let statusesRead = 0;
    for (let index = 0; index < 1_000; index += 1) {
      const id = `e${index}`;
      const counted: ElicitationRecord = Object.defineProperty(elicitation(id), "status", {
        get: () => {
          statusesRead += 1;
          return "accepted";
        },
      });
      elicitations.create(index === 500 ? elicitation(id) : counted);
    }
    statusesRead = 0;
    expect(elicitations.list({ status: ["pending"] }, undefined, 10).map(({ id }) => id)).toEqual(["e500"]);
    expect(statusesRead).toBe(0);
  });

  it("can be asked for what will be due at any later instant, and then again for what is due now", async () => {
    const clock = createFakeClock();
    const { elicitations } = createMemoryEngine({ clock });
    for (let index = 0; index < 100; index += 1) {
      elicitations.create(elicitation(`e${index}`, { expiresAt: 1_000 + index * 1_000 }));
    }
    expect(elicitations.due(Number.MAX_SAFE_INTEGER, 1_000)).toHaveLength(100);
    expect(elicitations.due(Infinity, 7)).toHaveLength(7);
    expect(elicitations.due(0, 1_000)).toEqual([]);
    await clock.advance(10_000);
    expect(elicitations.due(clock.now(), 1_000)).toHaveLength(10);
  });

  it("keep the given number of changes, the last ones", () => {
    const { elicitations } = createMemoryEngine({ elicitations: { maxChanges: 5 } });
    for (let index = 0; index < 12; index += 1) elicitations.create(elicitation(`e${index}`));
    expect(elicitations.changes(0, 10).map(({ number, id }) => [number, id])).toEqual([
      [8, "e7"],
      [9, "e8"],
      [10, "e9"],
      [11, "e10"],
      [12, "e11"],
    ]);
    expect(elicitations.changes(10, 1).map(({ number }) => number)).toEqual([11]);
    expect(elicitations.changes(12, 10)).toEqual([]);
  });

  it("do not take an id that is taken, nor open what is final", () => {
    const { elicitations } = createMemoryEngine();
    elicitations.create(elicitation("a", { key: "k" }));
    const refused = expect.objectContaining({ code: "invalid-arguments" });
    expect(() => elicitations.create(elicitation("a", { key: "other" }))).toThrow(refused);
    elicitations.change("a", 1, { status: "accepted" }, 0);
    expect(() => elicitations.change("a", 2, { status: "pending" }, 0)).toThrow(refused);
    expect(elicitations.get("a")?.status).toBe("accepted");
  });

  it("end a list that goes on after an unknown one", () => {
    const { elicitations } = createMemoryEngine();
    elicitations.create(elicitation("a"));
    expect(elicitations.list({}, "unknown", 10)).toEqual([]);
  });
});
