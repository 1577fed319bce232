// How long something may take, as people write it down.

/** A hundred years: longer than anybody waits, and short enough that every instant it leads to is a number. */
export const MOST_DURATION_MS: number = 100 * 365 * 24 * 60 * 60_000;

/** True for a number of milliseconds that a deadline can be made of. */
export const isDuration = (value: unknown): value is number =>
  typeof value === "number" && value > 0 && value <= MOST_DURATION_MS;
