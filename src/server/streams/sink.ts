// The end of a connection that events go out on.

/** Where events are written to. */
export interface Sink {
  /** False when the other side is slow: write no more until drained. */
  write(chunk: string): boolean;
  end(): void;
  /** Has `listener` hear each time the sink can be written to again after `write` said no. There is one at a time. */
  onDrain(listener: DrainListener): void;
}

/** Writes to a sink. */
export interface DrainListener {
  drained(): void;
}
