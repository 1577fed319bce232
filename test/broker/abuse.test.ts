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

describe.each(brokerEngines)("on %s", (_name, open) => {
  test("answers of 5 MiB are refused, leave nothing on the heap, and it is still there to answer", {
    timeout: 60_000,
  }, async () => {
    const { engine, close } = await open(createFakeClock({ now: 1_000_000 }));
    const { broker } = createStage({ engine, keys });
    const id = await created(broker, {
      schema: { type: "object", properties: { text: { type: "string" } } },
    });
    const refuse = async (times: number): Promise<number> => {
      for (let index = 0; index < times; index += 1) {
        // Each is another one, so that none is remembered for the next.
        const text = `${index} `.padEnd(5 * 2 ** 20, "x");
        expect(await broker.settle(id, { action: "accept", content: { text } })).toMatchObject({
          reason: "too-large",
        });
      }
      await collectGarbage();
      const { heapUsed, external } = process.memoryUsage();
      return heapUsed + external;
    };
    const before = await refuse(10);
    // Not as much as one of them.
    expect((await refuse(100)) - before).toBeLessThan(2 ** 20);
    expect(await broker.settle(id, { action: "accept", content: { text: "x" } })).toMatchObject({ ok: true });
    await broker.close();
    await close();
  });

  test("what expires at once is told to everyone who waits, and leaves nothing on the heap when it is forgotten", {
    timeout: 60_000,
  }, async () => {
    const clock = createFakeClock({ now: 1_000_000 });
    const { engine, close } = await open(clock);
    const { broker } = createStage({ engine, clock, keys, retentionMs: 1_000 });
    const expire = async (times: number): Promise<void> => {
      const ids = await Promise.all(
        Array.from({ length: times }, () => created(broker, { timeoutMs: 30_000 })),
      );
      const waiting = Promise.all(ids.map((id) => broker.wait(id)));
      let isTold = false;
      void waiting.then(() => {
        isTold = true;
      });
      for (let turns = 0; !isTold && turns < 1_000; turns += 1) await clock.advance(1_000);
      expect(await waiting).toEqual(ids.map(() => ({ action: "timeout" })));
      const isLeft = async (): Promise<boolean> =>
        (await engine.elicitations.list({}, undefined, 1)).length > 0;
      for (let turns = 0; turns < 1_000 && (await isLeft()); turns += 1) await clock.advance(1_000);
      expect(await isLeft()).toBe(false);
    };
    const rest = async (): Promise<number> => {
      await collectGarbage();
      return process.memoryUsage().heapUsed;
    };
    // What is made once is there after these.
    for (let times = 0; times < 2; times += 1) await expire(1_000);
    const before = await rest();
    for (let times = 0; times < 5; times += 1) await expire(1_000);
    // The change feed keeps the last events, in two small objects for each elicitation.
    expect(((await rest()) - before) / 5_000).toBeLessThan(300);
    await broker.close();
    await close();
  });
});
