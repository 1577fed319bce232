// Time for a handler to come to the questions that its last round ended with, while some of their answers are missing.

import type { TimerWheel, WheelTimer } from "../../core/timer-wheel.js";

/** So long a handler may be busy with what is not seen. Whoever took the question out waits as long, once. */
const PATIENCE_MS = 1_000;

/** The run that waits. */
export interface PatientRun {
  readonly isBusy: boolean;
  readonly isOver: boolean;
  still(): void;
}

export class Patience {
  readonly #wheel: TimerWheel;
  readonly #run: PatientRun;
  #timer: WheelTimer | undefined;
  #isOver = false;

  constructor(wheel: TimerWheel, run: PatientRun) {
    this.#wheel = wheel;
    this.#run = run;
  }

  /** False once there is none left. The run is told when it ends. */
  begin(): boolean {
    if (this.#isOver) return false;
    this.#timer ??= this.#wheel.schedule(PATIENCE_MS, () => this.#end());
    return true;
  }

  stop(): void {
    this.#timer?.cancel();
  }

  #end(): void {
    this.#isOver = true;
    // What is busy is still later.
    if (!this.#run.isBusy && !this.#run.isOver) this.#run.still();
  }
}
