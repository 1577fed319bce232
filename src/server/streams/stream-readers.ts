// The connections to a logged stream, from the oldest to the newest: which of them an event is for.

import type { Sink } from "./sink.js";
import { type ReadStream, StreamReader } from "./stream-reader.js";

const NONE: readonly never[] = [];
/** How many a stream has at most. Events go to the newest, so whoever has more of them has left the oldest behind. */
const MOST = 16;

export class StreamReaders {
  // There is seldom more than one: most streams need no list.
  #newest: StreamReader | undefined;
  #older: readonly StreamReader[] = NONE;

  get isEmpty(): boolean {
    return this.#newest === undefined;
  }

  /** The one that came last, whether its turn has come or not. */
  get newest(): StreamReader | undefined {
    return this.#newest;
  }

  /** The one that events are for. */
  get live(): StreamReader | undefined {
    return this.#newest?.begun ? this.#newest : this.#older.findLast(({ begun }) => begun);
  }

  /** The oldest, when there is one too many. */
  get surplus(): StreamReader | undefined {
    return this.#older.length < MOST ? undefined : this.#older[0];
  }

  /** All of them, from the oldest to the newest. */
  list(): readonly StreamReader[] {
    return this.#newest === undefined ? NONE : [...this.#older, this.#newest];
  }

  has(reader: StreamReader): boolean {
    return this.#newest === reader || this.#older.includes(reader);
  }

  add(stream: ReadStream, sink: Sink, sent: number): StreamReader {
    const reader = new StreamReader(stream, sink, sent);
    this.#older = this.list();
    this.#newest = reader;
    return reader;
  }

  /** Takes a connection away; what comes after that event is for the newest that is left. False when there is none such. */
  remove(sink: Sink, after: number): boolean {
    const removed = this.list().find((reader) => reader.sink === sink);
    if (removed !== undefined) {
      const left = this.list().filter((reader) => reader !== removed);
      this.#newest = left.at(-1);
      this.#older = left.length > 1 ? left.slice(0, -1) : NONE;
    }
    this.live?.takeAfter(after);
    return removed !== undefined;
  }

  /** Each message goes to one connection only: what comes after that event is no longer for the older ones. */
  begin(reader: StreamReader, after: number): void {
    reader.begun = true;
    for (const older of this.#older) {
      if (older === reader) return;
      older.yieldAfter(after);
    }
  }

  /** Gives the one that an event is for; the others, as far as they keep up, have no claim to it. */
  pass(sequence: number): StreamReader | undefined {
    const { live } = this;
    if (live === this.#newest && this.#older.length === 0) return live;
    for (const reader of this.list()) if (reader !== live && !reader.behind) reader.sent = sequence;
    return live;
  }
}
