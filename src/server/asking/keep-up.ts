// Keeps what a legacy call asks elsewhere than at its client: it lives as long as the call, and not much longer.

import { recover } from "../../core/maybe-promise.js";
import type { ServerParts } from "../parts.js";
import type { OutsideAsk } from "./outside-answers.js";
import type { UnderWay } from "./wait-stops.js";

/** How often it is renewed in the time that it is kept. */
const RENEWALS = 4;

/** Renews it until it is stopped; what nobody renews any more is forgotten, and its page taken down, on any node. */
export function keepUp(
  { asking, clock, wheel, logger }: Pick<ServerParts, "asking" | "clock" | "wheel" | "logger">,
  id: string,
  known: OutsideAsk,
): UnderWay {
  const { outside, hosted, responderAsks, options } = asking;
  const pauseMs = options.stateTtlMs / RENEWALS;
  let timer = wheel.schedule(pauseMs, renew);
  function renew(): void {
    timer = wheel.schedule(pauseMs, renew);
    const expiresAt = clock.now() + options.stateTtlMs;
    hosted?.asks.stay(id, expiresAt);
    responderAsks?.stay(id, expiresAt);
    void recover(
      () => outside.open(id, { ...known, expiresAt }),
      (error) => logger.error("A question could not be kept for longer.", { error, id }),
    );
  }
  return { stop: () => timer.cancel() };
}
