// The key ring of a server.

import type { Engine } from "../core/engine/engine.js";
import { BeckonError } from "../core/errors.js";
import { messageOf } from "../core/message-of.js";
import { createKeyRing, type KeyRing, randomKey } from "../seal/key-ring.js";
import type { ServerOptions } from "./options.js";

/** Gives the ring of configured keys, or makes one of a random key on first use. */
export function createKeys(engine: Engine, keys: ServerOptions["keys"]): () => KeyRing {
  if (keys === undefined && engine.shared) {
    throw new BeckonError(
      "invalid-option",
      `The engine ${engine.name} is shared by several processes, so they need the same keys. Pass keys to createServer.`,
    );
  }
  let ring = keys === undefined ? undefined : readKeys(keys);
  return () => {
    ring ??= createKeyRing([randomKey()]);
    return ring;
  };
}

function readKeys(keys: NonNullable<ServerOptions["keys"]>): KeyRing {
  try {
    return createKeyRing(keys);
  } catch (cause) {
    throw new BeckonError("invalid-option", `keys cannot be used: ${messageOf(cause)}`, { cause });
  }
}
