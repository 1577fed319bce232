// The digests of questions. Servers ask the same few over and over, so the latest are remembered.

import { hash } from "node:crypto";
import { isFrozenDeeply } from "../core/freeze.js";

/** Gives the digest of what a person sees. */
export type Pin = (rendered: unknown) => string;

/** 132 bits tell questions apart; the other half of the digest would only make states longer. */
const LENGTH = 22;
/** What was last asked with something that cannot change. */
interface Pinned {
  readonly message: string;
  readonly digest: string;
}

const MOST_REMEMBERED = 256;
const MOST_TEXT = 2048;

export function createPins(): Pin {
  let known = new Map<string, string>();
  const frozen = new WeakMap<object, Pinned>();

  /** A message and what cannot change, which need not be looked at to be known. */
  function pinFrozen(message: string, body: object, rendered: unknown): string {
    const last = frozen.get(body);
    if (last?.message === message) return last.digest;
    const digest = pinAny(rendered);
    if (last !== undefined || isFrozenDeeply(body)) frozen.set(body, { message, digest });
    return digest;
  }

  function pinAny(rendered: unknown): string {
    const text = JSON.stringify(rendered);
    const found = known.get(text);
    if (found !== undefined) return found;
    const digest = hash("sha256", text, "base64url").slice(0, LENGTH);
    if (text.length > MOST_TEXT) return digest;
    if (known.size >= MOST_REMEMBERED) known = new Map();
    known.set(text, digest);
    return digest;
  }

  return (rendered) => {
    if (!Array.isArray(rendered) || rendered.length !== 2) return pinAny(rendered);
    const [message, body] = rendered as readonly unknown[];
    return typeof message === "string" && typeof body === "object" && body !== null
      ? pinFrozen(message, body, rendered)
      : pinAny(rendered);
  };
}
