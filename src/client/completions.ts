// Follows `notifications/elicitation/complete`: which pages a server says are done with.

import type { Clock } from "../core/clock.js";
import { remember } from "./remember.js";

interface Awaited {
  isDone: boolean;
  /** Calls what waits. */
  readonly listeners: Set<() => void>;
}

/** The pages of one client's servers, by the server's id. Ids that nobody expects are harmless. */
export class Completions {
  readonly #clock: Clock;
  readonly #awaited = new Map<string, Awaited>();

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** From now on the page's end is noticed; `listener` is called when it comes, now if it came already. */
  expect(id: string, listener?: () => void): void {
    const awaited = this.#awaited.get(id) ?? { isDone: false, listeners: new Set() };
    remember(this.#awaited, id, awaited);
    if (listener === undefined) return;
    if (awaited.isDone) listener();
    else awaited.listeners.add(listener);
  }

  /** True when the server has said that an expected page is done with. */
  isDone(id: string): boolean {
    return this.#awaited.get(id)?.isDone === true;
  }

  /** The server says that the page is done with. */
  complete(id: string): void {
    const awaited = this.#awaited.get(id);
    if (awaited === undefined || awaited.isDone) return;
    awaited.isDone = true;
    for (const listener of awaited.listeners) listener();
    awaited.listeners.clear();
  }

  /** Resolves with true when the page is done with, and with false after `limitMs` or when the signal aborts. */
  wait(id: string, limitMs: number, signal: AbortSignal): Promise<boolean> {
    return new Promise((resolve) => {
      const end = (isDone: boolean): void => {
        timer.cancel();
        signal.removeEventListener("abort", stop);
        this.#awaited.get(id)?.listeners.delete(done);
        resolve(isDone);
      };
      const done = (): void => end(true);
      const stop = (): void => end(false);
      const timer = this.#clock.setTimer(limitMs, stop);
      signal.addEventListener("abort", stop, { once: true });
      if (signal.aborted) stop();
      else this.expect(id, done);
    });
  }
}
