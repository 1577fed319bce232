import { expect, test } from "vitest";
import { created, createStage, question } from "./stage.js";

test("[acceptance 43] an answer after the deadline is refused, also when nobody has noted the end", async () => {
  const { broker, clock } = createStage();
  const id = await created(broker, { timeoutMs: 1_000 });
  // Nobody wakes anybody: only the clock moves.
  const now = clock.now();
  Object.assign(clock, { now: () => now + 1_000 });
  const change = await broker.settle(id, { action: "accept", content: { guests: 1 } });
  expect(change).toMatchObject({ ok: false, reason: "settled", elicitation: { status: "expired" } });
  expect(await broker.getAnswer(id)).toEqual({ action: "timeout" });
});

test("[acceptance 47] an elicitation expires at its deadline and not before, and who waits is told", async () => {
  const { broker, clock, engine } = createStage();
  const id = await created(broker, { timeoutMs: 1_000 });
  const waiting = broker.wait(id);
  await clock.advance(999);
  expect((await engine.elicitations.get(id))?.status).toBe("pending");
  await clock.advance(101);
  expect((await engine.elicitations.get(id))?.status).toBe("expired");
  expect(await waiting).toEqual({ action: "timeout" });
});

test("[C6] what expired while no broker was there is found by the next one", async () => {
  const first = createStage();
  const id = await created(first.broker, { timeoutMs: 1_000 });
  await first.broker.close();
  await first.clock.advance(5_000);
  expect((await first.engine.elicitations.get(id))?.status).toBe("pending");
  const { engine, clock } = first;
  const second = createStage({ engine, clock });
  await clock.advance(100);
  expect((await engine.elicitations.get(id))?.status).toBe("expired");
  await second.broker.close();
});

test("a list shows nothing as open whose deadline is over", async () => {
  const { broker, clock } = createStage();
  await created(broker, { id: "a", timeoutMs: 1_000 });
  await created(broker, { id: "b" });
  const now = clock.now();
  Object.assign(clock, { now: () => now + 1_000 });
  expect((await broker.list({ status: ["pending"] })).elicitations.map(({ id }) => id)).toEqual(["b"]);
  expect((await broker.list({ status: ["expired"] })).elicitations.map(({ id }) => id)).toEqual(["a"]);
});

test("a claim makes it active while it lives, and pending again when it lapses", async () => {
  const { broker, clock, engine } = createStage();
  const id = await created(broker);
  const claimed = await broker.claim(id, { by: "ada", forMs: 1_000 });
  expect(claimed).toMatchObject({ ok: true, again: false, elicitation: { status: "active" } });
  expect(claimed.ok && claimed.elicitation.claim).toEqual({ by: "ada", until: clock.now() + 1_000 });
  await clock.advance(900);
  expect(await broker.claim(id, { by: "ada", forMs: 1_000 })).toMatchObject({ ok: true, again: true });
  await clock.advance(900);
  expect((await engine.elicitations.get(id))?.status).toBe("active");
  await clock.advance(200);
  expect(await engine.elicitations.get(id)).toMatchObject({ status: "pending" });
  expect(await broker.get(id)).toMatchObject({ status: "pending", claim: undefined });
});

test("[C4, acceptance 43] a claim keeps nobody else from answering", async () => {
  const { broker } = createStage();
  const id = await created(broker);
  await broker.claim(id, { by: "ada" });
  expect(await broker.settle(id, { action: "decline" }, { by: "bob" })).toMatchObject({ ok: true });
});

test("[C7] renewals move the deadline, by its own length at most", async () => {
  const { broker, clock } = createStage();
  const start = clock.now();
  const id = await created(broker, { timeoutMs: 10_000 });
  await broker.claim(id, { by: "ada", forMs: 5_000 });
  await clock.advance(4_000);
  await broker.claim(id, { by: "bob", forMs: 60_000 });
  expect((await broker.get(id))?.expiresAt).toBe(start + 10_000);
  for (const expected of [14_000, 18_000, 20_000]) {
    await broker.claim(id, { by: "ada", forMs: 5_000 });
    await clock.advance(4_000);
    await broker.claim(id, { by: "ada", forMs: 5_000 });
    const moved = (await broker.get(id))?.expiresAt ?? 0;
    expect(moved).toBeGreaterThanOrEqual(start + Math.min(expected - 1_000, 20_000));
    expect(moved).toBeLessThanOrEqual(start + 20_000);
  }
  expect((await broker.get(id))?.expiresAt).toBe(start + 20_000);
  await clock.advance(8_000);
  expect((await broker.get(id))?.status).toBe("expired");
});

test.each([
  ["", 1_000],
  ["ada", 0],
  ["ada", Number.NaN],
  ["ada", "1" as never],
  ["ada", 2 ** 40],
])("a claim by %j for %j ms is refused", async (by, forMs) => {
  const { broker } = createStage();
  const id = await created(broker);
  expect(() => broker.claim(id, { by, forMs })).toThrowError(
    expect.objectContaining({ code: "invalid-arguments" }),
  );
  expect((await broker.get(id))?.version).toBe(1);
});

test("deadlines are noted in few timers, however many there are", async () => {
  const { broker, clock } = createStage();
  let timers = 0;
  const { setTimer } = clock;
  Object.assign(clock, {
    setTimer: (delayMs: number, wake: () => void) => {
      timers += 1;
      return setTimer.call(clock, delayMs, wake);
    },
  });
  for (let index = 0; index < 2_000; index += 1) await broker.create(question({ timeoutMs: 60_000 + index }));
  expect(timers).toBeLessThan(50);
});

test("renewing a claim over and over leaves one look at when it lapses", async () => {
  let looks = 0;
  const { broker, clock } = createStage({
    sweepMs: 1_000_000,
    wrap: (engine) => ({
      ...engine,
      elicitations: {
        ...engine.elicitations,
        get(id) {
          looks += 1;
          return engine.elicitations.get(id);
        },
      },
    }),
  });
  const id = await created(broker);
  for (let times = 0; times < 100; times += 1) {
    await broker.claim(id, { by: "ada", forMs: 10_000 });
    await clock.advance(50);
  }
  looks = 0;
  await clock.advance(20_000);
  expect(looks).toBe(1);
});

test("the claim of what is over is looked after no more", async () => {
  const read: string[] = [];
  const { broker, clock } = createStage({
    wrap: (engine) => ({
      ...engine,
      elicitations: {
        ...engine.elicitations,
        get(id) {
          read.push(id);
          return engine.elicitations.get(id);
        },
      },
    }),
  });
  const [settled, withdrawn, expired, open] = [
    await created(broker),
    await created(broker),
    await created(broker, { timeoutMs: 1_000 }),
    await created(broker),
  ];
  for (const id of [settled, withdrawn, expired, open]) await broker.claim(id, { by: "ada", forMs: 60_000 });
  await broker.settle(settled, { action: "decline" });
  await broker.withdraw(withdrawn, "over");
  await clock.advance(1_100);
  read.length = 0;
  await clock.advance(60_000);
  expect(read).toEqual([open]);
});
