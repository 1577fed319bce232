// Results that come after the handler returned.

import { isDuration } from "../../core/duration.js";
import { BeckonError } from "../../core/errors.js";
import { quote } from "../../core/quote.js";
import type { TimerWheel } from "../../core/timer-wheel.js";
import type { Call } from "./call.js";
import { cancelled } from "./cancelled.js";

/** How long a result may take. */
export interface LaterOptions {
  /** After this time the call fails, in milliseconds; ten minutes unless set. @default 600_000 */
  readonly timeoutMs?: number;
}

const DEFAULTS = { timeoutMs: 600_000 };

/** What a handler returns to say that its result comes later. */
export class Later {
  /** Starts what is left to do and settles with what the handler would have returned. */
  readonly result: () => Promise<unknown>;

  constructor(result: () => Promise<unknown>) {
    this.result = result;
  }
}

/** Responds to a call from anywhere in the process, once. */
export interface LaterHandle extends Later {
  /** Gives the result; false when the call has its response already, or it is too late. */
  respond(value: unknown): boolean;
  /** Fails the call; false as above. */
  fail(error: unknown): boolean;
}

class Handle extends Later implements LaterHandle {
  readonly respond: (value: unknown) => boolean;
  readonly fail: (error: unknown) => boolean;

  constructor(wheel: TimerWheel, call: Call, timeoutMs: number) {
    const { promise, resolve, reject } = withResolvers();
    super(() => promise);
    // Until the handler returned the handle nobody listens; a failure in between is not lost, only early.
    promise.catch(() => {});
    let open = true;
    const once =
      (act: (value: unknown) => void) =>
      (value: unknown): boolean => {
        if (!open) return false;
        open = false;
        timer.cancel();
        act(value);
        return true;
      };
    this.respond = once(resolve);
    this.fail = once(reject);
    const timer = wheel.schedule(timeoutMs, () =>
      this.fail(new BeckonError("timed-out", `No result came within ${timeoutMs} ms.`)),
    );
    call.whenEnded(() => this.fail(cancelled(undefined)));
    call.whenLeft(() => timer.cancel());
  }
}

function withResolvers(): {
  promise: Promise<unknown>;
  resolve: (value: unknown) => void;
  reject: (error: unknown) => void;
} {
  let resolve: (value: unknown) => void = () => {};
  let reject: (error: unknown) => void = () => {};
  const promise = new Promise((onValue, onError) => {
    resolve = onValue;
    reject = onError;
  });
  return { promise, resolve, reject };
}

/** Makes the object behind `ctx.later(...)`. */
export function createLater(
  wheel: TimerWheel,
  call: Call,
  given: (() => unknown) | LaterOptions = {},
): Later | LaterHandle {
  if (typeof given === "function") return new Later(async () => given());
  const { timeoutMs = DEFAULTS.timeoutMs } = given;
  if (!isDuration(timeoutMs))
    throw new BeckonError(
      "invalid-arguments",
      `ctx.later was given the timeoutMs ${quote(String(timeoutMs))}. Give a number of milliseconds above 0, and at most a hundred years.`,
    );
  return new Handle(wheel, call, timeoutMs);
}

/** Waits for what a handler promised, and for what it put off. */
export async function settleLater(returned: unknown): Promise<unknown> {
  const value = await returned;
  return value instanceof Later ? value.result() : value;
}
