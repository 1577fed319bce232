import { expect, test } from "vitest";
import type { Engine } from "../../src/index.js";
import { created, createStage } from "./stage.js";

const statusOf = async (stage: ReturnType<typeof createStage>, id: string) =>
  (await stage.engine.elicitations.get(id))?.status;

test("letting go of a lease withdraws what hangs on it, with the reason, and nothing else", async () => {
  const stage = createStage();
  const { broker } = stage;
  const lease = await broker.lease();
  const attached = await created(broker, { lease: lease.id });
  const kept = await created(broker);
  const settled = await created(broker, { lease: lease.id });
  await broker.settle(settled, { action: "decline" });
  const waiting = broker.wait(attached);
  expect(await lease.release("The call was cancelled.")).toBe(1);
  expect(await waiting).toEqual({ action: "cancel", reason: "The call was cancelled." });
  expect([await statusOf(stage, kept), await statusOf(stage, settled)]).toEqual(["pending", "declined"]);
  expect(await lease.release("Again.")).toBe(1);
  await expect(created(broker, { lease: lease.id })).rejects.toMatchObject({ code: "invalid-arguments" });
});

test("a lease is renewed for as long as its broker lives", async () => {
  const stage = createStage({ leaseMs: 3_000, sweepMs: 1_000 });
  const other = createStage({ engine: stage.engine, clock: stage.clock, leaseMs: 3_000, sweepMs: 1_000 });
  const lease = await stage.broker.lease();
  const id = await created(stage.broker, { lease: lease.id });
  for (let seconds = 0; seconds < 20; seconds += 1) await stage.clock.advance(1_000);
  expect(await statusOf(stage, id)).toBe("pending");
  await other.broker.close();
});

test("[acceptance 44] what hangs on the lease of a process that died is withdrawn by another, and watchers hear it", async () => {
  const dead = createStage({ leaseMs: 3_000, sweepMs: 1_000, clock: stoppedClock() });
  const { engine } = dead;
  const lease = await dead.broker.lease();
  const ids = await Promise.all(Array.from({ length: 450 }, () => created(dead.broker, { lease: lease.id })));
  const alive = createStage({ engine, leaseMs: 3_000, sweepMs: 1_000 });
  const heard = new Set<string>();
  const watching = (async () => {
    for await (const { id, status } of alive.broker.watch({ after: 0 })) {
      if (status === "withdrawn") heard.add(id);
      if (heard.size === ids.length) return;
    }
  })();
  for (let seconds = 0; seconds < 8; seconds += 1) await alive.clock.advance(1_000);
  await watching;
  expect(heard).toEqual(new Set(ids));
  expect((await alive.broker.get(ids[0] ?? ""))?.settled?.reason).toBe("The asker has gone.");
  for (let seconds = 0; seconds < 8; seconds += 1) await alive.clock.advance(1_000);
  expect(await engine.records.list("elicitation-lease:", undefined, 10)).toEqual([]);
  await alive.broker.close();
});

/** A clock whose timers never wake anybody: as that of a process that was killed. */
function stoppedClock() {
  return { now: () => 1_000_000, setTimer: () => ({ cancel() {} }) };
}

test("closing lets go of the leases, twice as once, and leaves the engine open", async () => {
  const stage = createStage();
  const lease = await stage.broker.lease();
  const id = await created(stage.broker, { lease: lease.id });
  await Promise.all([stage.broker.close(), stage.broker.close()]);
  await stage.broker.close();
  expect(await statusOf(stage, id)).toBe("withdrawn");
  expect(() => stage.broker.lease()).toThrowError(expect.objectContaining({ code: "closed" }));
});

