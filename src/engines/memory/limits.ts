// Token buckets in memory: for each key, the instant at which its bucket is full again.

import type { LimitStore } from "../../core/engine/limits.js";
import { takeToken } from "../../core/engine/token-bucket.js";
import type { Gate } from "./gate.js";
import type { Synchronous } from "./synchronous.js";

/** How many keys one call looks at to forget those with a full bucket: more than it can add. */
const sweptPerTake = 2;
/** Below what a clock can show, above what adding fractions of milliseconds can err. */
const toleranceMs = 1e-6;

/** Creates the limits of a memory engine. A key without a bucket has a full one. */
export function createMemoryLimits(gate: Gate): Synchronous<LimitStore> {
  /** Instants counted from `origin`, where fractions of a millisecond are not lost to rounding. */
  const fullAt = new Map<string, number>();
  let origin: number | undefined;
  let round = fullAt.entries();
  gate.whenClosed(() => fullAt.clear());

  function sweep(now: number): void {
    for (let left = sweptPerTake; left > 0; left -= 1) {
      const step = round.next();
      if (step.done) {
        round = fullAt.entries();
        return;
      }
      const [key, instant] = step.value;
      if (instant <= now) fullAt.delete(key);
    }
  }

  return {
    take(key, bucket, at) {
      gate.check();
      origin ??= at;
      const now = at - origin;
      sweep(now);
      const taking = takeToken(fullAt.get(key), bucket, now, toleranceMs);
      if (taking.fullAt !== undefined) fullAt.set(key, taking.fullAt);
      return taking.taken;
    },
  };
}
