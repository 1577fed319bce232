// What responses have to send leaves together at the end of a turn of the event loop: the system takes a few pieces
// one after the other at less cost than each between two requests.

import { setImmediate } from "node:timers";

/** Has something to send. */
export interface Departing {
  depart(): void;
}

/** How many wait for each other: none has to wait for long when the requests of a turn take their time. */
const MOST_WAITING = 8;

let waiting: Departing[] = [];
let isScheduled = false;

/** Sends at the end of this turn, or before. */
export function departSoon(one: Departing): void {
  if (waiting.length >= MOST_WAITING) departAll();
  // Not with the others: it may have more to send in a moment.
  waiting.push(one);
  if (isScheduled) return;
  isScheduled = true;
  setImmediate(endTurn);
}

function endTurn(): void {
  isScheduled = false;
  departAll();
}

function departAll(): void {
  const leaving = waiting;
  waiting = [];
  for (const one of leaving) {
    try {
      one.depart();
    } catch (error) {
      // Whatever is wrong with one response is no reason to lose the others. It is told as any error that nobody expects.
      process.nextTick(() => {
        throw error;
      });
    }
  }
}
