// Waits for a while, or until nobody waits any more.

import type { TimerWheel } from "../../core/timer-wheel.js";

export function pauseFor(wheel: TimerWheel, ms: number, signal?: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const timer = wheel.schedule(ms, done);
    signal?.addEventListener("abort", done);
    function done(): void {
      timer.cancel();
      signal?.removeEventListener("abort", done);
      resolve();
    }
  });
}
