// The connections to a logged stream, from the oldest to the newest: which of them an event is for.

import type { Sink } from "./sink.js";
import { type ReadStream, StreamReader } from "./stream-reader.js";

export class StreamReaders {
  #all: StreamReader[] = [];

  get isEmpty(): boolean {
    return this.#all.length === 0;
  }

  /** The one that came last, whether its turn has come or not. */
  get newest(): StreamReader | undefined {
    return this.#all.at(-1);
  }

  /** The one that events are for. */
  get live(): StreamReader | undefined {
    return this.#all.findLast(({ begun }) => begun);
  }

  /** All of them, to go through while some are taken away. */
  list(): readonly StreamReader[] {
    return [...this.#all];
  }

  has(reader: StreamReader): boolean {
    return this.#all.includes(reader);
  }

  add(stream: ReadStream, sink: Sink, sent: number): StreamReader {
    const reader = new StreamReader(stream, sink, sent);
    // A list that is written with its first member is as long as it must be.
    if (this.#all.length === 0) this.#all = [reader];
    else this.#all.push(reader);
    return reader;
  }

  /** Takes a connection away; what comes after that event is for the newest that is left. False when there is none such. */
  remove(sink: Sink, after: number): boolean {
    const index = this.#all.findIndex((reader) => reader.sink === sink);
    if (index >= 0) this.#all.splice(index, 1);
    this.live?.takeAfter(after);
    return index >= 0;
  }

  /** Each message goes to one connection only: what comes after that event is no longer for the older ones. */
  begin(reader: StreamReader, after: number): void {
    reader.begun = true;
    for (const older of this.#all) {
      if (older === reader) return;
      older.yieldAfter(after);
    }
  }

  /** Gives the one that an event is for; the others, as far as they keep up, have no claim to it. */
  pass(sequence: number): StreamReader | undefined {
    const { live } = this;
    for (const reader of this.#all) if (reader !== live && !reader.behind) reader.sent = sequence;
    return live;
  }
}
