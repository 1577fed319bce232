// Records whose values nobody but a holder of the keys can read, where they leave this process.

import type { PutOptions, RecordStore } from "../core/engine/records.js";
import { andThen, type MaybePromise } from "../core/maybe-promise.js";
import type { KeyRing } from "../seal/key-ring.js";
import { openToken, sealToken } from "../seal/token.js";

/** A text under its key. */
export interface SealedRecord {
  readonly key: string;
  /** Absent when only a holder of other keys can read it. */
  readonly text: string | undefined;
  readonly version: number;
}

/** Keeps texts by key. */
export interface SealedRecords {
  get(key: string): MaybePromise<string | undefined>;
  /** The text and its version, to write over exactly this one. */
  find(key: string): MaybePromise<{ readonly text: string; readonly version: number } | undefined>;
  /** False when `ifVersion` did not hold. */
  put(key: string, text: string, options?: PutOptions): MaybePromise<boolean>;
  /** The same; gives the new version, or `undefined` when `ifVersion` did not hold. */
  write(key: string, text: string, options?: PutOptions): MaybePromise<number | undefined>;
  /** True when this call removed it (of that version only, if given). */
  remove(key: string, ifVersion?: number): MaybePromise<boolean>;
  /** At most `limit` of those whose key starts with `prefix` and sorts after `after`, in key order. */
  list(prefix: string, after: string | undefined, limit: number): MaybePromise<readonly SealedRecord[]>;
}

/** Seals each value for its key; in the memory of this process there is nobody to keep it from. */
export function createSealedRecords(
  records: RecordStore,
  keys: () => KeyRing,
  leavesProcess: boolean,
): SealedRecords {
  const purpose = (key: string): string => `record ${key}`;
  const read = (key: string, value: string): string | undefined =>
    leavesProcess ? openToken(keys(), purpose(key), value)?.toString() : value;
  const find: SealedRecords["find"] = (key) =>
    andThen(records.get(key), (record) => {
      const text = record && read(key, record.value);
      return record && text !== undefined ? { text, version: record.version } : undefined;
    });
  const write: SealedRecords["write"] = (key, text, options) =>
    records.put(key, leavesProcess ? sealToken(keys(), purpose(key), text) : text, options);
  return {
    find,
    get: (key) => andThen(find(key), (found) => found?.text),
    put: (key, text, options) => andThen(write(key, text, options), (version) => version !== undefined),
    write,
    remove: (key, ifVersion) => records.remove(key, ifVersion),
    list: (prefix, after, limit) =>
      andThen(records.list(prefix, after, limit), (found) =>
        found.map(({ key, value, version }) => ({ key, text: read(key, value), version })),
      ),
  };
}
