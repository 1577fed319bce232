// Waits for something that another node writes: woken by a hint, and now and then without.

/** Word that something may have changed. */
export interface Changes {
  /** Comes back when there was word of a change since the last time, or after a while without. */
  next(): Promise<void>;
  stop(): void;
}

/** Hints between nodes, as far as those who wait for each other need them. */
export interface ChangeHints {
  /** Listens for changes of topics from now on. */
  watch(...topics: readonly string[]): Changes;
  /** Tells those who watch a topic, on every node. */
  tell(topic: string): void;
}
