// Measures how long the event loop stood still: in processor time of this thread, so that a busy machine does not count.

import { readFileSync } from "node:fs";
import { PerformanceObserver } from "node:perf_hooks";
import { setImmediate as nextTurn } from "node:timers/promises";

interface Turn {
  readonly startedAt: number;
  readonly endedAt: number;
  readonly cpuMs: number;
}

/** Shorter turns are not worth remembering. */
const NOTED_MS = 5;

/**
 * The longest time, in milliseconds, that one turn of the event loop worked without letting others have theirs. What the
 * collector of garbage took meanwhile is not counted: that is the size of the heap, and not the work.
 */
export async function longestStall(work: () => Promise<void>): Promise<number> {
  const turns: Turn[] = [];
  const collections: { readonly startedAt: number; readonly endedAt: number }[] = [];
  const observer = new PerformanceObserver((list) => {
    for (const { startTime, duration } of list.getEntries())
      collections.push({ startedAt: startTime, endedAt: startTime + duration });
  });
  observer.observe({ entryTypes: ["gc"] });
  let isOver = false;
  const measuring = (async () => {
    while (!isOver) {
      const before = readCpuMs();
      const startedAt = performance.now();
      await nextTurn();
      const endedAt = performance.now();
      const cpuMs = Math.min(endedAt - startedAt, readCpuMs() - before);
      if (cpuMs > NOTED_MS) turns.push({ startedAt, endedAt, cpuMs });
    }
  })();
  try {
    await work();
  } finally {
    isOver = true;
    await measuring;
    // Entries are told a turn after the collection.
    await nextTurn();
    observer.disconnect();
  }
  const collecting = ({ startedAt, endedAt }: Turn): number =>
    collections.reduce(
      (sum, one) => sum + Math.max(0, Math.min(endedAt, one.endedAt) - Math.max(startedAt, one.startedAt)),
      0,
    );
  return Math.max(NOTED_MS, ...turns.map((turn) => turn.cpuMs - collecting(turn)));
}

/** Of this thread where the system tells it, of the process elsewhere. */
function readCpuMs(): number {
  if (process.platform === "linux")
    return Number(readFileSync("/proc/thread-self/schedstat", "utf8").split(" ")[0]) / 1e6;
  const { user, system } = process.cpuUsage();
  return (user + system) / 1_000;
}
