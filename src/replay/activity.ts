// What goes on in an execution: while something does, no round ends; once it is over, nothing more happens.

import { Turns } from "./turns.js";

export class Activity {
  readonly #turns: Turns;
  /** Steps that run, answers that are read, and whatever else must be waited for. */
  #busy = 0;
  isOver = false;

  /** Calls `onStill` when nothing goes on and nothing has moved for a turn. */
  constructor(onStill: () => void) {
    this.#turns = new Turns(() => {
      if (!this.isOver && this.#busy === 0) onStill();
    });
  }

  get isBusy(): boolean {
    return this.#busy > 0;
  }

  begin(): void {
    this.#busy += 1;
  }

  end(): void {
    this.#busy -= 1;
    this.#turns.move();
  }

  /** Something moved: the turn begins anew. */
  move(): void {
    this.#turns.move();
  }
}

/** A promise of an execution that is over. */
export const never = (): Promise<never> => new Promise(() => {});
