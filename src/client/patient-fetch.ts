// A fetch that waits for a server which is away between two rounds of a run.

import type { Clock } from "../core/clock.js";
import { isObject } from "../core/json.js";
import { pause } from "../core/pause.js";

/** How long a server may be away, in milliseconds, and how long to wait before trying again: longer each time. */
const PATIENCE_MS = 60_000;
const FIRST_WAIT_MS = 250;
const LONGEST_WAIT_MS = 4_000;

/**
 * Sends a round that carries the state of its run again while nobody listens where the server was. A round that may have
 * arrived is not sent again: not every server sees to it that it happens once.
 */
export function patientFetch(fetch: typeof globalThis.fetch, clock: Clock): typeof globalThis.fetch {
  return async (input, init) => {
    if (!hasState(init?.body)) return fetch(input, init);
    const until = clock.now() + PATIENCE_MS;
    const signal = init?.signal ?? undefined;
    for (let waitMs = FIRST_WAIT_MS; ; waitMs = Math.min(waitMs * 2, LONGEST_WAIT_MS))
      try {
        return await fetch(input, init);
      } catch (error) {
        if (!isRefused(error) || clock.now() + waitMs > until) throw error;
        await pause(clock, waitMs, signal);
        if (signal?.aborted === true) throw error;
      }
  };
}

/** True when there was no connection at all; fetch says so in the cause. */
const isRefused = (error: unknown): boolean =>
  error instanceof Error && isObject(error.cause) && error.cause.code === "ECONNREFUSED";

function hasState(body: unknown): boolean {
  if (typeof body !== "string" || !body.includes('"requestState"')) return false;
  const message: unknown = JSON.parse(body);
  return isObject(message) && isObject(message.params) && typeof message.params.requestState === "string";
}
