// Sealed tokens: bytes that only a holder of the ring can read, and nobody can change.
//
// A token is base64url of a random salt (16 bytes), the ciphertext, and the tag of AES-256-GCM (16 bytes).

import { createCipheriv, createDecipheriv } from "node:crypto";
import { type KeyRing, type RingKey, SALT_BYTES } from "./key-ring.js";

const cipher = "aes-256-gcm";
const tagBytes = 16;

/** Each token has a key of its own, so one fixed nonce is used once with each key. */
const nonce: Uint8Array = new Uint8Array(12);

/** Seals bytes (text as UTF-8) for one purpose; only `openToken` with the same purpose gives them back. */
export function sealToken(ring: KeyRing, purpose: string, plaintext: string | Uint8Array): string {
  const salt = ring.random(SALT_BYTES);
  const sealing = createCipheriv(cipher, ring.keys[0].tokenKey(salt), nonce);
  sealing.setAAD(toAssociatedData(purpose));
  const body = typeof plaintext === "string" ? sealing.update(plaintext, "utf8") : sealing.update(plaintext);
  sealing.final();
  const token = Buffer.allocUnsafe(SALT_BYTES + body.byteLength + tagBytes);
  token.set(salt);
  token.set(body, SALT_BYTES);
  token.set(sealing.getAuthTag(), SALT_BYTES + body.byteLength);
  return token.toString("base64url");
}

/** What was sealed, or `undefined` for everything that is not exactly a token of this ring and purpose. */
export function openToken(ring: KeyRing, purpose: string, token: string): Buffer | undefined {
  const bytes = Buffer.from(token, "base64url");
  if (bytes.byteLength < SALT_BYTES + tagBytes || bytes.toString("base64url") !== token) return undefined;
  for (const key of ring.keys) {
    const plaintext = openWith(key, purpose, bytes);
    if (plaintext !== undefined) return plaintext;
  }
  return undefined;
}

function openWith(key: RingKey, purpose: string, bytes: Buffer): Buffer | undefined {
  const tagAt = bytes.byteLength - tagBytes;
  const opening = createDecipheriv(cipher, key.tokenKey(bytes.subarray(0, SALT_BYTES)), nonce, {
    authTagLength: tagBytes,
  });
  opening.setAAD(toAssociatedData(purpose));
  opening.setAuthTag(bytes.subarray(tagAt));
  const plaintext = opening.update(bytes.subarray(SALT_BYTES, tagAt));
  try {
    opening.final();
  } catch {
    // Another key, another purpose, or not ours: the caller learns only that it does not open.
    return undefined;
  }
  return plaintext;
}

/** Code unit by code unit, since UTF-8 would make one of all lone surrogates. */
function toAssociatedData(purpose: string): Buffer {
  return Buffer.from(purpose, "utf16le");
}
