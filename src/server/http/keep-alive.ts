// Keep-alive: a comment on every open stream now and then, from one timer.

import type { Clock, Timer } from "../../core/clock.js";
import { PassingMap } from "../../core/passing-map.js";
import { SSE_COMMENT } from "../../protocol/sse.js";
import type { Sink } from "../streams/sink.js";

/** The streams that are kept alive. */
export interface KeepAlive {
  add(sink: Sink): void;
  remove(sink: Sink): void;
  /** Calls back at each interval, until the function is called. */
  onTick(listener: () => void): () => void;
  close(): void;
}

/** Writes a comment to each stream every `everyMs`; no timer runs while there is none. A stream that throws is let go. */
export function createKeepAlive(clock: Clock, everyMs: number, onError: (error: unknown) => void): KeepAlive {
  const sinks = new PassingMap<Sink, true>();
  const listeners = new Set<() => void>();
  let timer: Timer | undefined;

  const watch = (): void => {
    if (sinks.size + listeners.size > 0) timer ??= clock.setTimer(everyMs, tick);
  };
  const tick = (): void => {
    timer = undefined;
    for (const [sink] of sinks) {
      try {
        sink.write(SSE_COMMENT);
      } catch (error) {
        sinks.delete(sink);
        onError(error);
      }
    }
    for (const listener of listeners) {
      try {
        listener();
      } catch (error) {
        onError(error);
      }
    }
    watch();
  };
  return {
    add(sink) {
      sinks.set(sink, true);
      watch();
    },
    remove: (sink) => sinks.delete(sink),
    onTick(listener) {
      // One of its own, so that the same function may wait twice.
      const own = (): void => listener();
      listeners.add(own);
      watch();
      return () => listeners.delete(own);
    },
    close() {
      timer?.cancel();
      sinks.clear();
      listeners.clear();
    },
  };
}
