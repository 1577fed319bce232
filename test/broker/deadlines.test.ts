// When a broker looks for what is over: in time, and with little to remember until then.

import { expect, test } from "vitest";
import { createDeadlines } from "../../src/broker/deadlines.js";
import { createTimerWheel } from "../../src/core/timer-wheel.js";
import { createFakeClock } from "../../src/testing/fake-clock.js";
import { created, createStage } from "./stage.js";

const NOW = 1_800_000_000_123;
const HOUR_MS = 60 * 60_000;
const WEEK_MS = 7 * 24 * HOUR_MS;

/** Deadlines on a wheel that counts its timers. */
function createCounted() {
  const clock = createFakeClock({ now: NOW });
  const wheel = createTimerWheel({ clock });
  const looks: number[] = [];
  let timers = 0;
  const schedule: typeof wheel.schedule = (delayMs, wake) => {
    timers += 1;
    return wheel.schedule(delayMs, () => {
      timers -= 1;
      wake();
    });
  };
  const deadlines = createDeadlines(
    { clock, wheel: { ...wheel, schedule }, claims: new Map() },
    () => void looks.push(clock.now()),
    () => {},
  );
  return { clock, deadlines, looks, timers: () => timers };
}

test("a week of deadlines, one for each second, needs few timers", () => {
  const { deadlines, timers } = createCounted();
  for (let second = 0; second < WEEK_MS / 1_000; second += 1) deadlines.note(NOW + WEEK_MS + second * 1_000);
  expect(timers()).toBeLessThan(WEEK_MS / HOUR_MS + 10);
});

test.each([1, 999, 59_000, 61_000, HOUR_MS - 1, HOUR_MS, HOUR_MS + 1, 25 * HOUR_MS + 1, WEEK_MS])(
  "what is due in %i ms is looked for within a second of it, and not before",
  async (distanceMs) => {
    const { clock, deadlines, looks, timers } = createCounted();
    deadlines.note(NOW + distanceMs);
    await clock.advance(distanceMs - 1);
    expect(looks).toEqual([]);
    await clock.advance(1_200);
    expect(looks).toHaveLength(1);
    expect(timers()).toBe(0);
  },
);

test("every second of an hour is looked for, also over the turn of it", async () => {
  const { clock, deadlines, looks } = createCounted();
  const first = Math.ceil((NOW + 2 * HOUR_MS) / HOUR_MS) * HOUR_MS - 5_000;
  const instants = Array.from({ length: 10 }, (_, index) => first + index * 1_000);
  for (const instant of instants) deadlines.note(instant);
  await clock.advance(first + 20_000 - NOW);
  expect(looks).toHaveLength(10);
  looks.forEach((look, index) => {
    const lateMs = look - (instants[index] ?? 0);
    expect([lateMs >= 0, lateMs <= 1_100]).toEqual([true, true]);
  });
});

test("an elicitation of a day expires at its deadline, however rarely its broker sweeps", async () => {
  const { broker, clock, engine } = createStage({ sweepMs: WEEK_MS, leaseMs: WEEK_MS, rereadMs: WEEK_MS });
  const id = await created(broker, { timeoutMs: 24 * HOUR_MS });
  const waiting = broker.wait(id);
  await clock.advance(24 * HOUR_MS - 1);
  expect((await engine.elicitations.get(id))?.status).toBe("pending");
  await clock.advance(1_200);
  expect(await waiting).toEqual({ action: "timeout" });
  await broker.close();
});
