// When a delivery is tried again.

/** The most that a receiver can put an attempt off. */
const MOST_MS = 24 * 60 * 60 * 1_000;

/** The delay before the next attempt, a fifth more or less; `undefined` when there is none left. */
export function retryDelay(
  delaysMs: readonly number[],
  attempts: number,
  random: () => number,
): number | undefined {
  const delay = delaysMs[attempts - 1];
  return delay === undefined ? undefined : Math.round(delay * (0.8 + 0.4 * random()));
}

/** What `Retry-After` asks for, in milliseconds: seconds or a date; 0 when it asks for nothing. */
export function retryAfter(header: string | null, now: number): number {
  if (header === null) return 0;
  const delay = /^\d{1,9}$/.test(header.trim()) ? Number(header) * 1_000 : Date.parse(header) - now;
  return Number.isFinite(delay) ? Math.min(Math.max(delay, 0), MOST_MS) : 0;
}
