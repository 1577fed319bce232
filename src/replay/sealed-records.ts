// Records whose values nobody but a holder of the keys can read, where they leave this process.

import type { PutOptions, RecordStore } from "../core/engine/records.js";
import { andThen, type MaybePromise } from "../core/maybe-promise.js";
import type { KeyRing } from "../seal/key-ring.js";
import { openToken, sealToken } from "../seal/token.js";

/** Keeps texts by key. */
export interface SealedRecords {
  get(key: string): MaybePromise<string | undefined>;
  /** The text and its version, to write over exactly this one. */
  find(key: string): MaybePromise<{ readonly text: string; readonly version: number } | undefined>;
  /** False when `ifVersion` did not hold. */
  put(key: string, text: string, options?: PutOptions): MaybePromise<boolean>;
  /** True when this call removed it. */
  remove(key: string): MaybePromise<boolean>;
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
  return {
    find,
    get: (key) => andThen(find(key), (found) => found?.text),
    put: (key, text, options) =>
      andThen(
        records.put(key, leavesProcess ? sealToken(keys(), purpose(key), text) : text, options),
        (version) => version !== undefined,
      ),
    remove: (key) => records.remove(key),
  };
}
