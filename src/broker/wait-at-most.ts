// Waits for an answer only so long, or until a signal aborts.

import type { Clock } from "../core/clock.js";
import type { Answer, FormContent } from "../core/elicitation/answer.js";
import type { Broker } from "./broker.js";

/** The answer; `undefined` when the time was over before, or a signal aborted. */
export async function waitAtMost(
  { broker, clock }: { readonly broker: Broker; readonly clock: Clock },
  id: string,
  waitMs: number,
  signals: readonly AbortSignal[],
): Promise<Answer<FormContent> | undefined> {
  const over = new AbortController();
  const end = (): void => over.abort();
  const timer = clock.setTimer(waitMs, end);
  for (const signal of signals) {
    if (signal.aborted) end();
    signal.addEventListener("abort", end, { once: true });
  }
  try {
    return await broker.wait(id, { signal: over.signal });
  } catch (error) {
    // That it took too long is no failure.
    if (over.signal.aborted) return undefined;
    throw error;
  } finally {
    timer.cancel();
    for (const signal of signals) signal.removeEventListener("abort", end);
  }
}
