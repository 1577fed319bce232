// The lease of a node: when it counts as alive, for itself and for the others.

import { describe, expect, it } from "vitest";
import { createTimerWheel } from "../../src/core/timer-wheel.js";
import { createMemoryEngine } from "../../src/engines/memory/index.js";
import { createNodeLease, type NodeLease } from "../../src/replay/node-lease.js";
import { createFakeClock } from "../../src/testing/index.js";

const LEASE_MS = 10_000;

function makeNodes() {
  const clock = createFakeClock({ now: 1_700_000_000_000 });
  const wheel = createTimerWheel({ clock });
  const { records } = createMemoryEngine({ clock });
  const errors: string[] = [];
  const logger = { debug() {}, info() {}, warn() {}, error: (message: string) => void errors.push(message) };
  const failing = { left: 0 };
  const flaky = {
    ...records,
    put: (...given: Parameters<typeof records.put>) => {
      if (failing.left === 0) return records.put(...given);
      failing.left -= 1;
      throw new Error("no engine");
    },
  };
  const node = (): NodeLease => createNodeLease({ records: flaky, leaseMs: LEASE_MS, clock, wheel, logger });
  return { clock, failing, errors, one: node(), two: node() };
}

describe("the lease of a node", () => {
  it("is renewed while something is in hand, and then no more", async () => {
    const { clock, one, two } = makeNodes();
    await one.hold();
    const putDown = one.pickUp();
    for (let left = 40; left > 0; left -= 1) await clock.advance(LEASE_MS / 10);
    expect(await two.isAlive(one.node())).toBe(true);
    putDown();
    for (let left = 11; left > 0; left -= 1) await clock.advance(LEASE_MS / 10);
    expect(await two.isAlive(one.node())).toBe(false);
  });

  it("is over for the node itself while the others still take it for alive", async () => {
    const { clock, one, two } = makeNodes();
    const term = await one.hold();
    await clock.advance(LEASE_MS * 0.95);
    expect(await two.isAlive(one.node())).toBe(true);
    expect(await one.hold()).toBe(term + 1);
  });

  it("has most of its time left whenever something begins under it", async () => {
    const { clock, one, two } = makeNodes();
    const term = await one.hold();
    for (let left = 30; left > 0; left -= 1) {
      await clock.advance(LEASE_MS / 8);
      expect(await one.hold()).toBe(term);
    }
    await clock.advance(LEASE_MS * 0.6);
    expect(await two.isAlive(one.node())).toBe(true);
  });

  it("does not lapse when a renewal fails: the next one comes soon", async () => {
    const { clock, failing, errors, one } = makeNodes();
    const term = await one.hold();
    one.pickUp();
    failing.left = 5;
    for (let left = 100; left > 0; left -= 1) await clock.advance(LEASE_MS / 20);
    expect(errors).toHaveLength(5);
    expect(await one.hold()).toBe(term);
  });
});
