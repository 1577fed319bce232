// Deliveries across restarts and nodes.

import { describe, expect, it, onTestFinished } from "vitest";
import { createMemoryEngine } from "../../src/engines/memory/index.js";
import { created } from "../broker/stage.js";
import { engines } from "../server/async-engine.js";
import { bodyOf, createWebhookStage, secretOf } from "./stage.js";

const retryDelaysMs = [1_000, 10_000];

describe.each(engines)("after a restart, on an engine that %s,", (_, create) => {
  it("a pending delivery goes on where it was", async () => {
    await using stage = await createWebhookStage((_, index) => ({ status: index === 0 ? 500 : 200 }), create);
    const first = await stage.start({}, { retryDelaysMs });
    await created(stage.broker);
    await stage.ended("failed", 1);
    await first.close();
    await stage.clock.advance(60_000);
    expect(stage.arrivals).toHaveLength(1);
    await stage.start({}, { retryDelaysMs });
    await stage.ended("delivered", 1);
    expect(stage.outcomes.at(-1)).toMatchObject({ kind: "delivered", attempt: 2 });
  });

  it("what happened in between is told, once", async () => {
    await using stage = await createWebhookStage(undefined, create);
    const first = await stage.start();
    const before = await created(stage.broker);
    await stage.ended("delivered", 1);
    await first.close();
    const between = await created(stage.broker);
    await stage.start();
    await stage.ended("delivered", 2);
    expect(stage.arrivals.map((arrival) => bodyOf(arrival).data.id)).toEqual([before, between]);
  });

  it("what was told is not told again, however long it was stopped", async () => {
    await using stage = await createWebhookStage(undefined, create);
    const first = await stage.start();
    await created(stage.broker);
    await stage.ended("delivered", 1);
    await first.close();
    await stage.clock.advance(7_200_000);
    await stage.start();
    const second = await created(stage.broker);
    await stage.ended("delivered", 2);
    expect(bodyOf(stage.arrivals[1]).data.id).toBe(second);
  });

  it("a receiver that asked for time still gets it", async () => {
    await using stage = await createWebhookStage(
      (_, index) => (index === 0 ? { status: 503, headers: { "retry-after": "60" } } : { status: 200 }),
      create,
    );
    const first = await stage.start({}, { retryDelaysMs });
    await created(stage.broker);
    await stage.ended("failed", 1);
    await first.close();
    await stage.start({}, { retryDelaysMs });
    await stage.clock.advance(59_000);
    expect(stage.arrivals).toHaveLength(1);
    await stage.clock.advance(2_000);
    await stage.ended("delivered", 1);
  });

  it("what happened before the very first start is not told", async () => {
    await using stage = await createWebhookStage(undefined, create);
    await created(stage.broker);
    const first = await stage.start();
    await first.close();
    const second = await created(stage.broker);
    await stage.start();
    await stage.ended("delivered", 1);
    expect(stage.arrivals.map((arrival) => bodyOf(arrival).data.id)).toEqual([second]);
  });

  it("a delivery that was broken off by the close is made again at once, under the same id", async () => {
    await using stage = await createWebhookStage(
      (_, index) => (index === 0 ? new Promise(() => {}) : { status: 200 }),
      create,
    );
    const first = await stage.start();
    await created(stage.broker);
    await stage.arrived(1);
    await first.close();
    await stage.start();
    await stage.ended("delivered", 1);
    expect(stage.arrivals[1]?.headers["webhook-id"]).toBe(stage.arrivals[0]?.headers["webhook-id"]);
  });

  it("a delivery whose node died is made again when that node's time is over", async () => {
    await using stage = await createWebhookStage(
      (_, index) => (index === 0 ? new Promise(() => {}) : { status: 200 }),
      create,
    );
    // This node never hears that its time is over: its clock stands still.
    const dead = createStoppedClock(stage.clock.now());
    await stage.start({}, { clock: dead, timeoutMs: 5_000 });
    await created(stage.broker);
    await stage.arrived(1);
    await stage.start({}, { timeoutMs: 5_000 });
    await stage.clock.advance(14_000);
    expect(stage.arrivals).toHaveLength(1);
    await stage.clock.advance(2_000);
    await stage.ended("delivered", 1);
    expect(stage.arrivals).toHaveLength(2);
  });
});

const createStoppedClock = (now: number) => ({ now: () => now, setTimer: () => ({ cancel() {} }) });

