// Makes servers, and remembers what the assertion must know of them.

import type { Engine } from "../../core/engine/engine.js";
import { transportParts } from "../../server/server.js";
import { freshServers } from "../fresh-servers.js";
import type { MakeServer } from "../server-kit.js";

/** A maker that was looked at. */
export interface SeenMaker {
  readonly make: MakeServer;
  /** True when its servers share an engine. */
  readonly sharesEngine: boolean;
  /** Lets servers made from now on go on for so many rounds more than they would. */
  allowMoreRounds(count: number): void;
}

export function seeMaker(makeServer: MakeServer): SeenMaker {
  const makeFresh = freshServers(makeServer, "assertReplaySafe");
  const engines = new Set<Engine>();
  let sharesEngine = false;
  let moreRounds = 0;
  return {
    async make(kit) {
      const server = await makeFresh(kit);
      const { engine, asking } = server[transportParts].server;
      sharesEngine = engine.shared || engine === kit.engine || engines.has(engine);
      engines.add(engine);
      // The server's own copy of them: faults that take rounds must not use up those of the handler.
      const options: { maxRounds: number } = asking.options;
      options.maxRounds += moreRounds;
      return server;
    },
    get sharesEngine() {
      return sharesEngine;
    },
    allowMoreRounds(count) {
      moreRounds = count;
    },
  };
}
