// How many of something there are at a time, for each one they are made for.

import { PassingMap } from "../core/passing-map.js";

/** Counts what is there, such as runs that wait. */
export interface Quota {
  /** Counts one more; false when there are as many as may be. */
  enter(whose: string): boolean;
  leave(whose: string): void;
}

export function createQuota(most: number): Quota {
  const counts = new PassingMap<string, number>();
  return {
    enter(whose) {
      const count = counts.get(whose) ?? 0;
      if (count >= most) return false;
      counts.set(whose, count + 1);
      return true;
    },
    leave(whose) {
      const count = counts.get(whose) ?? 0;
      if (count > 1) counts.set(whose, count - 1);
      else counts.delete(whose);
    },
  };
}
