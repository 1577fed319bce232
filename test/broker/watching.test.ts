import { expect, test } from "vitest";
import type { BrokerEvent } from "../../src/broker/index.js";
import { createMemoryEngine } from "../../src/engines/memory/index.js";
import type { Engine } from "../../src/index.js";
import { createFakeClock } from "../../src/testing/fake-clock.js";
import { created, createStage } from "./stage.js";

/** Reads so many events. */
async function take(events: AsyncIterable<BrokerEvent>, count: number): Promise<BrokerEvent[]> {
  const taken: BrokerEvent[] = [];
  if (count === 0) return taken;
  for await (const event of events) if (taken.push(event) === count) break;
  return taken;
}

test("watching begins where it is called, however late somebody reads", async () => {
  const { broker } = createStage();
  await created(broker, { id: "before" });
  const events = broker.watch();
  await new Promise((resolve) => setImmediate(resolve));
  await created(broker, { id: "after" });
  const [event] = await take(events, 1);
  expect(event).toMatchObject({ id: "after", status: "pending", elicitation: { id: "after" } });
});

test("watching goes on after any event, without loss or repetition", async () => {
  const { broker } = createStage();
  for (let index = 0; index < 300; index += 1) await created(broker, { id: `e${index}` });
  const all = await take(broker.watch({ after: 0 }), 300);
  expect(all.map(({ id }) => id)).toEqual(Array.from({ length: 300 }, (_, index) => `e${index}`));
  for (const at of [0, 99, 298]) {
    const rest = await take(broker.watch({ after: all[at]?.number ?? 0 }), 299 - at);
    expect(rest.map(({ id }) => id)).toEqual(all.slice(at + 1).map(({ id }) => id));
  }
});

test("a feed has one name on all nodes, and another in another engine", async () => {
  const one = createStage();
  const other = createStage({ engine: one.engine });
  const names = await Promise.all([one, other, one].map(({ broker }) => broker.feedId()));
  expect(new Set(names).size).toBe(1);
  expect(await createStage().broker.feedId()).not.toBe(names[0]);
});

test("many watchers hear the same events, each of which is read once", async () => {
  let reads = 0;
  const stage = createStage({
    wrap: (engine) => ({
      ...engine,
      elicitations: {
        ...engine.elicitations,
        get(id) {
          reads += 1;
          return engine.elicitations.get(id);
        },
      },
    }),
  });
  const watchers = Array.from({ length: 200 }, () => take(stage.broker.watch(), 50));
  await new Promise((resolve) => setImmediate(resolve));
  reads = 0;
  for (let index = 0; index < 50; index += 1) await created(stage.broker, { id: `e${index}` });
  const seen = await Promise.all(watchers);
  expect(new Set(seen.map((events) => events.map(({ id }) => id).join())).size).toBe(1);
  expect(reads).toBeLessThan(200);
});

test("who wants to go on where the feed has no events any more is told so", async () => {
  const clock = createFakeClock({ now: 1_000_000 });
  const { broker } = createStage({
    clock,
    engine: createMemoryEngine({ clock, elicitations: { maxChanges: 10 } }),
  });
  for (let index = 0; index < 30; index += 1) await created(broker, { id: `e${index}` });
  const lost = { code: "events-lost" };
  await expect(take(broker.watch({ after: 5 }), 1)).rejects.toMatchObject(lost);
  await expect(take(broker.watch({ after: 0 }), 1)).rejects.toMatchObject(lost);
  await expect(take(broker.watch({ after: 1_000 }), 1)).rejects.toMatchObject(lost);
  expect(await take(broker.watch({ after: 21 }), 1)).toMatchObject([{ id: "e21" }]);
});

test("a watcher too slow for the feed is told so, and loses nothing in silence", async () => {
  const clock = createFakeClock({ now: 1_000_000 });
  const { broker } = createStage({
    clock,
    engine: createMemoryEngine({ clock, elicitations: { maxChanges: 2_000 } }),
  });
  const events = broker.watch()[Symbol.asyncIterator]();
  const first = events.next();
  await new Promise((resolve) => setImmediate(resolve));
  await created(broker, { id: "first" });
  expect((await first).value).toMatchObject({ id: "first" });
  for (let index = 0; index < 6_000; index += 1) await created(broker);
  for (let turns = 0; turns < 100; turns += 1) await new Promise((resolve) => setImmediate(resolve));
  await expect(
    (async () => {
      let last = 0;
      for (let next = await events.next(); !next.done; next = await events.next()) {
        if (last > 0 && next.value.number !== last + 1) throw new Error("lost in silence");
        last = next.value.number;
      }
    })(),
  ).rejects.toMatchObject({ code: "events-lost" });
});

test.each([-1, 1.5, Number.NaN, "1" as never])("watching after %s is refused", (after) => {
  const { broker } = createStage();
  expect(() => broker.watch({ after })).toThrowError(expect.objectContaining({ code: "invalid-arguments" }));
});

test("watching ends when its signal aborts, and when the broker closes", async () => {
  const { broker } = createStage();
  const controller = new AbortController();
  const aborted = take(broker.watch({ signal: controller.signal }), 1);
  const closed = take(broker.watch(), 1);
  await new Promise((resolve) => setImmediate(resolve));
  controller.abort();
  expect(await aborted).toEqual([]);
  await broker.close();
  expect(await closed).toEqual([]);
});

/** An engine whose hints are all lost. */
const deaf = (engine: Engine): Engine => ({ ...engine, bus: { ...engine.bus, publish: () => {} } });

test("an answer given through another broker reaches who waits, with a hint at once", async () => {
  const one = createStage();
  const other = createStage({ engine: one.engine, clock: one.clock });
  const id = await created(one.broker);
  const waiting = one.broker.wait(id);
  await new Promise((resolve) => setImmediate(resolve));
  await other.broker.settle(id, { action: "accept", content: { guests: 2 } }, { by: "bob" });
  expect(await waiting).toEqual({ action: "accept", content: { guests: 2 }, by: "bob" });
});

test("an answer whose hint was lost reaches who waits and who watches all the same", async () => {
  const one = createStage({ wrap: deaf });
  const other = createStage({ engine: one.engine, clock: one.clock });
  const id = await created(one.broker);
  const waiting = one.broker.wait(id);
  const watching = take(one.broker.watch(), 1);
  await new Promise((resolve) => setImmediate(resolve));
  await other.broker.settle(id, { action: "decline" });
  await one.clock.advance(2_100);
  expect(await waiting).toEqual({ action: "decline" });
  expect(await watching).toMatchObject([{ id, status: "declined" }]);
});

test("waiting rejects when its signal aborts, and when the broker closes", async () => {
  const { broker } = createStage();
  const id = await created(broker);
  const controller = new AbortController();
  const aborted = broker.wait(id, { signal: controller.signal });
  const closed = broker.wait(id);
  controller.abort(new Error("enough"));
  await expect(aborted).rejects.toThrow("enough");
  await expect(broker.wait(id, { signal: controller.signal })).rejects.toThrow("enough");
  await broker.close();
  await expect(closed).rejects.toMatchObject({ code: "closed" });
  await expect(broker.wait(id)).rejects.toMatchObject({ code: "closed" });
});

test("an answer that is given while waiting begins is not missed", async () => {
  const { broker } = createStage();
  for (let index = 0; index < 50; index += 1) {
    const id = await created(broker);
    const waiting = broker.wait(id);
    for (let turns = index % 5; turns > 0; turns -= 1) await Promise.resolve();
    await broker.settle(id, { action: "decline" });
    expect(await waiting).toEqual({ action: "decline" });
  }
});
