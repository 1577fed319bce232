// A clock for the time that a handler is at work: it stands still while people are waited for.

import type { Clock } from "../../core/clock.js";
import type { TimerWheel, WheelTimer } from "../../core/timer-wheel.js";

interface Clocks {
  readonly clock: Clock;
  readonly wheel: TimerWheel;
}

/** A clock that can be stopped and runs out once. */
export class WorkClock {
  readonly #clock: Clock;
  readonly #wheel: TimerWheel;
  readonly #limitMs: number;
  readonly #onEnd: () => void;
  #spentMs: number;
  #isWaiting = false;
  #isOver = false;
  /** When it began to run; absent while it stands. */
  #runningSince: number | undefined;
  #timer: WheelTimer | undefined;

  constructor({ clock, wheel }: Clocks, limitMs: number, spentMs: number, onEnd: () => void) {
    this.#clock = clock;
    this.#wheel = wheel;
    this.#limitMs = limitMs;
    this.#spentMs = spentMs;
    this.#onEnd = onEnd;
  }

  /** How long the handler was at work so far. */
  get spentMs(): number {
    return this.#spentMs + (this.#runningSince === undefined ? 0 : this.#clock.now() - this.#runningSince);
  }

  start(): void {
    if (this.#isOver || this.#isWaiting || this.#runningSince !== undefined) return;
    this.#runningSince = this.#clock.now();
    this.#timer = this.#wheel.schedule(Math.max(this.#limitMs - this.#spentMs, 0), this.#onEnd);
  }

  /** Stands still for good: the execution is over. */
  end(): void {
    this.#isOver = true;
    this.#stop();
  }

  #stop(): void {
    this.#spentMs = this.spentMs;
    this.#runningSince = undefined;
    this.#timer?.cancel();
    this.#timer = undefined;
  }

  /** Stands still while somebody is waited for. */
  pause(isWaiting: boolean): void {
    const isRunning = this.#runningSince !== undefined;
    this.#isWaiting = isWaiting;
    if (isWaiting && isRunning) this.#stop();
    else if (!isWaiting && !isRunning) this.start();
  }
}