test("what is created while its lease is let go of is withdrawn too", async () => {
  let isSlow = false;
  const gates: (() => void)[] = [];
  const stage = createStage({
    wrap: (engine) => ({
      ...engine,
      elicitations: {
        ...engine.elicitations,
        async create(record, maxOpen) {
          if (isSlow) await new Promise<void>((open) => void gates.push(open));
          return engine.elicitations.create(record, maxOpen);
        },
      },
    }),
  });
  const lease = await stage.broker.lease();
  isSlow = true;
  const creating = created(stage.broker, { id: "late", lease: lease.id });
  await lease.release("Over.");
  for (const open of gates) open();
  await creating;
  expect(await statusOf(stage, "late")).toBe("withdrawn");
});

/** A clock of a process that can be suspended: it shows the time of another, and its timers wake only while it runs. */
function suspendable(of: ReturnType<typeof createStage>["clock"]) {
  const late: (() => void)[] = [];
  let isAsleep = false;
  return {
    now: () => of.now(),
    setTimer: (delayMs: number, wake: () => void) =>
      of.setTimer(delayMs, () => void (isAsleep ? late.push(wake) : wake())),
    sleep() {
      isAsleep = true;
    },
    awake() {
      isAsleep = false;
      for (const wake of late.splice(0)) wake();
    },
  };
}

test("an asker that renews before it is judged keeps everything, however late it is", async () => {
  let beforeList: (() => Promise<void>) | undefined;
  const one = createStage({ leaseMs: 3_000, sweepMs: 100_000 });
  const clock = suspendable(one.clock);
  const slow = createStage({ engine: one.engine, clock, leaseMs: 3_000, sweepMs: 100_000 });
  const slowing = (engine: Engine): Engine => ({
    ...engine,
    records: {
      ...engine.records,
      async list(prefix, after, limit) {
        const found = await engine.records.list(prefix, after, limit);
        if (prefix === "elicitation-lease:") await beforeList?.();
        return found;
      },
    },
  });
  const sweeping = createStage({
    engine: slowing(one.engine),
    clock: one.clock,
    leaseMs: 3_000,
    sweepMs: 5_000,
  });
  const lease = await slow.broker.lease();
  const id = await created(slow.broker, { lease: lease.id });
  await one.clock.advance(100);
  clock.sleep();
  // The sweeper has read the lapsed lease when its holder wakes up and renews it.
  beforeList = async () => {
    clock.awake();
    await new Promise((resolve) => setImmediate(resolve));
  };
  await one.clock.advance(5_000);
  const late = await created(slow.broker, { lease: lease.id });
  for (let turns = 0; turns < 10; turns += 1) await new Promise((resolve) => setImmediate(resolve));
  expect([await statusOf(one, id), await statusOf(one, late)]).toEqual(["pending", "pending"]);
  await sweeping.broker.close();
});

test("an asker whose lease was taken away hangs nothing more on it, and its responder takes another", async () => {
  const one = createStage({ leaseMs: 3_000, sweepMs: 1_000 });
  const clock = suspendable(one.clock);
  const slow = createStage({ engine: one.engine, clock, leaseMs: 3_000, sweepMs: 100_000 });
  const lease = await slow.broker.lease();
  const id = await created(slow.broker, { lease: lease.id });
  const ask = (name: string) =>
    slow.broker.responder()(
      {
        id: name,
        key: name,
        mode: "form",
        message: "How many?",
        schema: { type: "object", properties: {} },
        audience: undefined,
        expiresAt: undefined,
        asker: {
          server: "s",
          method: "m",
          target: undefined,
          client: undefined,
          principalId: undefined,
          runId: "r",
        },
      },
      { signal: new AbortController().signal, group: "g" },
    );
  const first = ask("first");
  await one.clock.advance(100);
  clock.sleep();
  for (let seconds = 0; seconds < 6; seconds += 1) await one.clock.advance(1_000);
  expect(await statusOf(one, id)).toBe("withdrawn");
  await expect(created(slow.broker, { lease: lease.id })).rejects.toMatchObject({
    code: "invalid-arguments",
  });
  clock.awake();
  await one.clock.advance(10);
  expect(await first).toEqual({ action: "cancel", reason: "The asker has gone." });
  const second = ask("second");
  for (let seconds = 0; seconds < 10; seconds += 1) await one.clock.advance(1_000);
  expect(await statusOf(one, "second")).toBe("pending");
  await slow.broker.settle("second", { action: "decline" });
  expect(await second).toEqual({ action: "decline" });
});

