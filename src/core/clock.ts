// Time as a thing that is handed in, so that tests own it.

/** A timer that can be called off. */
export interface Timer {
  cancel(): void;
}

/** Where the time comes from and who wakes us up. */
export interface Clock {
  /** The present instant, in milliseconds since the epoch. */
  now(): number;
  /** Calls `wake` once, `delayMs` from now. A pending timer never keeps the process alive. */
  setTimer(delayMs: number, wake: () => void): Timer;
}

/** The machine's own clock. */
export const systemClock: Clock = {
  now: () => Date.now(),
  setTimer(delayMs, wake) {
    const timeout = setTimeout(wake, delayMs);
    // Browsers and workers give a number, which never holds anything open.
    if (typeof timeout === "object") timeout.unref();
    return { cancel: () => clearTimeout(timeout) };
  },
};
