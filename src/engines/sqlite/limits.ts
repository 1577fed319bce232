// Token buckets in SQLite: for each key, the instant at which its bucket is full again.

import type { Bucket, LimitStore, Taken } from "../../core/engine/limits.js";
import { takeToken } from "../../core/engine/token-bucket.js";
import { numberAt } from "./columns.js";
import type { Database } from "./database.js";
import type { Turns } from "./turns.js";

/** Every so many takes the full buckets are swept, more of them than were added. */
const takesPerSweep = 16;
const sweptAtOnce = 64;
/** Below what a clock can show, above what adding fractions of milliseconds to an instant can err. */
const toleranceMs = 0.01;

/** Takes a token, in a transaction that is open. */
export type TakeInTurn = (key: string, bucket: Bucket, now: number) => Taken;

/** Creates the limits of a SQLite engine. */
export const createSqliteLimits = (take: TakeInTurn, turns: Turns): LimitStore => ({
  take: (key, bucket, now) => turns.write(() => take(key, bucket, now)),
});

/** Prepares taking tokens. A key without a row has a full bucket. */
export function createTakeInTurn(database: Database): TakeInTurn {
  const find = database.query("SELECT full_at FROM limits WHERE key = ?");
  const keep = database.command(
    "INSERT INTO limits (key, full_at) VALUES (?, ?) ON CONFLICT (key) DO UPDATE SET full_at = excluded.full_at",
  );
  const sweep = database.command(
    `DELETE FROM limits WHERE key IN (SELECT key FROM limits INDEXED BY limits_by_fullness WHERE full_at <= ? LIMIT ${sweptAtOnce})`,
  );
  let takes = 0;

  return (key, bucket, now) => {
    takes += 1;
    if (takes % takesPerSweep === 0) sweep.run(now);
    const row = find.first(key);
    const taking = takeToken(row && numberAt(row, 0), bucket, now, toleranceMs);
    if (taking.fullAt !== undefined) keep.run(key, taking.fullAt);
    return taking.taken;
  };
}
