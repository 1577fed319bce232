// The limits contract: token buckets that refill continuously.

import type { MaybePromise } from "../maybe-promise.js";

/** How fast something may happen. */
export interface Bucket {
  /** How many may happen at once after a long silence; at least 1. */
  readonly capacity: number;
  /** How long one token takes to come back, in milliseconds. */
  readonly refillMs: number;
}

/** Whether a token was there, and if not when to come back. */
export type Taken = { readonly ok: true } | { readonly ok: false; readonly retryAfterMs: number };

/** Counts what happens, per key. */
export interface LimitStore {
  /** Takes one token of the key's bucket at the instant `now`. Refusals cost nothing. */
  take(key: string, bucket: Bucket, now: number): MaybePromise<Taken>;
}
