// Ids of elicitations: random, and alike at their beginning if they were made at the same time.

import { randomFillSync } from "node:crypto";
import type { Clock } from "../core/clock.js";

/** What nobody guesses. */
const RANDOM_BYTES = 12;
/** So many that those of one moment lie together in an index, and are written together. */
const TIME_BYTES = 3;
const ID_BYTES = TIME_BYTES + RANDOM_BYTES;
/** How long a moment is: 2 to the power of so many milliseconds. */
const MOMENT_BITS = 5;

/**
 * Makes ids of 20 characters each, which together cost less memory than the ones that the system makes. Who knows the
 * present instant says it.
 */
export function createIds(clock: Clock): (now?: number) => string {
  const pool = Buffer.allocUnsafeSlow(ID_BYTES * 1024);
  let end = pool.byteLength;
  return (now = clock.now()) => {
    if (end === pool.byteLength) {
      randomFillSync(pool);
      end = 0;
    }
    const start = end;
    end += ID_BYTES;
    // Past what 32 bits hold the moments begin anew; that no two ids are the same is up to chance alone.
    const moment = Math.floor(now / 2 ** MOMENT_BITS);
    // Without its highest bit no id begins with a hyphen, which a command line would take for an option.
    pool[start] = (moment >>> 16) & 0x7f;
    pool[start + 1] = moment >>> 8;
    pool[start + 2] = moment;
    return pool.toString("base64url", start, end);
  };
}
