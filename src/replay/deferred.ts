// Clean-up that runs when an execution ends, whichever way it ends.

import type { MaybePromise } from "../core/maybe-promise.js";

/** What an execution has to clean up. */
export class Deferred {
  #work: (() => MaybePromise<void>)[] = [];

  add(work: () => MaybePromise<void>): void {
    this.#work.push(work);
  }

  get isEmpty(): boolean {
    return this.#work.length === 0;
  }

  /** Runs everything once, the last added first. What fails is told and keeps nothing else from running. */
  async run(onError: (error: unknown) => void): Promise<void> {
    const work = this.#work.reverse();
    this.#work = [];
    for (const one of work) {
      try {
        await one();
      } catch (error) {
        onError(error);
      }
    }
  }
}
