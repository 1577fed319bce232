// Writes down what handlers did to the world, and what they hold of it.

import type { Place } from "./exchange.js";

/** The effects and resources of one client's servers. */
export interface Recorder {
  /** Every effect, in order. */
  readonly effects: readonly string[];
  effect(name: string): void;
  acquire(name: string): () => void;
  /** How often each thing was acquired, and how often it is still held. */
  held(): ReadonlyMap<string, { readonly acquired: number; readonly held: number }>;
}

export function createRecorder(place: () => Place | undefined): Recorder {
  const effects: string[] = [];
  const counts = new Map<string, { acquired: number; held: number }>();
  return {
    effects,
    effect(name) {
      effects.push(name);
      const here = place();
      here?.exchange.effects.push({ name, step: here.step, asksBefore: here.exchange.asks.length });
    },
    acquire(name) {
      const count = counts.get(name) ?? { acquired: 0, held: 0 };
      counts.set(name, count);
      count.acquired += 1;
      count.held += 1;
      let isHeld = true;
      return () => {
        if (isHeld) count.held -= 1;
        isHeld = false;
      };
    },
    held: () => counts,
  };
}
