// The end of a connection that events go out on.

/** Where events are written to. */
export interface Sink {
  /** False when the other side is slow: write no more until drained. */
  write(chunk: string): boolean;
  end(): void;
  /** Has `listener` hear each time the sink can be written to again after `write` said no. There is one at a time. */
  onDrain(listener: DrainListener): void;
}

/** A sink at the end of an exchange. */
export interface ReplySink extends Sink {
  /** Has `listener` hear once that the exchange is over: all of it was sent, or the client is gone. There is one. */
  onLost(listener: LossListener): void;
}

// An object, and no function: thousands of streams may be open, each with one.
/** Hears of the end of an exchange. */
export interface LossListener {
  lost(): void;
}

/** Writes to a sink. */
export interface DrainListener {
  drained(): void;
}
