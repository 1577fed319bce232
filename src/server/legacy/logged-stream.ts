// A stream whose events are kept in the engine's log, so that connections may come and go.
//
// The log is the truth. A connection that keeps up gets events as they are logged; one that fell behind
// (it was slow, it reconnected, the writer is another node) is brought up to date from the log.

import type { EventLog } from "../../core/engine/event-log.js";
import { andThen, type MaybePromise } from "../../core/maybe-promise.js";
import { sseEvent } from "../../protocol/sse.js";
import type { Sink } from "../http/exchange.js";
import { Sequence } from "./sequence.js";

/** A connection, and how far it has come. */
interface Reader {
  readonly sink: Sink;
  sent: number;
  /** True while it is served from the log. */
  behind: boolean;
}

export interface LoggedStreamOptions {
  readonly events: EventLog;
  /** The stream's key in the log. */
  readonly key: string;
  /** What event ids start with. */
  readonly id: string;
  readonly onError: (error: unknown) => void;
  /** Called after an event that no connection here took: somebody else may hold one. */
  readonly hint: () => void;
}

/** How a look into the log ended. */
export type Resumed = "live" | "ended" | "unknown" | "evicted";

export class LoggedStream {
  readonly key: string;
  readonly id: string;
  readonly #events: EventLog;
  readonly #sequence: Sequence;
  readonly #hint: () => void;
  readonly #readers: Reader[] = [];
  #last = 0;

  constructor({ events, key, id, onError, hint }: LoggedStreamOptions) {
    this.key = key;
    this.id = id;
    this.#events = events;
    this.#sequence = new Sequence(onError);
    this.#hint = hint;
  }

  /** True while a connection of this node is attached. */
  get attached(): boolean {
    return this.#readers.length > 0;
  }

  /** The sequence number of the newest event. */
  get last(): number {
    return this.#last;
  }

  eventId(sequence: number): string {
    return `${this.id}.${sequence}`;
  }

  /** Makes the stream known to the log before its first event. */
  open(): void {
    this.#sequence.run(() => this.#events.open(this.key));
  }

  /** Adds a connection that has nothing to catch up on. The newest connection is the one that is written to. */
  attach(sink: Sink): void {
    this.#add({ sink, sent: this.#last, behind: false });
  }

  /** Adds a connection that has seen everything up to `after`; `told` hears how that went. */
  resume(sink: Sink, after: number, told: (how: Resumed) => void): void {
    const reader: Reader = { sink, sent: after, behind: true };
    this.#add(reader);
    this.#sequence.run(() => andThen(this.#catchUp(reader), told));
  }

  detach(sink: Sink): void {
    const index = this.#readers.findIndex((reader) => reader.sink === sink);
    if (index >= 0) this.#readers.splice(index, 1);
  }

  append(message: string): void {
    this.#sequence.run(() =>
      andThen(this.#events.append(this.key, message), (sequence) => {
        this.#last = sequence;
        const reader = this.#readers.at(-1);
        if (reader === undefined) this.#hint();
        else if (!reader.behind && reader.sent === sequence - 1) this.#send(reader, sequence, message);
      }),
    );
  }

  /** Says that nothing more will come, and closes the connections that have it all. */
  end(): void {
    this.#sequence.run(() =>
      andThen(this.#events.end(this.key), () => {
        if (this.#readers.length === 0) this.#hint();
        for (const reader of [...this.#readers]) if (!reader.behind) this.#close(reader);
      }),
    );
  }

  /** Closes all connections; the stream itself goes on. */
  release(farewell?: string): void {
    this.#sequence.run(() => {
      for (const reader of [...this.#readers]) {
        if (farewell !== undefined) reader.sink.write(farewell);
        this.#close(reader);
      }
    });
  }

  /** Forgets the stream's log. */
  drop(): void {
    this.#sequence.run(() => this.#events.drop(this.key));
  }

  /** Looks into the log for what another node may have added. */
  refresh(): void {
    const reader = this.#readers.at(-1);
    if (reader) this.#sequence.run(() => andThen(this.#catchUp(reader), () => {}));
  }

  #add(reader: Reader): void {
    this.#readers.push(reader);
    reader.sink.onDrain(() => {
      if (reader.behind) this.#sequence.run(() => andThen(this.#catchUp(reader), () => {}));
    });
  }

  #send(reader: Reader, sequence: number, message: string): void {
    reader.sent = sequence;
    reader.behind = !reader.sink.write(sseEvent(message, this.eventId(sequence)));
  }

  #close(reader: Reader): void {
    this.detach(reader.sink);
    reader.sink.end();
  }

  #catchUp(reader: Reader): MaybePromise<Resumed> {
    return andThen(this.#events.read(this.key, reader.sent), (page) => {
      if (page === undefined) return "unknown";
      this.#last = Math.max(this.#last, page.events.at(-1)?.sequence ?? 0);
      reader.behind = false;
      for (const { sequence, data } of page.events) {
        this.#send(reader, sequence, data);
        if (reader.behind) return "live";
      }
      if (!page.ended) return page.evicted ? "evicted" : "live";
      this.#close(reader);
      return page.evicted ? "evicted" : "ended";
    });
  }
}
