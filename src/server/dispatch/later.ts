// Answers that come after the handler returned.

import { BeckonError } from "../../core/errors.js";
import type { TimerWheel } from "../../core/timer-wheel.js";

/** How long an answer may take. */
export interface LaterOptions {
  /** After this time the call fails, in milliseconds. @default 600_000 (ten minutes) */
  readonly deadlineMs?: number;
}

const DEFAULTS = { deadlineMs: 600_000 };

/** What a handler returns to say that the answer comes later. */
export class Later {
  /** Starts what is left to do and settles with what the handler would have returned. */
  readonly answer: () => Promise<unknown>;

  constructor(answer: () => Promise<unknown>) {
    this.answer = answer;
  }
}

/** Answers a call from anywhere in the process, once. */
export interface LaterHandle extends Later {
  /** Gives the answer; false when the call was answered already, or too late. */
  respond(value: unknown): boolean;
  /** Fails the call; false as above. */
  fail(error: unknown): boolean;
}

class Handle extends Later implements LaterHandle {
  readonly respond: (value: unknown) => boolean;
  readonly fail: (error: unknown) => boolean;

  constructor(wheel: TimerWheel, deadlineMs: number) {
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
    const timer = wheel.schedule(deadlineMs, () =>
      this.fail(new BeckonError("timed-out", `No answer came within ${deadlineMs} ms.`)),
    );
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
  given: (() => unknown) | LaterOptions = {},
): Later | LaterHandle {
  if (typeof given === "function") return new Later(async () => given());
  return new Handle(wheel, given.deadlineMs ?? DEFAULTS.deadlineMs);
}

/** Waits for what a handler promised, and for what it put off. */
export async function settleLater(returned: unknown): Promise<unknown> {
  const value = await returned;
  return value instanceof Later ? value.answer() : value;
}
