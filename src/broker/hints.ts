// Wake-up hints: told after every write, so that whoever waits or watches need not wait for the next re-read.

import type { Unsubscribe } from "../core/engine/bus.js";
import type { Engine } from "../core/engine/engine.js";
import type { Logger } from "../core/logger.js";
import { isPromise, type MaybePromise } from "../core/maybe-promise.js";

const TOPIC = "elicitations";

/** Says that an elicitation changed. A hint that is lost costs others time, and nothing else. */
export function tellChange(engine: Engine, logger: Logger, id: string): void {
  try {
    const told = engine.bus.publish(TOPIC, id);
    if (isPromise(told)) told.catch((error) => lost(logger, error));
  } catch (error) {
    lost(logger, error);
  }
}

function lost(logger: Logger, error: unknown): void {
  logger.warn("A hint that an elicitation changed could not be sent.", { error });
}

/** Hears which elicitation changed. */
export const hearChanges = (engine: Engine, listener: (id: string) => void): MaybePromise<Unsubscribe> =>
  engine.bus.subscribe(TOPIC, listener);
