// Runs a call from its dispatch to its end, whichever comes first: its response, its cancellation, or the server's stop.

import type { Taker } from "../core/late.js";
import type { WheelTimer } from "../core/timer-wheel.js";
import type { RpcError } from "../protocol/rpc-error.js";
import type { Call, CallRunner } from "./call/call.js";
import type { Method, Outcome } from "./call/outcome.js";
import {
  dispatch,
  errorResponse,
  failureResponse,
  outcomeResponse,
  type ResponseText,
} from "./dispatch/dispatch.js";
import type { TransportParts } from "./transport-parts.js";

/** Takes what comes of a call. */
export interface CallReply {
  /** Hears exactly once: the response, or nothing when the call was cancelled. */
  done(call: Call, response: ResponseText | undefined): void;
  /** Called when the response takes longer than a client should be left without a sign. */
  begin?(): void;
}

/** Serves a call: by the method tables, unless by `method`. */
export function runCall(http: TransportParts, call: Call, reply: CallReply, method?: Method): void {
  const { server, running } = http;
  const run = new RunningCall(http, call, reply);
  const response = dispatch(server, call, run, method);
  if (response !== undefined) {
    call.finish();
    return reply.done(call, response);
  }
  running.add(call);
  run.watch();
  // Nobody waits for the handler of a call that was ended.
  call.runBy(run);
}

/** A call that takes its time. There may be very many, so it is one object without further ones. */
class RunningCall implements Taker<Outcome>, CallRunner {
  readonly #http: TransportParts;
  readonly #call: Call;
  #reply: CallReply | undefined;
  #timer: WheelTimer | undefined;

  constructor(http: TransportParts, call: Call, reply: CallReply) {
    this.#http = http;
    this.#call = call;
    this.#reply = reply;
  }

  /** Gives a sign when it takes long. */
  watch(): void {
    if (this.#reply?.begin === undefined) return;
    const { server, options } = this.#http;
    this.#timer = server.wheel.schedule(options.streamAfterMs, () => {
      this.#timer = undefined;
      this.#reply?.begin?.();
    });
  }

  took(outcome: Outcome): void {
    this.#respond(outcomeResponse(this.#http.server, this.#call, outcome));
  }

  failed(error: unknown): void {
    this.#respond(failureResponse(this.#http.server, this.#call, error));
  }

  ended(told: RpcError | undefined): void {
    this.#respond(told && errorResponse(this.#call, told));
  }

  /** Ends it; whoever comes after the first is too late. */
  #respond(response: ResponseText | undefined): void {
    const reply = this.#reply;
    if (reply === undefined) return;
    this.#reply = undefined;
    this.#timer?.cancel();
    this.#call.finish();
    try {
      reply.done(this.#call, response);
    } finally {
      // Not before: what `done` leaves under way is to be waited for.
      this.#http.running.remove(this.#call);
    }
  }
}
