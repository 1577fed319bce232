// A stream whose events are kept in the engine's log, so that connections may come and go.
//
// The log is the truth. A connection that keeps up gets events as they are logged; one that fell behind
// (it was slow, it reconnected, the writer is another node) is brought up to date from the log.

import type { EventLog, LoggedEvent, LogPage } from "../../core/engine/event-log.js";
import { andThen, type MaybePromise, recover } from "../../core/maybe-promise.js";
import { sseEvent } from "../../protocol/sse.js";
import { Sequence } from "./sequence.js";
import type { Sink } from "./sink.js";
import type { ReadStream, StreamReader } from "./stream-reader.js";
import { StreamReaders } from "./stream-readers.js";

/** What streams of one kind have in common. */
export interface LoggedStreamKind {
  readonly events: EventLog;
  readonly onError: (error: unknown) => void;
  /** Called when the log has grown or ended: another node may hold a connection. */
  readonly onChange?: (stream: LoggedStream) => void;
  /**
   * What to tell a connection whose events are gone for good, before it is closed; lesser gaps are passed over.
   * @default nothing: one that lags too far is closed at the gap, and goes on after it when it comes back
   */
  readonly lostMessages?: (stream: LoggedStream) => readonly string[];
}

export class LoggedStream implements ReadStream {
  /** The stream's key in the log. */
  readonly key: string;
  /** What event ids start with. */
  readonly id: string;
  readonly #kind: LoggedStreamKind;
  readonly #sequence: Sequence;
  readonly #readers = new StreamReaders();
  #last = 0;
  /** The newest event while a connection has yet to get it: it may be too large for the log to keep. */
  #newest: LoggedEvent | undefined;
  /** True once the end was asked for, whether the log took it or not. */
  #ended = false;
  /** Called when the last connection of this node is gone. */
  onUnread: (() => void) | undefined;

  constructor(kind: LoggedStreamKind, key: string, id: string) {
    this.key = key;
    this.id = id;
    this.#kind = kind;
    this.#sequence = new Sequence(kind.onError);
  }

  /** True while a connection of this node is attached. */
  get attached(): boolean {
    return !this.#readers.isEmpty;
  }

  eventId(sequence: number): string {
    return `${this.id}.${sequence}`;
  }

  /** Makes the stream known to the log before its first event. */
  open(): void {
    this.#sequence.run(() => this.#kind.events.open(this.key));
  }

  /** Has whatever comes next wait for something. */
  after(work: () => MaybePromise<void>): void {
    this.#sequence.run(work);
  }

  /** The same for a stream that others may have written to: goes on where they stopped. */
  join(): void {
    this.open();
    this.#sequence.run(() => andThen(this.#kind.events.read(this.key, 0), (page) => this.#note(page)));
  }

  /** Adds a connection that has nothing to catch up on. The newest connection is the one that is written to. */
  attach(sink: Sink, greet?: (eventId: string) => string): void {
    const reader = this.#add(sink, this.#last);
    this.#sequence.run(() => {
      if (!this.#readers.has(reader)) return;
      this.#readers.begin(reader, this.#last);
      reader.sent = this.#last;
      reader.behind = greet !== undefined && !sink.write(greet(this.eventId(this.#last)));
    });
  }

  /** Adds a connection that has seen everything up to `after`. */
  resume(sink: Sink, after: number): void {
    const reader = this.#add(sink, after);
    this.#sequence.run(() => this.#catchUp(reader));
  }

  detach(sink: Sink): void {
    const wasAttached = this.#readers.remove(sink, this.#last);
    if (!this.#readers.isEmpty) return;
    this.#newest = undefined;
    if (wasAttached) this.onUnread?.();
  }

  append(message: string): void {
    this.#sequence.run(() =>
      recover(
        () =>
          andThen(this.#kind.events.append(this.key, message), (sequence) => this.#spread(sequence, message)),
        (error) => {
          this.#kind.onError(error);
          // It cannot be resumed, but whoever waits for it gets it.
          this.#readers.newest?.sink.write(sseEvent(message));
        },
      ),
    );
  }

  /** Says that nothing more will come, and closes the connections that have it all. */
  end(): void {
    this.#sequence.run(() =>
      andThen(
        recover(() => this.#kind.events.end(this.key), this.#kind.onError),
        () => {
          this.#ended = true;
          this.#kind.onChange?.(this);
          for (const reader of this.#readers.list()) if (!reader.behind) this.#close(reader);
        },
      ),
    );
  }

  /** Comes back when all that was asked for so far is in the log. */
  written(): MaybePromise<void> {
    return this.#sequence.done();
  }

  /** Closes all connections; the stream itself goes on. */
  release(farewell?: string): void {
    this.#sequence.run(() => {
      for (const reader of this.#readers.list()) {
        if (farewell !== undefined) reader.sink.write(farewell);
        this.#close(reader);
      }
    });
  }

  /** Forgets the stream's log. */
  drop(): void {
    this.#sequence.run(() => this.#kind.events.drop(this.key));
  }

  /** Looks into the log for what another node may have added. */
  refresh(): void {
    this.#sequence.run(() => {
      const reader = this.#readers.newest;
      // One that is full looks for itself when it is drained.
      if (reader && !(reader.begun && reader.behind)) return this.#catchUp(reader);
    });
  }

