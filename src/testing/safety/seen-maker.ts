// Makes servers, and remembers what the assertion must know of them.

import { transportParts } from "../../server/server.js";
import type { MakeServer } from "../server-kit.js";

/** A maker that was looked at. */
export interface SeenMaker {
  readonly make: MakeServer;
  /** The most rounds that its servers allow. */
  readonly maxRounds: number;
  /** True when it took the keys of the kit. */
  readonly usesKeys: boolean;
}

export function seeMaker(makeServer: MakeServer): SeenMaker {
  let maxRounds = 0;
  let usesKeys = false;
  return {
    async make(kit) {
      const server = await makeServer({
        effect: kit.effect,
        acquire: kit.acquire,
        get keys() {
          usesKeys = true;
          return kit.keys;
        },
      });
      maxRounds = server[transportParts].server.asking.options.maxRounds;
      return server;
    },
    get maxRounds() {
      return maxRounds;
    },
    get usesKeys() {
      return usesKeys;
    },
  };
}
