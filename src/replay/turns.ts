// Tells when nothing has moved for one turn of the event loop.

import { setImmediate } from "node:timers";

/** Told of it. */
export interface StillListener {
  still(): void;
}

/** Waits for a turn without a move. */
export class Turns {
  readonly #listener: StillListener | undefined;
  #moves = 0;
  #isWatching = false;

  /** Where nobody listens no turn is watched. */
  constructor(listener: StillListener | undefined) {
    this.#listener = listener;
  }

  /** Something moved: the turn begins anew. */
  move(): void {
    this.#moves += 1;
    if (this.#isWatching || this.#listener === undefined) return;
    this.#isWatching = true;
    setImmediate(endTurn, this, this.#moves);
  }

  endTurn(moves: number): void {
    if (this.#moves !== moves) {
      setImmediate(endTurn, this, this.#moves);
      return;
    }
    this.#isWatching = false;
    this.still();
  }

  protected still(): void {
    this.#listener?.still();
  }
}

const endTurn = (turns: Turns, moves: number): void => turns.endTurn(moves);
