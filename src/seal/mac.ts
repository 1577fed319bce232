// Signatures on text that may be seen but not made up, such as the cursors of lists.

import { createHmac, type KeyObject, timingSafeEqual } from "node:crypto";
import type { KeyRing } from "./key-ring.js";

/** HMAC-SHA256, cut to this length. */
const macBytes = 16;

/** Signs text for one purpose: 22 characters of base64url. */
export function signText(ring: KeyRing, purpose: string, text: string): string {
  return mac(ring.keys[0].signing, purpose, text).toString("base64url");
}

/** True when some key of the ring signed exactly this text for exactly this purpose. */
export function verifyText(ring: KeyRing, purpose: string, text: string, signature: string): boolean {
  const given = Buffer.from(signature, "base64url");
  if (given.byteLength !== macBytes || given.toString("base64url") !== signature) return false;
  return ring.keys.some((key) => timingSafeEqual(mac(key.signing, purpose, text), given));
}

function mac(key: KeyObject, purpose: string, text: string): Buffer {
  // The length keeps purpose and text apart; code units, since UTF-8 would make one of all lone surrogates.
  const signed = `${purpose.length}:${purpose}${text}`;
  return createHmac("sha256", key).update(signed, "utf16le").digest().subarray(0, macBytes);
}
