// The end of a connection that events go out on.

/** Where events are written to. */
export interface Sink {
  /** False when the other side is slow: write no more until drained. */
  write(chunk: string): boolean;
  end(): void;
  /** Calls back each time the sink can be written to again after `write` said no. */
  onDrain(listener: () => void): void;
}
