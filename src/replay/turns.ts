// Tells when nothing has moved for one turn of the event loop.

import { setImmediate } from "node:timers";

/** Waits for a turn without a move. */
export class Turns {
  readonly #onStill: () => void;
  #moves = 0;
  #isWatching = false;

  constructor(onStill: () => void) {
    this.#onStill = onStill;
  }

  /** Something moved: the turn begins anew. */
  move(): void {
    this.#moves += 1;
    if (this.#isWatching) return;
    this.#isWatching = true;
    this.#watch();
  }

  #watch(): void {
    const moves = this.#moves;
    setImmediate(() => {
      if (this.#moves !== moves) return this.#watch();
      this.#isWatching = false;
      this.#onStill();
    });
  }
}
