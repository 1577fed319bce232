// The keys that links and forms are signed with.

import { BeckonError } from "../../core/errors.js";
import { messageOf } from "../../core/message-of.js";
import { createKeyRing, type Key, type KeyRing, randomKey } from "../../seal/key-ring.js";

/** A ring of these keys, or of a random one. Throws `invalid-option` for keys that are too short. */
export function createPageRing(keys: readonly Key[] | undefined): KeyRing {
  try {
    return createKeyRing(keys ?? [randomKey()]);
  } catch (error) {
    throw new BeckonError("invalid-option", messageOf(error), { cause: error });
  }
}
