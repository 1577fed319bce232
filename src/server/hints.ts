// The bus as the server uses it: a hint that is lost changes nothing but latency, so trouble goes to the log and no further.

import type { Bus, Unsubscribe } from "../core/engine/bus.js";
import type { Logger } from "../core/logger.js";
import { andThen, type MaybePromise, recover } from "../core/maybe-promise.js";

/** Hints between the nodes of an engine. */
export interface Hints {
  /** Hears a topic until the function is called; `ready` is told once it does, to read what was written until then. */
  hear(topic: string, listener: (message: string) => void, ready?: () => void): Unsubscribe;
  /** Tells all who hear a topic, on this node and the others. */
  tell(topic: string, message: string): void;
}

/** Makes the hints of one server. */
export function createHints(bus: Bus, logger: Logger): Hints {
  const run = (work: () => MaybePromise<void>): void =>
    void recover(work, (error) => logger.error("The engine's bus failed.", { error }));
  return {
    hear(topic, listener, ready) {
      let isWanted = true;
      let end: Unsubscribe = () => {};
      run(() =>
        andThen(bus.subscribe(topic, listener), (unsubscribe) => {
          if (!isWanted) return unsubscribe();
          end = unsubscribe;
          ready?.();
        }),
      );
      return () => {
        isWanted = false;
        end();
      };
    },
    tell: (topic, message) => run(() => bus.publish(topic, message)),
  };
}
