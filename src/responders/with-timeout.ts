// Gives a responder so much time and no more.

import { type Clock, systemClock } from "../core/clock.js";
import type { Answer } from "../core/elicitation/answer.js";
import type { Responder } from "../core/elicitation/responder.js";
import { BeckonError } from "../core/errors.js";
import { composed } from "./with-fallback.js";

/** How long, and by which clock. */
export interface TimeoutOptions {
  /** How long an answer may take, in milliseconds. */
  readonly timeoutMs: number;
  /** What is given in place of an answer. `undefined` lets the next responder have the question. @default timeout */
  readonly otherwise?: "timeout" | "next";
  /** @default the machine's */
  readonly clock?: Clock;
}

/** Withdraws the question when the time is over. What the responder says after that is not heard. */
export function withTimeout(responder: Responder, options: TimeoutOptions): Responder {
  const { timeoutMs, otherwise = "timeout", clock = systemClock } = options;
  if (!(timeoutMs > 0))
    throw new BeckonError("invalid-option", `timeoutMs is ${timeoutMs}, which is not above 0.`);
  return composed([responder], (elicitation, { signal, ...told }) => {
    const ending = new AbortController();
    return new Promise<Answer | undefined>((resolve, reject) => {
      const timer = clock.setTimer(timeoutMs, () => {
        ending.abort(new Error("The time for the answer is over."));
        resolve(otherwise === "next" ? undefined : { action: "timeout" });
      });
      responder(elicitation, { ...told, signal: AbortSignal.any([signal, ending.signal]) })
        .finally(() => timer.cancel())
        .then(resolve, reject);
    });
  });
}
