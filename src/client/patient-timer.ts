// A time limit that does not count while a person is being asked.

import type { Clock, Timer } from "../core/clock.js";

/** A timer that can be paused, and that can begin again. */
export class PatientTimer {
  readonly #clock: Clock;
  readonly #limitMs: number;
  readonly #wake: () => void;
  #leftMs: number;
  #since = 0;
  #timer: Timer | undefined;
  #isPaused = false;

  constructor(clock: Clock, limitMs: number, wake: () => void) {
    this.#clock = clock;
    this.#limitMs = limitMs;
    this.#leftMs = limitMs;
    this.#wake = wake;
    this.#start();
  }

  /** Stops counting, or goes on. */
  pause(isPaused: boolean): void {
    if (isPaused === this.#isPaused) return;
    this.#isPaused = isPaused;
    if (isPaused) {
      this.#leftMs -= this.#clock.now() - this.#since;
      this.cancel();
    } else this.#start();
  }

  /** Gives the whole time again. */
  reset(): void {
    this.cancel();
    this.#leftMs = this.#limitMs;
    if (!this.#isPaused) this.#start();
  }

  cancel(): void {
    this.#timer?.cancel();
    this.#timer = undefined;
  }

  #start(): void {
    this.#since = this.#clock.now();
    this.#timer = this.#clock.setTimer(Math.max(0, this.#leftMs), this.#wake);
  }
}
