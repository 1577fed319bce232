// The digests of questions. Servers ask the same few over and over, so the latest are remembered.

import { hash } from "node:crypto";

/** Gives the digest of what a person sees. */
export type Pin = (rendered: unknown) => string;

/** 132 bits tell questions apart; the other half of the digest would only make states longer. */
const LENGTH = 22;
const MOST_REMEMBERED = 256;
const MOST_TEXT = 2048;

export function createPins(): Pin {
  let known = new Map<string, string>();
  return (rendered) => {
    const text = JSON.stringify(rendered);
    const found = known.get(text);
    if (found !== undefined) return found;
    const digest = hash("sha256", text, "base64url").slice(0, LENGTH);
    if (text.length > MOST_TEXT) return digest;
    if (known.size >= MOST_REMEMBERED) known = new Map();
    known.set(text, digest);
    return digest;
  };
}
