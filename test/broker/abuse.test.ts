// What a hostile or unlucky program does to a broker: nothing leaks, nothing stalls, everyone is told.

import { setImmediate as nextTurn } from "node:timers/promises";
import { describe, expect, test } from "vitest";
import { createBroker } from "../../src/broker/index.js";
import { systemClock } from "../../src/core/clock.js";
import { createMemoryEngine } from "../../src/engines/memory/index.js";
import { createFakeClock } from "../../src/testing/fake-clock.js";
import { brokerEngines } from "../property/broker-engines.js";
import { collectGarbage } from "../server/collect-garbage.js";
import { longestStall } from "./longest-stall.js";
import { asker, created, createStage, question } from "./stage.js";

const keys = ["k".repeat(32)];

describe.each([
  ["memory", 10_000],
  ["sqlite", 1_000],
])("on %s", (name, left) => {
  const times = 10_000;
  const open = brokerEngines.find(([known]) => known === name)?.[1];

  test("of very many creations by one principal only those within the limits are kept", {
    timeout: 60_000,
  }, async () => {
    const clock = createFakeClock({ now: 1_000_000 });
    const opened = await open?.(clock);
    if (opened === undefined) throw new Error("There is no such engine.");
    const { engine, close } = opened;
    const { broker } = createStage({ engine, clock, keys, limits: { perMinute: 10, maxOpen: 15 } });
    let kept = 0;
    for (let index = 0; index < times; index += 1) {
      const creation = await broker.create(question());
      if (creation.ok) kept += 1;
      else expect(creation.retryAfterMs).toBeGreaterThan(0);
      if (index % (times / 100) === 0) await clock.advance(100);
    }
    // Ten at once, one each 6 s of the 10 s that passed.
    expect(kept).toBe(11);
    expect(await engine.elicitations.list({}, undefined, 100)).toHaveLength(11);
    expect(await broker.create(question({ asker: { ...asker, principalId: "bob" } }))).toMatchObject({
      ok: true,
    });
    await broker.close();
    await close();
  });

  test("an asker who goes while very many are open stalls nobody, and all are withdrawn and told", {
    timeout: 60_000,
  }, async () => {
    const opened = await open?.(systemClock);
    if (opened === undefined) throw new Error("There is no such engine.");
    const { engine, close } = opened;
    const broker = createBroker({ engine, limits: false, keys });
    const lease = await broker.lease();
    const ids = await Promise.all(
      Array.from({ length: left }, () => created(broker, { lease: lease.id, timeoutMs: 600_000 })),
    );
    const waiting = Promise.all(ids.slice(0, 100).map((id) => broker.wait(id)));
    const stall = await longestStall(async () => {
      expect(await lease.release("The asker has gone.")).toBe(left);
      expect(await waiting).toEqual(
        Array.from({ length: 100 }, () => ({ action: "cancel", reason: "The asker has gone." })),
      );
    });
    expect(await engine.elicitations.list({ status: ["pending", "active"] }, undefined, 10)).toEqual([]);
    expect(stall).toBeLessThan(20);
    await broker.close();
    await close();
  });
});

test("creations that are refused leave nothing on the heap, nor a timer", { timeout: 60_000 }, async () => {
  const clock = createFakeClock({ now: 1_000_000 });
  const { broker } = createStage({ clock, limits: { perMinute: 10, maxOpen: 10 } });
  const refuse = async (times: number): Promise<number> => {
    let kept = 0;
    for (let index = 0; index < times; index += 1)
      if ((await broker.create(question({ timeoutMs: 60_000 }))).ok) kept += 1;
    expect(kept).toBe(0);
    await collectGarbage();
    return process.memoryUsage().heapUsed;
  };
  for (let index = 0; index < 10; index += 1) await created(broker);
  await refuse(2_000);
  const timers = clock.pendingTimers;
  const before = await refuse(1_000);
  const after = await refuse(10_000);
  expect((after - before) / 10_000).toBeLessThan(100);
  expect(clock.pendingTimers).toBe(timers);
  await broker.close();
});

test("answers of 5 MiB are refused, a hundred times, and the elicitation is still there to answer", async () => {
  const { broker } = createStage();
  const id = await created(broker, { schema: { type: "object", properties: { text: { type: "string" } } } });
  const text = "x".repeat(5 * 2 ** 20);
  for (let times = 0; times < 100; times += 1)
    expect(await broker.settle(id, { action: "accept", content: { text } })).toMatchObject({
      reason: "too-large",
    });
  expect(await broker.settle(id, { action: "accept", content: { text: "x" } })).toMatchObject({ ok: true });
});

test("100,000 that expire at once are all told, and stall nobody", { timeout: 60_000 }, async () => {
  const engine = createMemoryEngine({ elicitations: { maxChanges: 300_000 } });
  let now = 1_000_000;
  const timers: (() => void)[] = [];
  const clock = {
    now: () => now,
    setTimer(_delayMs: number, wake: () => void) {
      timers.push(wake);
      return { cancel: () => void timers.splice(timers.indexOf(wake), 1) };
    },
  };
  const broker = createBroker({ engine: { ...engine }, clock, limits: false });
  const count = 100_000;
  for (let index = 0; index < count; index += 1) await broker.create(question({ timeoutMs: 60_000 }));
  const controller = new AbortController();
  let heard = 0;
  const watching = (async () => {
    for await (const { status } of broker.watch({ signal: controller.signal })) {
      if (status !== "expired") continue;
      heard += 1;
      if (heard === count) return;
    }
  })();
  await nextTurn();
  now += 61_000;
  const stall = await longestStall(async () => {
    for (let turns = 0; heard < count && turns < 1_000_000; turns += 1) {
      for (const wake of timers.splice(0)) wake();
      await nextTurn();
    }
  });
  await watching;
  expect(heard).toBe(count);
  expect(stall).toBeLessThan(20);
  await broker.close();
});

test.each([1_000, 100_000])(
  "an asker who goes while %d are open stalls nobody, and all are withdrawn",
  { timeout: 60_000 },
  async (count) => {
    const engine = createMemoryEngine({ elicitations: { maxChanges: 300_000 } });
    const broker = createBroker({ engine, limits: false });
    const lease = await broker.lease();
    for (let index = 0; index < count; index += 1) await broker.create(question({ lease: lease.id }));
    const other = await created(broker);
    const stall = await longestStall(async () => {
      expect(await lease.release("The asker has gone.")).toBe(count);
    });
    expect(
      engine.elicitations.list({ status: ["pending", "active"] }, undefined, 10).map(({ id }) => id),
    ).toEqual([other]);
    expect(stall).toBeLessThan(20);
    await broker.close();
  },
);
