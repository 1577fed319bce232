// Waits for what another node writes, on top of the server's hints.

import type { TimerWheel } from "../../core/timer-wheel.js";
import type { ChangeHints } from "../../replay/changes.js";
import type { Hints } from "../hints.js";

/** Watches topics; looks without word of a change every `lookMs`. */
export const createChangeHints = (hints: Hints, wheel: TimerWheel, lookMs: number): ChangeHints => ({
  tell: (topic) => hints.tell(topic, ""),
  watch(...topics) {
    let isTold = false;
    let wake: (() => void) | undefined;
    const hear = (): void => {
      isTold = true;
      wake?.();
    };
    const stops = topics.map((topic) => hints.hear(topic, hear, hear));
    return {
      async next() {
        if (!isTold) {
          await new Promise<void>((resolve) => {
            const timer = wheel.schedule(lookMs, resolve);
            wake = () => {
              timer.cancel();
              resolve();
            };
          });
          wake = undefined;
        }
        isTold = false;
      },
      stop() {
        for (const stop of stops) stop();
      },
    };
  },
});
