// How things lie in the engine: sealed where they leave this process, as they are in its memory.

import type { Engine } from "../core/engine/engine.js";
import { BeckonError } from "../core/errors.js";
import { messageOf } from "../core/message-of.js";
import { createKeyRing, type Key } from "../seal/key-ring.js";
import { openToken, sealToken } from "../seal/token.js";

/** Seals what an engine keeps, and opens it. A text opens only for the purpose it was sealed for. */
export interface AtRest {
  /** True when elicitations lie there as the objects they are, and are neither written nor sealed. */
  readonly keepsObjects: boolean;
  seal(purpose: string, text: string): string;
  /** Throws `unreadable` when no key of the ring opens it. */
  open(purpose: string, kept: string): string;
  sealBytes(purpose: string, bytes: Uint8Array): string;
  openBytes(purpose: string, kept: string): Uint8Array;
}

export function createAtRest(engine: Engine, keys: readonly Key[] | undefined): AtRest {
  if (!engine.shared && !engine.durable) return { ...plain, keepsObjects: engine.keepsObjects === true };
  if (keys === undefined)
    throw new BeckonError(
      "invalid-option",
      `The engine ${engine.name} keeps elicitations beyond this process, so they are sealed. Pass keys to createBroker.`,
    );
  const ring = readKeys(keys);
  const openBytes = (purpose: string, kept: string): Buffer => {
    const bytes = openToken(ring, purpose, kept);
    if (bytes !== undefined) return bytes;
    throw new BeckonError(
      "unreadable",
      `What the engine ${engine.name} keeps does not open with the keys of this broker. Keep old keys in the ring until what they sealed is forgotten.`,
    );
  };
  return {
    keepsObjects: false,
    seal: (purpose, text) => sealToken(ring, purpose, text),
    open: (purpose, kept) => openBytes(purpose, kept).toString(),
    sealBytes: (purpose, bytes) => sealToken(ring, purpose, bytes),
    openBytes,
  };
}

const plain: Omit<AtRest, "keepsObjects"> = {
  seal: (_purpose, text) => text,
  open: (_purpose, kept) => kept,
  // One byte to a character, which is how such a text lies in memory.
  sealBytes: (_purpose, bytes) =>
    Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString("latin1"),
  openBytes: (_purpose, kept) => Buffer.from(kept, "latin1"),
};

function readKeys(keys: readonly Key[]) {
  try {
    return createKeyRing(keys);
  } catch (cause) {
    throw new BeckonError("invalid-option", `keys cannot be used: ${messageOf(cause)}`, { cause });
  }
}
