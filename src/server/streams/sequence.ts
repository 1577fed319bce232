// Runs steps one after the other: at once while nothing is under way, else in their turn.

import { isPromise, type MaybePromise } from "../../core/maybe-promise.js";

/** Keeps the order of steps that may have to wait. */
export class Sequence {
  #tail: Promise<void> | undefined;
  readonly #onError: (error: unknown) => void;

  constructor(onError: (error: unknown) => void) {
    this.#onError = onError;
  }

  run(step: () => MaybePromise<void>): void {
    if (this.#tail !== undefined) this.#follow(this.#tail.then(step));
    else {
      const done = this.#attempt(step);
      if (isPromise(done)) this.#follow(done);
    }
  }

  /** Comes back when the steps so far are done. */
  done(): MaybePromise<void> {
    return this.#tail;
  }

  #attempt(step: () => MaybePromise<void>): MaybePromise<void> {
    try {
      return step();
    } catch (error) {
      this.#onError(error);
    }
  }

  #follow(work: Promise<void>): void {
    const tail = work.catch(this.#onError).then(() => {
      if (this.#tail === tail) this.#tail = undefined;
    });
    this.#tail = tail;
  }
}
