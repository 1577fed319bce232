// Elicitations that stayed open when their run gave up waiting: the same call, made again, finds its question there.

import { hash } from "node:crypto";
import { andThen, type MaybePromise } from "../../core/maybe-promise.js";
import type { SealedRecords } from "../../replay/sealed-records.js";

export interface LeftElicitations {
  /** Remembers the elicitation that a question of a call was left with. */
  leave(binding: string, key: string, digest: string, id: string, expiresAt: number): MaybePromise<void>;
  /** The elicitation that such a call left for exactly this question; it is handed out once. */
  take(binding: string, key: string, digest: string): MaybePromise<string | undefined>;
}

export function createLeftElicitations(records: SealedRecords): LeftElicitations {
  const recordKey = (binding: string, key: string, digest: string): string =>
    `waiting:${hash("sha256", JSON.stringify([binding, key, digest]), "base64url")}`;
  return {
    leave: (binding, key, digest, id, expiresAt) =>
      andThen(records.put(recordKey(binding, key, digest), id, { expiresAt }), () => undefined),
    take(binding, key, digest) {
      const name = recordKey(binding, key, digest);
      return andThen(records.get(name), (id) =>
        id === undefined
          ? undefined
          : andThen(records.remove(name), (isRemoved) => (isRemoved ? id : undefined)),
      );
    },
  };
}
