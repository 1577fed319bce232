// What a test hands to the function that makes its server.

import type { MaybePromise } from "../core/maybe-promise.js";
import { randomKey } from "../seal/key-ring.js";
import type { Server } from "../server/server.js";
import type { Recorder } from "./tracing/recorder.js";

/** What servers of a test are made with. */
export interface ServerKit {
  /** Keys that all servers of one client share: give them to `createServer`. */
  readonly keys: readonly string[];
  /** Records that something happened in the world: call it from the fakes that your handlers work with. */
  effect(name: string): void;
  /** Records that something is held; call what it gives when it is let go. */
  acquire(name: string): () => void;
}

/** Makes a server for a test. Called again wherever the test needs a fresh one. */
export type MakeServer = (kit: ServerKit) => MaybePromise<Server>;

/** The kit of one client. */
export function createServerKit(recorder: Recorder): ServerKit {
  return {
    keys: [randomKey()],
    effect: (name) => recorder.effect(name),
    acquire: (name) => recorder.acquire(name),
  };
}
