// Random bytes in small pieces: the system is asked for many at a time, since each time costs the same.

import { randomFillSync } from "node:crypto";

const poolBytes = 4096;

/** Gives random bytes that are nobody else's. */
export type RandomBytes = (count: number) => Buffer;

/** Makes a source; it asks the system on first use, since workers have no randomness before their first request. */
export function createRandomBytes(): RandomBytes {
  let pool = Buffer.alloc(0);
  let used = 0;
  return (count) => {
    if (pool.byteLength - used < count) {
      pool = randomFillSync(Buffer.allocUnsafeSlow(Math.max(poolBytes, count)));
      used = 0;
    }
    used += count;
    return pool.subarray(used - count, used);
  };
}
