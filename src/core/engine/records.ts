// The records contract: keyed, expiring values with compare-and-set.

import type { MaybePromise } from "../maybe-promise.js";

/** A kept value and its version. */
export interface KeptRecord {
  readonly key: string;
  readonly value: string;
  /** Grows with every write of this key; never reused while the record lives. */
  readonly version: number;
  /** The instant after which the record no longer exists; absent for never. */
  readonly expiresAt: number | undefined;
}

/** When a write may happen, and how long its value lives. */
export interface PutOptions {
  /** Write only over this version; `0` means only when there is no record. Absent: always. */
  readonly ifVersion?: number;
  /** The instant after which the record no longer exists. */
  readonly expiresAt?: number;
}

/** Keeps small values by key: runs, consumed states, completions, drafts, one-use links. */
export interface RecordStore {
  /** The record, unless it is absent or expired. */
  get(key: string): MaybePromise<KeptRecord | undefined>;
  /** Writes and gives the new version; `undefined` when `ifVersion` did not hold. */
  put(key: string, value: string, options?: PutOptions): MaybePromise<number | undefined>;
  /** Removes the record (of that version only, if given); true when this call removed it. */
  remove(key: string, ifVersion?: number): MaybePromise<boolean>;
  /**
   * At most `limit` records whose key starts with `prefix` and sorts after `after`, in key order. That is the order of
   * characters, by code unit or by code point: engines differ where keys have characters beyond U+FFFF.
   */
  list(prefix: string, after: string | undefined, limit: number): MaybePromise<readonly KeptRecord[]>;
}
