// Sees what handlers do in their runs: how the kit for tests knows.

/** Told of every question and every step of the runs of a server. */
export interface RunWatch {
  /** A handler asked; the promise is the one it was given. */
  asked(key: string, label: string, answer: Promise<unknown>): void;
  /** Runs a step's function. */
  step<T>(key: string, work: () => T): T;
}
