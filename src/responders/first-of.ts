// Asks several responders at once; the first answer wins.

import type { Answer } from "../core/elicitation/answer.js";
import { canShow, type Responder } from "../core/elicitation/responder.js";
import { consoleLogger, safeLogger } from "../core/logger.js";
import { type ComposeOptions, composed, logFailure } from "./with-fallback.js";

/**
 * The first answer of all; then the signals of the others abort, so that their views close. One that fails is logged
 * and counts as `undefined`; when all do, the answer is `undefined`.
 */
export function firstOf(responders: readonly Responder[], options: ComposeOptions = {}): Responder {
  const logger = safeLogger(options.logger ?? consoleLogger);
  return composed(responders, (elicitation, { signal, ...told }) => {
    const asked = responders.filter((responder) => canShow(responder, elicitation));
    const won = new AbortController();
    const respond = async (responder: Responder): Promise<Answer | undefined> => {
      try {
        return await responder(elicitation, { ...told, signal: AbortSignal.any([signal, won.signal]) });
      } catch (error) {
        // A loser may fail because it was told to stop.
        if (!won.signal.aborted) logFailure(logger, elicitation, error);
        return undefined;
      }
    };
    return new Promise((resolve) => {
      let left = asked.length;
      if (left === 0) resolve(undefined);
      for (const responder of asked)
        void respond(responder).then((answer) => {
          left--;
          if (won.signal.aborted || (answer === undefined && left > 0)) return;
          won.abort(new Error("Somebody else has answered."));
          resolve(answer);
        });
    });
  });
}
