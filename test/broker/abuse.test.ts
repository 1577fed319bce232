// What a hostile or unlucky program does to a broker: nothing leaks, everyone is told.

import { describe, expect, test } from "vitest";
import { createFakeClock } from "../../src/testing/fake-clock.js";
import { brokerEngines } from "../property/broker-engines.js";
import { collectGarbage } from "../server/collect-garbage.js";
import { asker, created, createStage, question } from "./stage.js";

const keys = ["k".repeat(32)];

describe.each(["memory", "sqlite"])("on %s", (name) => {
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
