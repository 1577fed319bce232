// The rounds that are being served in this process.

import type { RecordStore } from "../core/engine/records.js";
import { PassingMap } from "../core/passing-map.js";
import type { RoundClaim } from "./round-claims.js";

/** A round that is being served. */
export interface UnderWay {
  readonly fingerprint: string;
  reply: Promise<string | undefined>;
  isConsumed: boolean;
  /** True once the record of the slot says so. */
  isWritten: boolean;
  /** What keeps the other nodes from executing the same slot; absent where there are none. */
  claim: RoundClaim | undefined;
}

/** The rounds that are being served, by slot. */
export type RoundsUnderWay = PassingMap<string, UnderWay>;

const byPlace = new WeakMap<RecordStore, RoundsUnderWay>();

/** One for all servers of this process that keep their records in the same place, which no other process has. */
export function roundsUnderWayIn(records: RecordStore): RoundsUnderWay {
  const known = byPlace.get(records);
  if (known !== undefined) return known;
  const made: RoundsUnderWay = new PassingMap();
  byPlace.set(records, made);
  return made;
}
