// Whoever waits for an answer in this process. A promise exists only where somebody waits.

import type { Answer, FormContent } from "../core/elicitation/answer.js";

/** Somebody who waits: one of the two is called, once. */
export interface Waiter {
  /** With `undefined` when the elicitation is forgotten. */
  done(answer: Answer<FormContent> | undefined): void;
  fail(error: unknown): void;
}

export class Waits {
  readonly #waiters = new Map<string, Set<Waiter>>();

  get size(): number {
    return this.#waiters.size;
  }

  /** The elicitations that somebody waits for. */
  ids(): readonly string[] {
    return [...this.#waiters.keys()];
  }

  has(id: string): boolean {
    return this.#waiters.has(id);
  }

  /** Hears the answer once; gives how to stop waiting. */
  add(id: string, waiter: Waiter): () => void {
    const waiters = this.#waiters.get(id) ?? new Set();
    this.#waiters.set(id, waiters.add(waiter));
    return () => {
      if (waiters.delete(waiter) && waiters.size === 0 && this.#waiters.get(id) === waiters)
        this.#waiters.delete(id);
    };
  }

  /** Tells the answer to those who wait for it; it is made only when somebody does. */
  answer(id: string, make: () => Answer<FormContent> | undefined): void {
    if (!this.#waiters.has(id)) return;
    const answer = make();
    if (answer !== undefined) for (const waiter of this.#take(id)) waiter.done(answer);
  }

  /** Tells those who wait for it that there is nothing any more. */
  gone(id: string): void {
    for (const waiter of this.#take(id)) waiter.done(undefined);
  }

  /** Tells those who wait for it why they never will hear the answer here. */
  fail(id: string, error: unknown): void {
    for (const waiter of this.#take(id)) waiter.fail(error);
  }

  #take(id: string): Iterable<Waiter> {
    const waiters = this.#waiters.get(id) ?? [];
    this.#waiters.delete(id);
    return waiters;
  }
}
