// What is asked, or begun, where that cannot be: in a step, or when the execution is over.

import { BeckonError } from "../core/errors.js";
import { never } from "./activity.js";
import type { StepScope } from "./step-scope.js";

/** What comes of it when the execution is over: nothing. What was deferred is refused, since the call waits for that. */
export function afterEnd(run: object, scope: StepScope, what: string): Promise<never> {
  const place = scope.current();
  if (place?.run !== run || place.key !== undefined) return never();
  const refused: Promise<never> = Promise.reject(
    new BeckonError(
      "in-clean-up",
      `Deferred clean-up tried to ${what}, but the execution is over. Ask, and begin steps, before it ends.`,
    ),
  );
  // Clean-up need not wait for it, and a rejection that nobody handles ends the process.
  refused.catch(() => {});
  return refused;
}

/** Throws in a step. */
export function refuseInStep(run: object, scope: StepScope, what: string): void {
  const step = scope.current();
  if (step?.run === run)
    throw new BeckonError(
      "nested-in-step",
      `The step ${step.key} tried to ${what}. Ask, and begin other steps, outside of steps.`,
    );
}
