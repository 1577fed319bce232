// What is under way for the open questions of one execution.

import type { OpenQuestion } from "./asked.js";

/** One question that waits, and how to stop that. */
interface Wait {
  readonly ask: OpenQuestion;
  readonly stops: (() => void)[];
}

/** Knows how to stop each wait; tells when the first begins and the last is over. */
export class Waits {
  // There are few of them, and a Map would make a new table whenever it is emptied.
  readonly #waits: Wait[] = [];
  readonly #onChange: (isWaiting: boolean) => void;

  constructor(onChange: (isWaiting: boolean) => void) {
    this.#onChange = onChange;
  }

  begin(ask: OpenQuestion): void {
    this.#waits.push({ ask, stops: [] });
    if (this.#waits.length === 1) this.#onChange(true);
  }

  /** Has `stop` run when the question waits no longer; at once when that is so already. */
  onEnd(ask: OpenQuestion, stop: () => void): void {
    const wait = this.#waits.find((one) => one.ask === ask);
    if (wait) wait.stops.push(stop);
    else stop();
  }

  end(ask: OpenQuestion): void {
    const index = this.#waits.findIndex((one) => one.ask === ask);
    if (index < 0) return;
    const [wait] = this.#waits.splice(index, 1);
    for (const stop of wait?.stops ?? []) stop();
    if (this.#waits.length === 0) this.#onChange(false);
  }
}