test("what is written on a lease after it was swept, by a process that died then, is withdrawn too", async () => {
  const stage = createStage({ leaseMs: 3_000, sweepMs: 1_000 });
  const dead = createStage({ engine: stage.engine, leaseMs: 3_000, clock: stoppedClock() });
  const lease = await dead.broker.lease();
  const id = await created(dead.broker, { lease: lease.id });
  for (let seconds = 0; seconds < 5; seconds += 1) await stage.clock.advance(1_000);
  const record = await stage.engine.elicitations.get(id);
  if (record === undefined) throw new Error("It is gone.");
  expect(record.status).toBe("withdrawn");
  await stage.engine.elicitations.create({
    ...record,
    id: "late",
    key: "late",
    status: "pending",
    outcome: undefined,
    forgetAt: undefined,
    version: 1,
  });
  for (let seconds = 0; seconds < 10; seconds += 1) await stage.clock.advance(1_000);
  expect(await statusOf(stage, "late")).toBe("withdrawn");
  await stage.broker.close();
});

test("a release that the engine refused can be tried again, and does not keep a broker from closing", async () => {
  let isBroken = false;
  const stage = createStage({
    wrap: (engine) => ({
      ...engine,
      records: {
        ...engine.records,
        async put(key, value, options) {
          if (isBroken) throw new Error("busy");
          return engine.records.put(key, value, options);
        },
      },
    }),
  });
  const lease = await stage.broker.lease();
  const id = await created(stage.broker, { lease: lease.id });
  isBroken = true;
  await expect(lease.release("Over.")).rejects.toThrowError("busy");
  isBroken = false;
  expect(await lease.release("Over.")).toBe(1);
  expect(await statusOf(stage, id)).toBe("withdrawn");
  await stage.broker.lease();
  const open = await created(stage.broker);
  const waiting = expect(stage.broker.wait(open)).rejects.toMatchObject({ code: "closed" });
  isBroken = true;
  await expect(stage.broker.close()).rejects.toThrowError("busy");
  await waiting;
});

test("a lease that was slow to be written is renewed before it lapses", async () => {
  const gates: (() => void)[] = [];
  const slow = (engine: Engine): Engine => ({
    ...engine,
    records: {
      ...engine.records,
      async put(...given) {
        if (gates.length === 0) await new Promise<void>((open) => void gates.push(open));
        return engine.records.put(...given);
      },
    },
  });
  const { broker, clock } = createStage({ leaseMs: 3_000, sweepMs: 100, wrap: slow });
  const taking = broker.lease();
  await clock.advance(2_500);
  for (const open of gates) open();
  const id = await created(broker, { lease: (await taking).id });
  for (let left = 20; left > 0; left -= 1) await clock.advance(100);
  expect(await broker.get(id)).toMatchObject({ status: "pending" });
});

test("a lease whose renewal fails is renewed again before it lapses", async () => {
  let failing = 0;
  const flaky = (engine: Engine): Engine => ({
    ...engine,
    records: {
      ...engine.records,
      async put(...given) {
        failing -= 1;
        if (failing >= 0) throw new Error("The engine is busy.");
        return engine.records.put(...given);
      },
    },
  });
  const { broker, clock, lines } = createStage({ leaseMs: 3_000, sweepMs: 100, wrap: flaky });
  const id = await created(broker, { lease: (await broker.lease()).id });
  failing = 5;
  for (let left = 60; left > 0; left -= 1) await clock.advance(100);
  expect(lines.filter(({ level }) => level === "error")).toHaveLength(5);
  expect(await broker.get(id)).toMatchObject({ status: "pending" });
});