  /** A connection can take more again. */
  goOn(reader: StreamReader): void {
    if (reader.behind) this.#sequence.run(() => this.#catchUp(reader));
  }

  #add(sink: Sink, sent: number): StreamReader {
    const reader = this.#readers.add(this, sink, sent);
    sink.onDrain(reader);
    const { surplus } = this.#readers;
    if (surplus !== undefined) this.#close(surplus);
    return reader;
  }

  #note(page: LogPage | undefined): void {
    this.#last = Math.max(this.#last, page?.events.at(-1)?.sequence ?? 0);
  }

  /** Hands an event to the newest connection; the others have no claim to it. */
  #spread(sequence: number, message: string): MaybePromise<void> {
    this.#last = sequence;
    this.#kind.onChange?.(this);
    const live = this.#readers.pass(sequence);
    if (live === undefined) return;
    if (live.behind) {
      this.#newest = { sequence, data: message };
      return;
    }
    // Below the number it should have, the log was begun anew; above it, another node wrote in between.
    if (sequence > live.sent + 1) return this.#catchUp(live);
    this.#send(live, sequence, message);
  }

  #send(reader: StreamReader, sequence: number, message: string): void {
    reader.sent = sequence;
    reader.behind = !reader.sink.write(sseEvent(message, this.eventId(sequence)));
  }

  #close(reader: StreamReader): void {
    this.detach(reader.sink);
    reader.sink.end();
  }

  /** Brings a connection up to date. One that cannot be read for is closed, so that its client comes back. */
  #catchUp(reader: StreamReader): MaybePromise<void> {
    return recover(
      () =>
        andThen(this.#kind.events.read(this.key, reader.sent), (page) => {
          this.#note(page);
          if (this.#readers.has(reader)) this.#deliver(reader, page);
        }),
      (error) => {
        this.#kind.onError(error);
        this.#close(reader);
      },
    );
  }

  #deliver(reader: StreamReader, page: LogPage | undefined): void {
    const wasLive = reader.begun;
    if (!wasLive) this.#readers.begin(reader, reader.sent);
    reader.behind = false;
    const events = this.#withNewest(page, reader.sent);
    if (this.#kind.lostMessages === undefined) {
      // A connection with a gap in it looks whole to its client; one that ends tells it to come back.
      if (wasLive && page?.evicted) return this.#close(reader);
    } else if (isLost(page, events)) return this.#giveUp(reader);
    for (const { sequence, data } of events) {
      if (reader.hasYielded(sequence)) reader.sent = sequence;
      else this.#send(reader, sequence, data);
      if (reader.behind) return;
    }
    if (reader === this.#readers.live) this.#newest = undefined;
    if (page?.ended || this.#ended) this.#close(reader);
  }

  #withNewest(page: LogPage | undefined, after: number): readonly LoggedEvent[] {
    const kept = page?.events ?? [];
    const isKept = this.#newest === undefined || this.#newest.sequence <= (kept.at(-1)?.sequence ?? after);
    return isKept || this.#newest === undefined ? kept : [...kept, this.#newest];
  }

  #giveUp(reader: StreamReader): void {
    for (const message of this.#kind.lostMessages?.(this) ?? []) reader.sink.write(sseEvent(message));
    this.#close(reader);
  }
}

/** The last event of a stream is what it was opened for: when that is gone, so is everything. */
const isLost = (page: LogPage | undefined, events: readonly LoggedEvent[]): boolean =>
  events.length === 0 && (page === undefined || (page.ended && page.evicted));
