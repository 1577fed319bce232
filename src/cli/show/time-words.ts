// Times as people say them.

const UNITS = [
  [24 * 60 * 60_000, "d"],
  [60 * 60_000, "h"],
  [60_000, "min"],
  [1_000, "s"],
] as const;

/** `5 min`: the largest unit that fits, rounded down. */
export function duration(ms: number): string {
  for (const [unit, name] of UNITS) if (ms >= unit) return `${Math.floor(ms / unit)} ${name}`;
  return "0 s";
}

/** `5 min ago`, by one clock for both instants. */
export const ago = (at: number, now: number): string => `${duration(Math.max(0, now - at))} ago`;

/** `in 5 min`, or `over`. */
export const until = (at: number, now: number): string => (at > now ? `in ${duration(at - now)}` : "over");

/** `2026-07-28 15:30:00 UTC` */
export const instant = (at: number): string =>
  `${new Date(at).toISOString().replace("T", " ").replace(/\..*/, "")} UTC`;