describe.each(engines)("two nodes, on an engine that %s,", (_, create) => {
  it("deliver each event once", async () => {
    await using stage = await createWebhookStage(undefined, create);
    await stage.start();
    await stage.start();
    const ids: string[] = [];
    for (let count = 0; count < 20; count++) ids.push(await created(stage.broker));
    for (const id of ids) await stage.broker.settle(id, { action: "decline" });
    await stage.ended("delivered", 40);
    // Whatever the other node still has in mind comes due.
    await stage.clock.advance(120_000);
    expect(stage.arrivals).toHaveLength(40);
    const seen = new Set(stage.arrivals.map(({ headers }) => headers["webhook-id"]));
    expect(seen.size).toBe(40);
  });

  it("do not deliver again when one of them is late to read the change feed", async () => {
    await using stage = await createWebhookStage(undefined, create);
    const first = await stage.start();
    await created(stage.broker);
    await stage.ended("delivered", 1);
    await first.close();
    // The late one has read the cursor before it was moved.
    await stage.engine.records.put("webhooks/cursor", "0");
    await stage.start();
    await created(stage.broker);
    await stage.ended("delivered", 2);
    await stage.clock.advance(60_000);
    expect(stage.arrivals).toHaveLength(2);
  });

  it("do not take for pending what the other one delivered", async () => {
    await using stage = await createWebhookStage(undefined, create);
    await stage.start({}, { maxPending: 2 });
    await stage.start({}, { maxPending: 2 });
    for (let count = 1; count <= 10; count++) {
      await created(stage.broker);
      await stage.ended("delivered", count);
    }
    expect(stage.outcomes.filter(({ kind }) => kind === "dead")).toEqual([]);
  });

  it("share retries, and attempts are counted together", async () => {
    await using stage = await createWebhookStage(() => ({ status: 500 }), create);
    const first = await stage.start({}, { retryDelaysMs });
    await stage.start({}, { retryDelaysMs });
    await created(stage.broker);
    await stage.ended("failed", 1);
    await stage.clock.advance(1_100);
    await stage.ended("failed", 2);
    await first.close();
    // The other one looks when the time of the first attempt would have been over.
    await stage.clock.advance(29_500);
    await stage.ended("dead", 1);
    expect(stage.arrivals).toHaveLength(3);
  });
});

it("an engine that fails for a while loses no event", async () => {
  await using stage = await createWebhookStage();
  let broken = true;
  const { records } = stage.engine;
  const engine = {
    ...stage.engine,
    records: {
      ...records,
      put(...args: Parameters<typeof records.put>) {
        if (broken && args[0].startsWith("webhooks/pending/")) throw new Error("The disk is full.");
        return records.put(...args);
      },
      get: (key: string) => records.get(key),
      remove: (...args: Parameters<typeof records.remove>) => records.remove(...args),
      list: (...args: Parameters<typeof records.list>) => records.list(...args),
    },
  };
  await stage.start({}, { engine });
  const id = await created(stage.broker);
  await stage.clock.advance(1_000);
  expect(stage.arrivals).toHaveLength(0);
  broken = false;
  await stage.clock.advance(10_000);
  await stage.ended("delivered", 1);
  expect(bodyOf(stage.arrivals[0]).data.id).toBe(id);
  expect(stage.lines.some(({ message }) => message === "Webhooks could not read the change feed.")).toBe(
    true,
  );
});

it("an engine that fails while lost events are passed over ends nothing", async () => {
  await using stage = await createWebhookStage(undefined, (options) =>
    createMemoryEngine({ ...options, elicitations: { maxChanges: 5 } }),
  );
  const first = await stage.start();
  await created(stage.broker);
  await stage.ended("delivered", 1);
  await first.close();
  for (let count = 0; count < 20; count++) await created(stage.broker);
  let failures = 1;
  const { elicitations } = stage.engine;
  const engine = {
    ...stage.engine,
    elicitations: {
      ...elicitations,
      changes(...args: Parameters<typeof elicitations.changes>) {
        if (failures-- > 0) throw new Error("The disk is full.");
        return elicitations.changes(...args);
      },
    },
  };
  const second = await stage.start({}, { engine });
  await stage.clock.advance(10_000);
  const id = await created(stage.broker);
  await stage.ended("delivered", 2);
  expect(bodyOf(stage.arrivals[1]).data.id).toBe(id);
  await expect(second.close()).resolves.toBeUndefined();
});

it("many claims in a row lose no event over a restart", async () => {
  await using stage = await createWebhookStage(undefined, (options) =>
    createMemoryEngine({ ...options, elicitations: { maxChanges: 200 } }),
  );
  const first = await stage.start();
  const id = await created(stage.broker);
  await stage.ended("delivered", 1);
  // Far more than the feed holds, as claims and their ends write them; a few at a time, so that nobody falls behind.
  for (let version = 1; version <= 400; version++) {
    await stage.engine.elicitations.change(id, version, { status: "active" }, stage.clock.now());
    if (version % 50 === 0) await stage.clock.advance(5_000);
  }
  await first.close();
  await stage.broker.settle(id, { action: "decline" });
  await stage.start();
  await stage.ended("delivered", 2);
  expect(stage.lines.filter(({ level }) => level === "error")).toEqual([]);
});

it("many deliveries under way at once warn of nothing, and closing ends them all", async () => {
  const warnings: Error[] = [];
  const note = (warning: Error): void => void warnings.push(warning);
  process.on("warning", note);
  onTestFinished(() => void process.off("warning", note));
  await using stage = await createWebhookStage(() => new Promise(() => {}));
  const endpoints = Array.from({ length: 12 }, (_, index) => ({
    id: `ops-${index}`,
    url: stage.receiver.url("/hook"),
    secret: secretOf(1),
  }));
  const webhooks = await stage.start({}, { endpoints });
  for (let count = 0; count < 4; count++) await created(stage.broker);
  await stage.arrived(48);
  await webhooks.close();
  expect(warnings).toEqual([]);
});
