// Finds the number of the last event of a change feed, of which a store tells only what comes after a number.

import type { ElicitationStore } from "../core/engine/elicitations.js";

/** The number of the last event; 0 when there is none. */
export async function findEnd(store: ElicitationStore): Promise<number> {
  /** An event with this number is there, or it is 0. */
  let reached = 0;
  let step = 1;
  for (;;) {
    const [next] = await store.changes(reached + step - 1, 1);
    if (next !== undefined) {
      reached = next.number;
      step *= 2;
    } else if (step === 1) return reached;
    else step = Math.max(1, Math.floor(step / 4));
  }
}
