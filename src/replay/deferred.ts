// Clean-up that runs when an execution ends, whichever way it ends.

import type { MaybePromise } from "../core/maybe-promise.js";

/** What an execution has to clean up. */
export class Deferred {
  #work: (() => MaybePromise<void>)[] = [];
  /** Set when the execution ends: what is added after that runs at once. */
  #onError: ((error: unknown) => void) | undefined;

  add(work: () => MaybePromise<void>): void {
    this.#work.push(work);
    if (this.#onError !== undefined) void this.run(this.#onError);
  }

  /** Runs everything once, the last added first. What fails is told and keeps nothing else from running. */
  run(onError: (error: unknown) => void): MaybePromise<void> {
    this.#onError = onError;
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
