// What is under way for the open questions of one execution.

import type { OpenQuestion } from "./asked.js";

/** One question that waits, and how to stop that. */
interface Wait {
  readonly ask: OpenQuestion;
  stops: (() => void)[] | undefined;
}

/** Hears when the first wait begins and when the last is over. */
export interface WaitStopsListener {
  waitsChanged(isWaiting: boolean): void;
}

/** Knows how to stop each wait. */
export class WaitStops {
  // There are few of them, and a Map would make a new table whenever it is emptied.
  #waits: Wait[] | undefined;
  readonly #listener: WaitStopsListener;

  constructor(listener: WaitStopsListener) {
    this.#listener = listener;
  }

  begin(ask: OpenQuestion): void {
    const wait: Wait = { ask, stops: undefined };
    if (this.#waits === undefined) this.#waits = [wait];
    else this.#waits.push(wait);
    if (this.#waits.length === 1) this.#listener.waitsChanged(true);
  }

  /** Has `stop` run when the question waits no longer; at once when that is so already. */
  onEnd(ask: OpenQuestion, stop: () => void): void {
    const wait = this.#waits?.find((one) => one.ask === ask);
    if (wait === undefined) stop();
    else if (wait.stops === undefined) wait.stops = [stop];
    else wait.stops.push(stop);
  }

  end(ask: OpenQuestion): void {
    const wait = this.#waits?.find((one) => one.ask === ask);
    if (this.#waits === undefined || wait === undefined) return;
    if (this.#waits.length === 1) this.#waits = undefined;
    else this.#waits.splice(this.#waits.indexOf(wait), 1);
    if (wait.stops !== undefined) for (const stop of wait.stops) stop();
    if (this.#waits === undefined) this.#listener.waitsChanged(false);
  }
}
