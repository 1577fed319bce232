// What ends very many elicitations at once: the event loop goes on meanwhile. Here, where nothing runs beside it.

import { setImmediate as nextTurn } from "node:timers/promises";
import { expect, test } from "vitest";
import { type Broker, createBroker } from "../../src/broker/index.js";
import { type Clock, systemClock } from "../../src/core/clock.js";
import { createMemoryEngine } from "../../src/engines/memory/index.js";
import { created, question } from "../broker/stage.js";
import { brokerEngines, type OpenEngine } from "../property/broker-engines.js";
import { longestStall } from "./longest-stall.js";

/** The longest that others may have to wait, in milliseconds. */
const MOST_MS = 20;
const TRIES = 3;

/** What the work itself takes is there in every trial; what the machine did besides is not. */
async function expectNoStall(trial: () => Promise<number>): Promise<void> {
  const stalls: number[] = [];
  while (stalls.length < TRIES && !stalls.some((stall) => stall < MOST_MS)) stalls.push(await trial());
  expect(Math.min(...stalls), `${stalls.join(", ")} ms`).toBeLessThan(MOST_MS);
}

const keys = ["k".repeat(32)];

test.each([
  ["memory", 10_000],
  ["sqlite", 1_000],
])(
  "on %s, an asker who goes while %d are open stalls nobody, and all are withdrawn and told",
  {
    timeout: 60_000,
  },
  (name, left) =>
    expectNoStall(async () => {
      const open = brokerEngines.find(([known]) => known === name)?.[1];
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
      await broker.close();
      await close();
      return stall;
    }),
);

/** How many events are kept: two for each that is asked. */
const CHANGES = 300_000;

test.each([
  ["memory", 100_000],
  ["sqlite", 10_000],
])("on %s, %d that expire at once are all told, and stall nobody", { timeout: 120_000 }, (name, count) =>
  expectNoStall(async () => {
    let now = 1_000_000;
    const timers = new Set<{ readonly at: number; readonly wake: () => void }>();
    const clock: Clock = {
      now: () => now,
      setTimer(delayMs, wake) {
        const timer = { at: now + delayMs, wake };
        timers.add(timer);
        return { cancel: () => void timers.delete(timer) };
      },
    };
    const { engine, close } = await openEngine(name, clock);
    const broker = createBroker({ engine: { ...engine }, clock, limits: false, keys });
    const ids = await createMany(broker, count);
    const after = await broker.feedPosition();
    let heard = 0;
    const watching = (async () => {
      for await (const { status } of broker.watch({ after })) {
        if (status !== "expired") continue;
        heard += 1;
        if (heard === count) return;
      }
    })();
    let told = 0;
    const waiting = Promise.all(
      ids
        .filter((_id, index) => index % (count / 100) === 0)
        .map(async (id) => {
          const answer = await broker.wait(id);
          told += 1;
          return answer;
        }),
    );
    await nextTurn();
    now += 61_000;
    const stall = await longestStall(async () => {
      for (let turns = 0; (heard < count || told < 100) && turns < 1_000_000; turns += 1) {
        now += 1;
        for (const timer of [...timers]) if (timer.at <= now && timers.delete(timer)) timer.wake();
        await nextTurn();
      }
    });
    await watching;
    expect(heard).toBe(count);
    expect(await waiting).toEqual(Array.from({ length: 100 }, () => ({ action: "timeout" })));
    await broker.close();
    await close();
    return stall;
  }),
);

/** Asks that many, a batch at a time: an engine on a disk writes those of a batch together. */
async function createMany(broker: Broker, count: number): Promise<readonly string[]> {
  const ids: string[] = [];
  while (ids.length < count)
    ids.push(
      ...(await Promise.all(Array.from({ length: 1_000 }, () => created(broker, { timeoutMs: 60_000 })))),
    );
  return ids;
}

async function openEngine(name: string, clock: Clock): Promise<Awaited<ReturnType<OpenEngine>>> {
  if (name === "memory") {
    const engine = createMemoryEngine({ clock, elicitations: { maxChanges: CHANGES } });
    return { engine, close: async () => engine.close() };
  }
  const open = brokerEngines.find(([known]) => known === name)?.[1];
  if (open === undefined) throw new Error("There is no such engine.");
  return open(clock);
}

test.each(["memory", "sqlite"])(
  "on %s, answers of 5 MiB are refused, and stall nobody",
  { timeout: 60_000 },
  async (name) => {
    const { engine, close } = await openEngine(name, systemClock);
    const broker = createBroker({ engine, limits: false, keys });
    const id = await created(broker, {
      schema: { type: "object", properties: { text: { type: "string" } } },
    });
    // Made before: what it takes to make them is the asker's own.
    const answers = Array.from({ length: 20 }, (_, index) => ({ text: `${index}`.padEnd(5 * 2 ** 20, "x") }));
    await expectNoStall(() =>
      longestStall(async () => {
        for (const content of answers) {
          const change = await broker.settle(id, { action: "accept", content });
          expect(change).toEqual({ ok: false, reason: "too-large", maxBytes: 2 ** 20 });
          await nextTurn();
        }
      }),
    );
    await broker.close();
    await close();
  },
);

test.each([1_000, 100_000])(
  "an asker who goes while %d are open stalls nobody, and all are withdrawn",
  { timeout: 60_000 },
  (count) =>
    expectNoStall(async () => {
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
      await broker.close();
      return stall;
    }),
);
