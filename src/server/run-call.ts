// Runs a call from its dispatch to its end, whichever comes first: its response, its cancellation, or the server's stop.

import type { WheelTimer } from "../core/timer-wheel.js";
import type { Call } from "./call/call.js";
import type { Method } from "./call/outcome.js";
import { dispatch, errorResponse, type ResponseTaker, type ResponseText } from "./dispatch/dispatch.js";
import type { TransportParts } from "./transport-parts.js";

export interface RunCallOptions {
  /** What serves the call. @default the method tables */
  readonly method?: Method;
  /** Called when the response takes longer than a client should be left without a sign. */
  readonly onSlow?: () => void;
}

/** Serves a call; `done` hears exactly once: its response, or nothing when it was cancelled. */
export function runCall(
  http: TransportParts,
  call: Call,
  done: (response: ResponseText | undefined) => void,
  { method, onSlow }: RunCallOptions = {},
): void {
  const { server, running, options } = http;
  const run = new RunningCall(http, call, done);
  const response = dispatch(server, call, run, method);
  if (response !== undefined) {
    call.finish();
    return done(response);
  }
  running.add(call);
  if (onSlow) run.timer = server.wheel.schedule(options.streamAfterMs, onSlow);
  // Nobody waits for the handler of a call that was ended.
  call.whenEnded((told) => run.respond(told && errorResponse(call, told)));
}

/** A call that takes its time. */
class RunningCall implements ResponseTaker {
  readonly #http: TransportParts;
  readonly #call: Call;
  #done: ((response: ResponseText | undefined) => void) | undefined;
  timer: WheelTimer | undefined;

  constructor(http: TransportParts, call: Call, done: (response: ResponseText | undefined) => void) {
    this.#http = http;
    this.#call = call;
    this.#done = done;
  }

  /** Ends it; whoever comes after the first is too late. */
  respond(response: ResponseText | undefined): void {
    const done = this.#done;
    if (done === undefined) return;
    this.#done = undefined;
    this.timer?.cancel();
    this.#call.finish();
    try {
      done(response);
    } finally {
      // Not before: what `done` leaves under way is to be waited for.
      this.#http.running.remove(this.#call);
    }
  }
}
