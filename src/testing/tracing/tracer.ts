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
  /** Has the runs of a server traced, until the function is called. */
  watch(server: Server): () => void;
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
      const others = asking.watch instanceof Watches ? asking.watch : new Watches(asking.watch);
      asking.watch = others;
      return others.add(watch, () => {
        if (asking.watch === others) asking.watch = others.first;
      });
    },
  };
}

/** Several clients may speak to one server. */
class Watches implements RunWatch {
  /** Who watched before the first of them. */
  readonly first: RunWatch | undefined;
  readonly #all = new Set<RunWatch>();

  constructor(first: RunWatch | undefined) {
    this.first = first;
    if (first !== undefined) this.#all.add(first);
  }

  /** Adds one until the function is called; `onLast` is told when no added one is left. */
  add(watch: RunWatch, onLast: () => void): () => void {
    this.#all.add(watch);
    return () => {
      this.#all.delete(watch);
      if (this.#all.size === (this.first === undefined ? 0 : 1)) onLast();
    };
  }

  asked(key: string, label: string, answer: Promise<unknown>): void {
    for (const watch of this.#all) watch.asked(key, label, answer);
  }

  step<T>(key: string, work: () => T): T {
    const around = [...this.#all].reduceRight((inner, watch) => () => watch.step(key, inner), work);
    return around();
  }
}
