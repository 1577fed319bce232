// Holds a response open for an answer that comes from elsewhere, and lets the client see that something happens.

import type { WheelTimer } from "../../core/timer-wheel.js";
import { isRequestId, notificationMessage } from "../../protocol/json-rpc.js";
import type { Call } from "../call/call.js";
import { metaOf } from "../call/request-meta.js";
import type { ServerParts } from "../parts.js";

/** How often a client that asked for progress hears of some. */
const SIGN_MS = 15_000;
/** So little that it never gets in the way of the handler's own progress. */
const SIGN_PROGRESS = 0.001;

export class Hold {
  readonly #parts: ServerParts;
  readonly #call: Call;
  readonly #onEnd: () => void;
  readonly #until: number;
  #end: WheelTimer | undefined;
  #sign: WheelTimer | undefined;
  #unwatch: (() => void) | undefined;

  /** The time is counted from `from` on. */
  constructor(parts: ServerParts, call: Call, from: number, onEnd: () => void) {
    this.#parts = parts;
    this.#call = call;
    this.#onEnd = onEnd;
    this.#until = from + parts.asking.options.holdMs;
  }

  /** Calls `onEnd` when the time is over; at once when it is over already, and when the server stops. */
  begin(): void {
    if (this.#end !== undefined) return;
    const { clock, wheel, stopping, asking } = this.#parts;
    const leftMs = this.#until - clock.now();
    // Where a run goes on elsewhere, its client is given the state to go there with, before it is too late.
    const letsGo = asking.durable !== undefined;
    if (leftMs <= 0 || (letsGo && stopping.begun)) return this.#onEnd();
    const end = (): void => {
      this.stop();
      this.#onEnd();
    };
    this.#end = wheel.schedule(leftMs, end);
    if (letsGo) this.#unwatch = stopping.whenBegun(end);
    this.#signLater();
  }

  stop(): void {
    this.#end?.cancel();
    this.#sign?.cancel();
    this.#unwatch?.();
    this.#unwatch = undefined;
    this.#end = undefined;
    this.#sign = undefined;
  }

  #signLater(): void {
    this.#sign = this.#parts.wheel.schedule(SIGN_MS, () => {
      sign(this.#call);
      this.#signLater();
    });
  }
}

/** Tells a client that wants to know of progress that its call is alive. */
function sign(call: Call): void {
  const progressToken = metaOf(call)?.progressToken;
  if (!isRequestId(progressToken)) return;
  call.progress = Math.max(call.progress ?? 0, 0) + SIGN_PROGRESS;
  const message = call.revision.progressMessages ? "Waiting for an answer" : undefined;
  call.notify(
    notificationMessage("notifications/progress", { progressToken, progress: call.progress, message }),
  );
}
