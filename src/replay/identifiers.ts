// Ids that come out the same whenever they are made of the same things.

import { hash } from "node:crypto";
import { createRandomBytes } from "../seal/random.js";

/** A UUID-shaped digest of texts. */
export function idFrom(...parts: readonly string[]): string {
  const hex = hash("sha256", JSON.stringify(parts), "hex");
  // Version 8 (made up by its maker) and the variant of RFC 9562.
  const variant = ((Number.parseInt(hex.slice(16, 17), 16) & 3) | 8).toString(16);
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-8${hex.slice(13, 16)}-${variant}${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
}

/** Makes ids that nobody can guess. */
export function createRandomIds(): () => string {
  const random = createRandomBytes();
  return () => random(12).toString("base64url");
}
