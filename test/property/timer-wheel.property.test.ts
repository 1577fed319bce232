// The timer wheel against the plainest model of it: a list of deadlines.

import fc from "fast-check";
import { expect, test } from "vitest";
import { createTimerWheel, type WheelTimer } from "../../src/core/timer-wheel.js";
import { createFakeClock } from "../../src/testing/index.js";

type Step =
  | { readonly kind: "schedule"; readonly delayMs: number }
  | { readonly kind: "cancel"; readonly pick: number }
  | { readonly kind: "advance"; readonly ms: number };

/** From within a tick to years, and on both sides of every width of the slots. */
const span: fc.Arbitrary<number> = fc.oneof(
  fc.integer({ min: 0, max: 200 }),
  fc
    .tuple(fc.integer({ min: 0, max: 7 }), fc.integer({ min: -60, max: 60 }))
    .map(([level, off]) => Math.max(0, 10 * 32 ** level + off)),
  fc.double({ min: 0, max: 5_000, noNaN: true }),
);

const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 4, arbitrary: span.map((delayMs): Step => ({ kind: "schedule", delayMs })) },
  { weight: 1, arbitrary: fc.nat().map((pick): Step => ({ kind: "cancel", pick })) },
  { weight: 2, arbitrary: span.map((ms): Step => ({ kind: "advance", ms: Math.floor(ms) })) },
);

interface Deadline {
  readonly at: number;
  readonly timer: WheelTimer;
  wokenAt: number | undefined;
  cancelled: boolean;
}

test("every deadline is kept: not early, not later than a tick, once, and in order of ticks", async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(step, { maxLength: 40 }),
      fc.constantFrom(1, 10, 50),
      fc.constantFrom(1, 3, 1_000),
      async (steps, tickMs, budget) => {
        const clock = createFakeClock({ now: 1_700_000_000_123 });
        const wheel = createTimerWheel({ clock, tickMs, budget });
        const deadlines: Deadline[] = [];
        const wokenInOrder: Deadline[] = [];
        for (const current of steps) {
          if (current.kind === "schedule") {
            const deadline: Deadline = {
              at: clock.now() + current.delayMs,
              wokenAt: undefined,
              cancelled: false,
              timer: wheel.schedule(current.delayMs, () => {
                expect(deadline.wokenAt).toBe(undefined);
                deadline.wokenAt = clock.now();
                wokenInOrder.push(deadline);
              }),
            };
            deadlines.push(deadline);
          } else if (current.kind === "cancel") {
            const deadline = deadlines[current.pick % Math.max(deadlines.length, 1)];
            deadline?.timer.cancel();
            if (deadline !== undefined && deadline.wokenAt === undefined) deadline.cancelled = true;
          } else {
            await clock.advance(current.ms);
          }
          for (const { at, wokenAt, cancelled } of deadlines) {
            if (cancelled) expect(wokenAt).toBe(undefined);
            else if (wokenAt === undefined) expect(clock.now()).toBeLessThan(at + tickMs);
            else {
              expect(wokenAt).toBeGreaterThanOrEqual(at - 1e-3);
              expect(wokenAt).toBeLessThanOrEqual(at + tickMs);
            }
          }
          const waiting = deadlines.some(({ wokenAt, cancelled }) => wokenAt === undefined && !cancelled);
          expect(clock.pendingTimers).toBe(waiting ? 1 : 0);
        }
        for (const [index, deadline] of wokenInOrder.entries()) {
          const next = wokenInOrder[index + 1];
          if (next !== undefined) expect(next.at).toBeGreaterThanOrEqual(deadline.at - tickMs);
        }
      },
    ),
    { numRuns: 500 },
  );
});
