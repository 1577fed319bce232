// A clock that stands still until a test moves it.

import type { Clock } from "../core/clock.js";
import { BeckonError } from "../core/errors.js";

/** A clock that a test moves by hand. */
export interface FakeClock extends Clock {
  /** How many timers are set. */
  readonly pendingTimers: number;
  /**
   * Moves time forward and runs the timers that come due, in order, each at its own instant. Between them,
   * and before the first and after the last, everything that waits for a promise runs.
   */
  advance(ms: number): Promise<void>;
}

/** How a fake clock starts. */
export interface FakeClockOptions {
  /** The instant it shows at first, in milliseconds since the epoch. @default 0 */
  readonly now?: number;
}

interface FakeTimer {
  readonly at: number;
  readonly wake: () => void;
}

/** Creates a clock that stands still until `advance` moves it. */
export function createFakeClock(options: FakeClockOptions = {}): FakeClock {
  let now = options.now ?? 0;
  /** In the order in which they come due. */
  const timers: FakeTimer[] = [];

  return {
    get pendingTimers() {
      return timers.length;
    },
    now: () => now,
    setTimer(delayMs, wake) {
      const timer = { at: now + Math.max(0, delayMs), wake };
      timers.splice(timers.findLastIndex((other) => other.at <= timer.at) + 1, 0, timer);
      return {
        cancel() {
          const index = timers.indexOf(timer);
          if (index >= 0) timers.splice(index, 1);
        },
      };
    },
    async advance(ms) {
      if (!(ms >= 0))
        throw new BeckonError("invalid-arguments", `Time cannot advance by ${ms}. Give 0 or more.`);
      const end = now + ms;
      await settlePromises();
      for (let next = timers[0]; next !== undefined && next.at <= end; next = timers[0]) {
        timers.shift();
        now = next.at;
        next.wake();
        await settlePromises();
      }
      now = end;
    },
  };
}

/** A turn of the event loop: every chain of promises that needs nothing from outside runs to its end. */
function settlePromises(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}
