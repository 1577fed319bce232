// The bus in memory: tells the listeners of this process, in order, after the publisher has gone on.

import type { Bus } from "../../core/engine/bus.js";
import type { Gate } from "./gate.js";
import type { Synchronous } from "./synchronous.js";

interface Subscription {
  readonly listener: (message: string) => void;
  /** The number of the last message published before it began. */
  readonly since: number;
}

interface Delivery {
  readonly number: number;
  readonly topic: string;
  readonly message: string;
}

/** Creates the bus of a memory engine. `onError` hears what listeners throw. */
export function createMemoryBus(gate: Gate, onError: (error: unknown) => void): Synchronous<Bus> {
  const topics = new Map<string, Set<Subscription>>();
  let waiting: Delivery[] = [];
  /** How many of those waiting have been delivered. */
  let delivered = 0;
  let published = 0;
  gate.whenClosed(() => {
    topics.clear();
    waiting = [];
  });

  function drain(): void {
    try {
      for (let next = waiting[delivered]; next !== undefined; next = waiting[delivered]) {
        delivered += 1;
        deliver(next);
      }
      waiting = [];
      delivered = 0;
    } finally {
      // Only when `onError` itself threw: the others still get theirs.
      if (delivered > 0) queueMicrotask(drain);
    }
  }

  function deliver({ number, topic, message }: Delivery): void {
    for (const subscription of topics.get(topic) ?? []) {
      if (subscription.since >= number) continue;
      try {
        subscription.listener(message);
      } catch (error) {
        onError(error);
      }
    }
  }

  return {
    publish(topic, message) {
      gate.check();
      published += 1;
      if (!topics.has(topic)) return;
      if (waiting.push({ number: published, topic, message }) === 1) queueMicrotask(drain);
    },
    subscribe(topic, listener) {
      gate.check();
      const subscription = { listener, since: published };
      const subscriptions = topics.get(topic) ?? new Set();
      topics.set(topic, subscriptions.add(subscription));
      return () => {
        if (subscriptions.delete(subscription) && subscriptions.size === 0) topics.delete(topic);
      };
    },
  };
}
