// Knows whether code runs inside a step or in deferred clean-up: there it can neither ask nor begin a step.

import { AsyncLocalStorage } from "node:async_hooks";

/** A step, by the run it belongs to and its key; without a key, deferred clean-up. */
export interface RunningStep {
  readonly run: object;
  readonly key: string | undefined;
}

/** Marks what is called inside of a step, or in deferred clean-up. */
export interface StepScope {
  /** Runs a step's function, marked. */
  run<T>(step: RunningStep, work: () => T): T;
  /** The step that the present code belongs to, if any. */
  current(): RunningStep | undefined;
}

/** Makes the scope on first use: programs without steps pay nothing for it. */
export function createStepScope(): StepScope {
  let storage: AsyncLocalStorage<RunningStep> | undefined;
  return {
    run(step, work) {
      storage ??= new AsyncLocalStorage();
      return storage.run(step, work);
    },
    current: () => storage?.getStore(),
  };
}
