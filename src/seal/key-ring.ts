// The key ring: the secrets that seal and sign, newest first, each split into one key per use.

import { createHmac, createSecretKey, hkdfSync, type KeyObject, randomBytes } from "node:crypto";

/** A secret of at least 32 bytes: bytes, or text that counts by its UTF-8 length. */
export type Key = string | Uint8Array;

/** Secrets in use. The first one seals and signs, all of them open and verify. */
export interface KeyRing {
  /** Never empty. */
  readonly keys: readonly [RingKey, ...RingKey[]];
}

/** What one secret of the ring can do. */
export interface RingKey {
  /** The key for signatures. */
  readonly signing: KeyObject;
  /** The key of the one token that has this salt. */
  tokenKey(salt: Uint8Array): Uint8Array;
}

const leastBytes = 32;

/** Creates a ring. To rotate, put a new key in front, and drop the last one when what it sealed has expired. */
export function createKeyRing(keys: readonly Key[]): KeyRing {
  const [first, ...others] = keys.map(toRingKey);
  if (first === undefined) throw new RangeError("The key ring is empty. Give at least one key.");
  return { keys: [first, ...others] };
}

/** A new key for a ring, as text that can be kept in a file or an environment variable. */
export function randomKey(): string {
  return randomBytes(leastBytes).toString("base64url");
}

function toRingKey(key: Key, index: number): RingKey {
  const secret = typeof key === "string" ? Buffer.from(key) : key;
  if (secret.byteLength < leastBytes) {
    throw new RangeError(
      `Key ${index + 1} of the ring has ${secret.byteLength} bytes. Give at least ${leastBytes} random ones.`,
    );
  }
  // HKDF (RFC 5869) in its two steps: extract once for each secret, expand once for each token. It is what
  // `hkdfSync` gives with the salt in the info, at a fifth of its cost.
  const extracted = createSecretKey(createHmac("sha256", Buffer.alloc(32)).update(secret).digest());
  return {
    signing: createSecretKey(Buffer.from(hkdfSync("sha256", secret, "", "beckon signing", 32))),
    tokenKey: (salt) =>
      createHmac("sha256", extracted).update("beckon token").update(salt).update("\x01").digest(),
  };
}
