// Knows which request of the client the running code belongs to, and writes down what it does.

import { AsyncLocalStorage } from "node:async_hooks";
import type { RunWatch } from "../../replay/run-watch.js";
import { type Server, transportParts } from "../../server/server.js";
import { createExchange, type Exchange, type Place } from "./exchange.js";

/** Traces the requests of one client. */
export interface Tracer {
  /** All of them, in the order in which they were sent. */
  readonly exchanges: readonly Exchange[];
  /** The place of the running code; `undefined` outside of every request. */
  place(): Place | undefined;
  /** Makes a request; what the server does for it is traced. */
  during<T>(round: number, request: (exchange: Exchange) => Promise<T>): Promise<T>;
  /** Has the runs of a server traced. */
  watch(server: Server): void;
}

export function createTracer(): Tracer {
  const places = new AsyncLocalStorage<Place>();
  const exchanges: Exchange[] = [];
  const watch: RunWatch = {
    asked(key, label, answer) {
      const ask = { key, label, isAnswered: false };
      places.getStore()?.exchange.asks.push(ask);
      const answered = (): void => {
        ask.isAnswered = true;
      };
      answer.then(answered, answered);
    },
    step(key, work) {
      const place = places.getStore();
      if (place === undefined) return work();
      place.exchange.steps.push(key);
      return places.run({ ...place, step: key }, work);
    },
  };
  return {
    exchanges,
    place: () => places.getStore(),
    during(round, request) {
      const exchange = createExchange(round);
      exchanges.push(exchange);
      return places.run({ exchange, step: undefined }, async () => {
        try {
          return await request(exchange);
        } finally {
          exchange.timersLeft = exchange.timers.filter((timer) => timer.isRunning()).map(({ at }) => at);
        }
      });
    },
    watch(server) {
      const { asking } = server[transportParts].server;
      asking.watch = asking.watch === undefined ? watch : both(asking.watch, watch);
    },
  };
}

/** Several clients may speak to one server. */
const both = (first: RunWatch, second: RunWatch): RunWatch => ({
  asked(key, label, answer) {
    first.asked(key, label, answer);
    second.asked(key, label, answer);
  },
  step: (key, work) => first.step(key, () => second.step(key, work)),
});
