// The rule of token buckets. Of each bucket only the instant is kept at which it is full again.

import { BeckonError } from "../errors.js";
import type { Bucket, Taken } from "./limits.js";

/** What came of taking a token; with it, the instant at which the bucket is full now. */
export type TokenTaking =
  | { readonly taken: Extract<Taken, { ok: true }>; readonly fullAt: number }
  | { readonly taken: Extract<Taken, { ok: false }>; readonly fullAt: undefined };

const OK = { ok: true } as const;

/**
 * Takes one token at the instant `now` of a bucket that is full at `fullAt` (absent: it is full). `toleranceMs` is below
 * what a clock can show, and above what adding fractions of milliseconds to an instant can err.
 */
export function takeToken(
  fullAt: number | undefined,
  bucket: Bucket,
  now: number,
  toleranceMs: number,
): TokenTaking {
  requireBucket(bucket);
  // A token is there when filling the bucket up takes no longer than filling it up from one short of it.
  const fillMs = Math.max((fullAt ?? now) - now, 0);
  const waitMs = fillMs - (bucket.capacity - 1) * bucket.refillMs;
  if (waitMs > toleranceMs) {
    const retryAfterMs = Math.ceil(waitMs - toleranceMs);
    return { taken: { ok: false, retryAfterMs }, fullAt: undefined };
  }
  return { taken: OK, fullAt: now + fillMs + bucket.refillMs };
}

function requireBucket({ capacity, refillMs }: Bucket): void {
  if (capacity >= 1 && capacity < Infinity && refillMs >= 0 && refillMs < Infinity) return;
  throw new BeckonError(
    "invalid-option",
    `A bucket has capacity ${capacity} and refillMs ${refillMs}. Give a capacity from 1 up and a refillMs from 0 up.`,
  );
}
