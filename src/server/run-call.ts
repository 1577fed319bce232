// Runs a call from its dispatch to its end, whichever comes first: its response, its cancellation, or the server's stop.

import { isPromise } from "../core/maybe-promise.js";
import type { Call } from "./call/call.js";
import type { Method } from "./call/outcome.js";
import { dispatch, errorResponse, type ResponseText, respond } from "./dispatch/dispatch.js";
import type { TransportParts } from "./transport-parts.js";

export interface RunCallOptions {
  /** What serves the call. @default the method tables */
  readonly method?: Method;
  /** Called when the response takes longer than a client should be left without a sign. */
  readonly onSlow?: () => void;
}

/** Serves a call; `done` hears exactly once: its response, or nothing when it was cancelled. */
export function runCall(
  { server, running, options: { streamAfterMs } }: TransportParts,
  call: Call,
  done: (response: ResponseText | undefined) => void,
  { method, onSlow }: RunCallOptions = {},
): void {
  const response = method ? respond(server, call, method) : dispatch(server, call);
  if (!isPromise(response)) {
    call.finish();
    return done(response);
  }
  running.add(call);
  const timer = onSlow && server.wheel.schedule(streamAfterMs, onSlow);
  let settled = false;
  const settle = (given: ResponseText | undefined): void => {
    if (settled) return;
    settled = true;
    timer?.cancel();
    call.finish();
    try {
      done(given);
    } finally {
      // Not before: what `done` leaves under way is to be waited for.
      running.remove(call);
    }
  };
  // Nobody waits for the handler of a call that was ended.
  call.whenEnded((told) => settle(told && errorResponse(call, told)));
  void response.then(settle);
}
