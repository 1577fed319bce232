// Secrets while a run needs them: sealed records of the engine, whatever the engine. Journals and states name them only.

import type { Clock } from "../../core/clock.js";
import type { RecordStore } from "../../core/engine/records.js";
import { andThen, type MaybePromise } from "../../core/maybe-promise.js";
import { createSealedRecords } from "../../replay/sealed-records.js";
import type { KeyRing } from "../../seal/key-ring.js";

export interface SecretRecords {
  /** Keeps a secret under a reference; one that is kept already stays. */
  keep(reference: string, value: string): MaybePromise<void>;
  /** The secret, for another while; `undefined` when it is gone. */
  read(reference: string): MaybePromise<string | undefined>;
  forget(reference: string): MaybePromise<void>;
  /** Lets the secret go soon, unless somebody reads it before. */
  fade(reference: string): MaybePromise<void>;
}

export interface SecretRecordsOptions {
  readonly records: RecordStore;
  readonly keys: () => KeyRing;
  readonly clock: Clock;
  /** How long a secret lives that nobody reads. */
  readonly ttlMs: number;
}

/** How long a client may take to send again what it broke off. */
const FADE_MS = 5 * 60_000;

export function createSecretRecords({ records, keys, clock, ttlMs }: SecretRecordsOptions): SecretRecords {
  // Sealed in memory too: heap dumps and swap files are read by others than this process.
  const sealed = createSealedRecords(records, keys, true);
  const live = (reference: string, lifeMs: number): MaybePromise<string | undefined> =>
    andThen(sealed.find(recordKey(reference)), (found) => {
      if (found === undefined) return undefined;
      const expiresAt = clock.now() + lifeMs;
      const renewed = sealed.put(recordKey(reference), found.text, { ifVersion: found.version, expiresAt });
      // Another execution renewed it, or the run is over: both are fine.
      return andThen(renewed, () => found.text);
    });
  return {
    keep: (reference, value) =>
      andThen(
        sealed.put(recordKey(reference), value, { ifVersion: 0, expiresAt: clock.now() + ttlMs }),
        () => undefined,
      ),
    read: (reference) => live(reference, ttlMs),
    forget: (reference) => andThen(sealed.remove(recordKey(reference)), () => undefined),
    fade: (reference) => andThen(live(reference, FADE_MS), () => undefined),
  };
}

const recordKey = (reference: string): string => `secret:${reference}`;
