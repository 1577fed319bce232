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

const NONE: readonly never[] = [];

/** Knows how to stop each wait. */
export abstract class WaitStops {
  // There is seldom more than one, and a Map would make a new table whenever it is emptied.
  #first: Wait | undefined;
  #others: readonly Wait[] = NONE;

  /** Called when the first wait begins and when the last is over. */
  protected abstract waitsChanged(isWaiting: boolean): void;

  begin(ask: OpenQuestion): void {
    const wait: Wait = { ask, first: undefined, others: undefined };
    if (this.#first !== undefined) this.#others = [...this.#others, wait];
    else {
      this.#first = wait;
      this.waitsChanged(true);
    }
  }

  #find(ask: OpenQuestion): Wait | undefined {
    return this.#first?.ask === ask ? this.#first : this.#others.find((one) => one.ask === ask);
  }

  /** Has something stopped when the question waits no longer; at once when that is so already. */
  onEnd(ask: OpenQuestion, underWay: UnderWay): void {
    const wait = this.#find(ask);
    if (wait === undefined) underWay.stop();
    else if (wait.first === undefined) wait.first = underWay;
    else if (wait.others === undefined) wait.others = [underWay];
    else wait.others.push(underWay);
  }

  /** Stops what is under way for a question. */
  protected stop(ask: OpenQuestion): void {
    const wait = this.#find(ask);
    if (wait === undefined) return;
    if (wait === this.#first && this.#others === NONE) this.#first = undefined;
    else {
      const left = this.#others.filter((one) => one !== wait);
      if (wait === this.#first) this.#first = left.shift();
      this.#others = left.length === 0 ? NONE : left;
    }
    wait.first?.stop();
    if (wait.others !== undefined) for (const underWay of wait.others) underWay.stop();
    if (this.#first === undefined) this.waitsChanged(false);
  }
}
