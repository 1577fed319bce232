// What a test hands to the function that makes its server.

import { type Clock, systemClock } from "../core/clock.js";
import type { Engine } from "../core/engine/engine.js";
import type { MaybePromise } from "../core/maybe-promise.js";
import { createMemoryEngine } from "../engines/memory/index.js";
import { createKeyRing, randomKey } from "../seal/key-ring.js";
import { type Server, transportParts } from "../server/server.js";
import type { Recorder } from "./tracing/recorder.js";

/** What servers of a test are made with. */
export interface ServerKit {
  /** Keys that all servers of one client share: give them to `createServer`. */
  readonly keys: readonly string[];
  /**
   * An engine in memory that all servers of one client share, and that is closed with it: give it to `createServer`
   * beside `keys` when handlers open pages. It goes by the clock of the server that was made last.
   */
  readonly engine: Engine;
  /** Records that something happened in the world: call it from the fakes that your handlers work with. */
  effect(name: string): void;
  /** Records that something is held; call what it gives when it is let go. */
  acquire(name: string): () => void;
}

/** Makes a server for a test. Called again wherever the test needs a fresh one. */
export type MakeServer = (kit: ServerKit) => MaybePromise<Server>;

/** The kit of one client, and what became of it. */
export interface ClientKit {
  readonly kit: ServerKit;
  /** True when somebody took the keys. */
  readonly areKeysTaken: boolean;
  /** True for a server that was given the keys. */
  hasKeys(server: Server): boolean;
  /** Has the engine go by the clock of a server. */
  follow(server: Server): void;
  close(): void;
}

export function createClientKit(recorder: Recorder): ClientKit {
  const keys = [randomKey()];
  // Before the first server: no clock is behind this one, and engines know no way back.
  let clock: Pick<Clock, "now"> = { now: () => 0 };
  let areKeysTaken = false;
  const engine = createMemoryEngine({
    clock: { ...systemClock, now: () => clock.now() },
  });
  return {
    kit: {
      get keys() {
        areKeysTaken = true;
        return keys;
      },
      engine,
      effect: (name) => recorder.effect(name),
      acquire: (name) => recorder.acquire(name),
    },
    get areKeysTaken() {
      return areKeysTaken;
    },
    hasKeys(server) {
      const [own] = createKeyRing(keys).keys;
      const ring = server[transportParts].server.keys();
      return ring.keys.some(({ signing }) => signing.equals(own.signing));
    },
    follow(server) {
      clock = server[transportParts].server.clock;
    },
    close: () => engine.close(),
  };
}
