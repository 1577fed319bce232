// Does something for each of many, for a few milliseconds at a time: others have their turn of the event loop in between.

import type { MaybePromise } from "../core/maybe-promise.js";
import { nextTurn } from "./next-turn.js";

/** How long others wait at most, besides the last one that was begun. */
const TURN_MS = 4;

/** What came of each. Those of one turn are under way together. */
export async function inTurns<T, Result>(
  items: readonly T[],
  work: (item: T) => MaybePromise<Result>,
): Promise<Result[]> {
  const results: Result[] = [];
  let underWay: MaybePromise<Result>[] = [];
  let endBy = performance.now() + TURN_MS;
  for (const item of items) {
    underWay.push(work(item));
    if (performance.now() < endBy) continue;
    results.push(...(await Promise.all(underWay)));
    underWay = [];
    await nextTurn();
    endBy = performance.now() + TURN_MS;
  }
  results.push(...(await Promise.all(underWay)));
  return results;
}
