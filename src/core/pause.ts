// Waits a while by a clock.

import type { Clock } from "./clock.js";

/** Resolves when the time is over, or as soon as the signal aborts. */
export function pause(clock: Clock, delayMs: number, signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve) => {
    if (signal?.aborted) return resolve();
    const end = (): void => {
      timer.cancel();
      signal?.removeEventListener("abort", end);
      resolve();
    };
    const timer = clock.setTimer(delayMs, end);
    signal?.addEventListener("abort", end);
  });
}
