// What goes on in an execution: while something does, no round ends; once it is over, nothing more happens.

import { isPromise, type MaybePromise } from "../core/maybe-promise.js";
import { Turns } from "./turns.js";

/** Its listener hears when nothing goes on and nothing has moved for a turn. */
export class Activity extends Turns {
  /** Steps that run, answers that are read, and whatever else must be waited for. */
  #busy = 0;
  isOver = false;

  get isBusy(): boolean {
    return this.#busy > 0;
  }

  begin(): void {
    this.#busy += 1;
  }

  end(): void {
    this.#busy -= 1;
    this.move();
  }

  /** Goes on while this is under way. */
  during(work: MaybePromise<unknown>): void {
    if (!isPromise(work)) return;
    this.begin();
    const done = (): void => this.end();
    work.then(done, done);
  }

  protected override still(): void {
    if (!this.isOver && this.#busy === 0) super.still();
  }
}

/** A promise of an execution that is over. */
export const never = (): Promise<never> => new Promise(() => {});
