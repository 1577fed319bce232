// Waits until a server has answered every call, for so long and no longer.

import type { Clock } from "../core/clock.js";
import { type Server, transportParts } from "../server/server.js";

const MOST_MS = 2_000;

/** Resolves when no call is under way, or when that takes too long. */
export function untilIdle(server: Server, clock: Clock): Promise<void> {
  return new Promise((resolve) => {
    const limit = clock.setTimer(MOST_MS, resolve);
    void server[transportParts].running.idle().then(() => {
      limit.cancel();
      resolve();
    });
  });
}
