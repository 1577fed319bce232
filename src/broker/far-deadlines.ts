// Deadlines far away: a bit for each second, in lists of an hour, so that a year of them takes little room.

import type { TimerWheel } from "../core/timer-wheel.js";

/** From here on a deadline is far away, in milliseconds. */
export const FAR_MS: number = 60 * 60_000;

const SECOND_MS = 1_000;
const SECONDS = FAR_MS / SECOND_MS;
/** How long before its hour a list is gone through. */
const EARLY_MS = SECOND_MS;

export interface FarDeadlines {
  /** Has `near` called with that instant, up to a second later, when it is near. `distanceMs` is how far away it is. */
  note(at: number, distanceMs: number): void;
}

export function createFarDeadlines(
  wheel: Pick<TimerWheel, "schedule">,
  near: (at: number) => void,
): FarDeadlines {
  const hours = new Map<number, Uint8Array>();

  function open(hour: number, delayMs: number): Uint8Array {
    const list = new Uint8Array(SECONDS / 8);
    hours.set(hour, list);
    wheel.schedule(Math.max(0, delayMs - EARLY_MS), () => {
      hours.delete(hour);
      for (let second = 0; second < SECONDS; second += 1)
        if (isNoted(list, second)) near((hour * SECONDS + second) * SECOND_MS);
    });
    return list;
  }

  return {
    note(at, distanceMs) {
      const instant = Math.ceil(at / SECOND_MS);
      const hour = Math.floor(instant / SECONDS);
      const second = instant - hour * SECONDS;
      const list = hours.get(hour) ?? open(hour, distanceMs - (at - hour * FAR_MS));
      list[second >> 3] = (list[second >> 3] ?? 0) | (1 << (second & 7));
    },
  };
}

const isNoted = (list: Uint8Array, second: number): boolean =>
  ((list[second >> 3] ?? 0) & (1 << (second & 7))) !== 0;
