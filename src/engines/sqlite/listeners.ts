// The listeners of this process: told in order, after the publisher has gone on.

import type { Unsubscribe } from "../../core/engine/bus.js";

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

/** Who listens here. */
export interface Listeners {
  add(topic: string, listener: (message: string) => void): Unsubscribe;
  /** Tells the listeners in a moment. */
  publish(topic: string, message: string): void;
  /** Tells the listeners now. */
  deliver(topic: string, message: string): void;
  clear(): void;
}

/** Creates the listeners, none so far. `onError` hears what they throw. */
export function createListeners(onError: (error: unknown) => void): Listeners {
  const topics = new Map<string, Set<Subscription>>();
  let waiting: Delivery[] = [];
  let published = 0;

  function drain(): void {
    const now = waiting;
    waiting = [];
    for (const { topic, message, number } of now) tell(topic, message, number);
  }

  function tell(topic: string, message: string, number: number): void {
    for (const { listener, since } of [...(topics.get(topic) ?? [])]) {
      if (since >= number) continue;
      try {
        listener(message);
      } catch (error) {
        onError(error);
      }
    }
  }

  return {
    add(topic, listener) {
      const subscription = { listener, since: published };
      const subscriptions = topics.get(topic) ?? new Set();
      topics.set(topic, subscriptions.add(subscription));
      return () => {
        if (subscriptions.delete(subscription) && subscriptions.size === 0) topics.delete(topic);
      };
    },
    publish(topic, message) {
      published += 1;
      if (!topics.has(topic)) return;
      if (waiting.push({ number: published, topic, message }) === 1) queueMicrotask(drain);
    },
    deliver: (topic, message) => tell(topic, message, Number.POSITIVE_INFINITY),
    clear() {
      topics.clear();
      waiting = [];
    },
  };
}
