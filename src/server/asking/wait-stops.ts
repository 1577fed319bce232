// What is under way for the open questions of one execution.

import type { OpenQuestion } from "./asked.js";

/** Something that is under way for a question. */
export interface UnderWay {
  stop(): void;
}

/** One question that waits, and what is under way for it. */
interface Wait {
  readonly ask: OpenQuestion;
  /** The first, since there is seldom another. */
  first: UnderWay | undefined;
  others: UnderWay[] | undefined;
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
    const wait: Wait = { ask, first: undefined, others: undefined };
    if (this.#waits === undefined) this.#waits = [wait];
    else this.#waits.push(wait);
    if (this.#waits.length === 1) this.#listener.waitsChanged(true);
  }

  /** Has something stopped when the question waits no longer; at once when that is so already. */
  onEnd(ask: OpenQuestion, underWay: UnderWay): void {
    const wait = this.#waits?.find((one) => one.ask === ask);
    if (wait === undefined) underWay.stop();
    else if (wait.first === undefined) wait.first = underWay;
    else if (wait.others === undefined) wait.others = [underWay];
    else wait.others.push(underWay);
  }

  end(ask: OpenQuestion): void {
    const wait = this.#waits?.find((one) => one.ask === ask);
    if (this.#waits === undefined || wait === undefined) return;
    if (this.#waits.length === 1) this.#waits = undefined;
    else this.#waits.splice(this.#waits.indexOf(wait), 1);
    wait.first?.stop();
    if (wait.others !== undefined) for (const underWay of wait.others) underWay.stop();
    if (this.#waits === undefined) this.#listener.waitsChanged(false);
  }
}
