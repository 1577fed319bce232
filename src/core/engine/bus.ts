// The bus contract: wake-up hints between nodes.

import type { MaybePromise } from "../maybe-promise.js";

/** Ends a subscription. Calling it twice is harmless. */
export type Unsubscribe = () => void;

/** Carries short messages to every node that listens; at most once each, in order per publisher. */
export interface Bus {
  /** Tells all listeners of a topic, on this node and the others. */
  publish(topic: string, message: string): MaybePromise<void>;
  /** Hears a topic from the moment the call has settled. A listener that throws harms no other. */
  subscribe(topic: string, listener: (message: string) => void): MaybePromise<Unsubscribe>;
}
