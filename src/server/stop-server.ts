// Stops a server: nothing new begins, what is under way may finish, then everything is let go.

import { setImmediate } from "node:timers/promises";
import type { Clock } from "../core/clock.js";
import type { MaybePromise } from "../core/maybe-promise.js";
import type { TransportParts } from "./transport-parts.js";

export interface StopOptions {
  /** How long calls may go on. */
  readonly graceMs: number;
  /** True when the engine goes with the server. */
  readonly closesEngine: boolean;
}

/** How long the last words to ended calls may take to be written. */
const WRITING_MS = 1000;

/** Stops in order. What fails to close is logged, and keeps nothing else open. */
export async function stopServer(
  http: TransportParts,
  { graceMs, closesEngine }: StopOptions,
): Promise<void> {
  const { server, running, sessions, sessionStreams, callStreams, keepAlive, lines } = http;
  const attempt = async (what: string, close: () => MaybePromise<void>): Promise<void> => {
    try {
      await close();
    } catch (error) {
      server.logger.error(`${what} could not be closed.`, { error });
    }
  };
  server.stopping.begin();
  await attempt("The waiting runs", () => server.asking.durable?.handOver("waiting"));
  await attempt("The session streams", () => sessionStreams.close());
  if (!(await isDoneWithin(server.clock, graceMs, running.idle()))) {
    await attempt("The runs", () => server.asking.durable?.handOver("all"));
    running.stopAll();
    // What the clients of those calls are told has yet to be written.
    const written = Promise.all([...callStreams].map(([, stream]) => stream.written()));
    await isDoneWithin(server.clock, WRITING_MS, written);
  }
  await Promise.all([...lines].map((line) => attempt("A connection", () => line.close())));
  await attempt("The responder", () => server.asking.responderAsks?.close());
  await attempt("The pages", () => server.asking.hosted?.asks.close());
  await attempt("The kept runs", () => server.asking.durable?.close());
  await attempt("The running calls", () => running.close());
  await attempt("The requests to clients", () => server.clientRequests.close());
  await attempt("The sessions", () => sessions.close());
  await attempt("The keep-alive", () => keepAlive.close());
  await attempt("The notices", () => server.notices.close());
  await attempt("The timers", () => server.wheel.close());
  // Responses leave at the end of the turn in which they are given: whoever ends the process next must not lose the last.
  await setImmediate();
  if (closesEngine) await attempt("The engine", () => server.engine.close());
}

/** Waits for work, for so long and no longer; false when it was not done. */
function isDoneWithin(clock: Clock, ms: number, work: Promise<unknown>): Promise<boolean> {
  return new Promise((resolve) => {
    const limit = clock.setTimer(ms, () => resolve(false));
    void work.then(() => {
      limit.cancel();
      resolve(true);
    });
  });
}
