// The key ring: the secrets that seal and sign, newest first, each split into one key per use.

import { createHmac, createSecretKey, hash, hkdfSync, type KeyObject, randomBytes } from "node:crypto";

import { createRandomBytes, type RandomBytes } from "./random.js";

/** A secret of at least 32 bytes: bytes, or text that counts by its UTF-8 length. */
export type Key = string | Uint8Array;

/** Secrets in use. The first one seals and signs, all of them open and verify. */
export interface KeyRing {
  /** Never empty. */
  readonly keys: readonly [RingKey, ...RingKey[]];
  /** Where salts come from. */
  readonly random: RandomBytes;
}

/** What one secret of the ring can do. */
export interface RingKey {
  /** The key for signatures. */
  readonly signing: KeyObject;
  /** The key of the one token that has this salt, of `SALT_BYTES`. */
  tokenKey(salt: Uint8Array): Uint8Array;
}

const leastBytes = 32;
/** How long the salts of tokens are. */
export const SALT_BYTES = 16;
const tokenInfo = Buffer.from("beckon token");
const counter = Buffer.from([0, 0, 0, 1]);

/** Creates a ring. To rotate, put a new key in front, and drop the last one when what it sealed has expired. */
export function createKeyRing(keys: readonly Key[]): KeyRing {
  const [first, ...others] = keys.map(toRingKey);
  if (first === undefined) throw new RangeError("The key ring is empty. Give at least one key.");
  return { keys: [first, ...others], random: createRandomBytes() };
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
  // One-step key derivation (NIST SP 800-56C) with SHA-256: a counter, the secret, and what the key is for.
  const prefix = Buffer.concat([counter, createHmac("sha256", tokenInfo).update(secret).digest(), tokenInfo]);
  // Written over for every token: nothing but the salt differs.
  const derived = Buffer.concat([prefix, Buffer.alloc(SALT_BYTES)]);
  return {
    signing: createSecretKey(Buffer.from(hkdfSync("sha256", secret, "", "beckon signing", 32))),
    tokenKey(salt) {
      derived.set(salt, prefix.byteLength);
      return hash("sha256", derived, "buffer");
    },
  };
}
