// The key ring of a server.

import type { Engine } from "../core/engine/engine.js";
import { BeckonError } from "../core/errors.js";
import { messageOf } from "../core/message-of.js";
import { createKeyRing, type KeyRing, randomKey } from "../seal/key-ring.js";
import type { ServerOptions } from "./options.js";

/** The keys of a server: chosen, or made up for the time that the process lives. */
export interface ServerKeys {
  /** The ring; one of a random key is made on first use. */
  ring(): KeyRing;
  /** True when the keys were chosen, so that other processes may have them too. */
  areChosen(): boolean;
  /** Chooses keys for a server that was made without; refused when it has some. */
  choose(keys: NonNullable<ServerOptions["keys"]>): void;
}

export function createKeys(engine: Engine, keys: ServerOptions["keys"]): ServerKeys {
  if (keys === undefined && engine.shared) {
    throw new BeckonError(
      "invalid-option",
      `The engine ${engine.name} is shared by several processes, so they need the same keys. Pass keys to createServer.`,
    );
  }
  let ring = keys === undefined ? undefined : readKeys(keys);
  let areChosen = keys !== undefined;
  return {
    ring() {
      ring ??= createKeyRing([randomKey()]);
      return ring;
    },
    areChosen: () => areChosen,
    choose(given) {
      if (ring !== undefined)
        throw new BeckonError("invalid-option", "The server has keys already. Give them in one place only.");
      ring = readKeys(given);
      areChosen = true;
    },
  };
}

function readKeys(keys: NonNullable<ServerOptions["keys"]>): KeyRing {
  requireList(keys);
  try {
    return createKeyRing(keys);
  } catch (cause) {
    throw new BeckonError("invalid-option", `keys cannot be used: ${messageOf(cause)}`, { cause });
  }
}

/** JavaScript, and environment variables that are not set, bring anything. */
function requireList(keys: unknown): void {
  if (!Array.isArray(keys))
    throw new BeckonError(
      "invalid-option",
      "keys must be a list, also when there is one key only. Give [key], or [newKey, oldKey].",
    );
  const other = keys.findIndex((key) => typeof key !== "string" && !(key instanceof Uint8Array));
  if (other >= 0)
    throw new BeckonError(
      "invalid-option",
      `Key ${other + 1} of keys is neither text nor bytes. Is its environment variable set?`,
    );
}
