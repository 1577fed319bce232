// How many runs wait for a person, for each one they are made for.

/** Counts the runs that wait. */
export interface Parked {
  /** Counts one more; false when there are as many as may be. */
  enter(whose: string): boolean;
  leave(whose: string): void;
}

/** How many that wait for nothing are remembered, before they are forgotten together. */
const MOST_IDLE = 64;

export function createParked(most: number): Parked {
  const counts = new Map<string, number>();
  let idle = 0;

  // A Map that is emptied again and again makes a new table each time.
  function forgetIdle(): void {
    if (idle < MOST_IDLE || idle < counts.size / 2) return;
    for (const [whose, count] of counts) if (count === 0) counts.delete(whose);
    idle = 0;
  }

  return {
    enter(whose) {
      const count = counts.get(whose);
      if (count !== undefined && count >= most) return false;
      if (count === 0) idle -= 1;
      counts.set(whose, (count ?? 0) + 1);
      return true;
    },
    leave(whose) {
      const count = counts.get(whose) ?? 0;
      counts.set(whose, count - 1);
      if (count > 1) return;
      idle += 1;
      forgetIdle();
    },
  };
}
