// Clean-up that runs when an execution ends, whichever way it ends.

import type { MaybePromise } from "../core/maybe-promise.js";

/** What an execution has to clean up. */
export class Deferred {
  #work: (() => MaybePromise<void>)[] = [];

  add(work: () => MaybePromise<void>): void {
    this.#work.push(work);
  }

  /** Runs everything once, the last added first. What fails is told and keeps nothing else from running. */
  run(onError: (error: unknown) => void): MaybePromise<void> {
    const work = this.#work.reverse();
    this.#work = [];
    if (work.length > 0) return runAll(work, onError);
  }
}

async function runAll(
  work: readonly (() => MaybePromise<void>)[],
  onError: (error: unknown) => void,
): Promise<void> {
  for (const one of work) {
    try {
      await one();
    } catch (error) {
      onError(error);
    }
  }
}
