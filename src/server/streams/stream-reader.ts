// A connection to a logged stream: how far it has come, and which events a newer one got in its place.

import type { DrainListener, Sink } from "./sink.js";

/** A run of events, from behind `after` up to `upTo`. */
interface Run {
  after: number;
  upTo: number;
}

/** What a connection reads. */
export interface ReadStream {
  /** The connection can take more again. */
  goOn(reader: StreamReader): void;
}

export class StreamReader implements DrainListener {
  readonly #stream: ReadStream;
  readonly sink: Sink;
  /** The last event it has, or has no claim to. */
  sent: number;
  /** True while it is served from the log. */
  behind = true;
  /** False until its first turn has come: what is logged before that is not for it. */
  begun = false;
  /** What went to newer connections; without an end while there is one. */
  #yielded: Run[] | undefined;

  constructor(stream: ReadStream, sink: Sink, sent: number) {
    this.#stream = stream;
    this.sink = sink;
    this.sent = sent;
  }

  drained(): void {
    this.#stream.goOn(this);
  }

  /** Leaves what comes after an event to a newer connection. */
  yieldAfter(sequence: number): void {
    const last = this.#yielded?.at(-1);
    if (last !== undefined && last.upTo >= sequence) {
      last.after = Math.min(last.after, sequence);
      last.upTo = Infinity;
    } else {
      const left = this.#yielded?.filter(({ upTo }) => upTo > this.sent) ?? [];
      this.#yielded = [...left, { after: sequence, upTo: Infinity }];
    }
  }

  /** Takes what comes after an event again, if it was left to a newer connection. */
  takeAfter(sequence: number): void {
    const last = this.#yielded?.at(-1);
    if (last?.upTo === Infinity) last.upTo = sequence;
  }

  /** True for an event that a newer connection got. */
  hasYielded(sequence: number): boolean {
    return this.#yielded?.some(({ after, upTo }) => sequence > after && sequence <= upTo) === true;
  }
}
