// Ends an agent's question at its deadline. Where somebody keeps the question, whoever is at it may move that.

import type { Clock, Timer } from "../core/clock.js";
import type { Answer } from "../core/elicitation/answer.js";
import type { Responder } from "../core/elicitation/responder.js";
import type { Logger } from "../core/logger.js";
import { recover } from "../core/maybe-promise.js";
import { composed } from "../responders/with-fallback.js";

/** How long what came of a question that is over may take to get here. */
const LAST_MS = 2_000;

/** By which clock, and who hears of a deadline that could not be read. */
interface DeadlineParts {
  readonly clock: Clock;
  readonly logger: Logger;
}

/** Withdraws a question when its time is over, also after that was moved: twice the time that it had at most. */
export function withDeadline(responder: Responder, { clock, logger }: DeadlineParts): Responder {
  return composed([responder], (elicitation, { signal, ...told }) => {
    const { id, expiresAt } = elicitation;
    if (expiresAt === undefined) return responder(elicitation, { signal, ...told });
    const mostMoved = expiresAt + (expiresAt - clock.now());
    const ending = new AbortController();
    return new Promise<Answer | undefined>((resolve, reject) => {
      let timer: Timer | undefined;
      let isStopped = false;
      let isLast = false;

      function wakeAt(instant: number): void {
        if (!isStopped) timer = clock.setTimer(Math.max(instant - clock.now(), 0), due);
      }

      function due(): void {
        if (responder.deadline === undefined || isLast) return end();
        void recover(
          () => responder.deadline?.(id).then(move),
          (error) => {
            logger.error("The deadline of a question could not be read.", { error, id });
            move(undefined);
          },
        );
      }

      function move(moved: number | undefined): void {
        // It is over for whoever keeps it: somebody may have answered in time, and that is on its way.
        isLast = moved === undefined;
        const until = moved === undefined ? clock.now() + LAST_MS : Math.min(moved, mostMoved);
        if (until <= clock.now()) end();
        else wakeAt(until);
      }

      function end(): void {
        ending.abort(new Error("The time for the answer is over."));
        resolve({ action: "timeout" });
      }

      wakeAt(expiresAt);
      responder(elicitation, { ...told, signal: AbortSignal.any([signal, ending.signal]) })
        .finally(() => {
          isStopped = true;
          timer?.cancel();
        })
        .then(resolve, reject);
    });
  });
}
