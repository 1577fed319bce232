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
  // Not the one that comes now: it may have more to send in a moment.
  if (waiting.length >= MOST_WAITING) departAll();
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
  for (const one of leaving) one.depart();
}
