// Keep-alive: a comment on every open stream now and then, from one timer.

import type { Clock, Timer } from "../../core/clock.js";
import { SSE_COMMENT } from "../../protocol/sse.js";
import type { Sink } from "./exchange.js";

/** The streams that are kept alive. */
export interface KeepAlive {
  add(sink: Sink): void;
  remove(sink: Sink): void;
  close(): void;
}

/** Writes a comment to each stream every `everyMs`; no timer runs while there is none. */
export function createKeepAlive(clock: Clock, everyMs: number): KeepAlive {
  const sinks = new Set<Sink>();
  let timer: Timer | undefined;

  const tick = (): void => {
    for (const sink of sinks) sink.write(SSE_COMMENT);
    timer = sinks.size > 0 ? clock.setTimer(everyMs, tick) : undefined;
  };
  return {
    add(sink) {
      sinks.add(sink);
      timer ??= clock.setTimer(everyMs, tick);
    },
    remove: (sink) => void sinks.delete(sink),
    close() {
      timer?.cancel();
      sinks.clear();
    },
  };
}
