// What is under way for the open questions of one execution.

import type { OpenQuestion } from "./asked.js";

/** Knows how to stop each wait; tells when the first begins and the last is over. */
export class Waits {
  readonly #stops = new Map<OpenQuestion, (() => void)[]>();
  readonly #onChange: (isWaiting: boolean) => void;

  constructor(onChange: (isWaiting: boolean) => void) {
    this.#onChange = onChange;
  }

  get isEmpty(): boolean {
    return this.#stops.size === 0;
  }

  begin(ask: OpenQuestion): void {
    this.#stops.set(ask, []);
    if (this.#stops.size === 1) this.#onChange(true);
  }

  /** Has `stop` run when the question waits no longer; at once when that is so already. */
  onEnd(ask: OpenQuestion, stop: () => void): void {
    const stops = this.#stops.get(ask);
    if (stops) stops.push(stop);
    else stop();
  }

  end(ask: OpenQuestion): void {
    const stops = this.#stops.get(ask);
    if (stops === undefined) return;
    this.#stops.delete(ask);
    for (const stop of stops) stop();
    if (this.#stops.size === 0) this.#onChange(false);
  }
}
