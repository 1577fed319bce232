// The event log in SQLite: every stream bounded, and all of them together.

import type { Clock } from "../../core/clock.js";
import type { EventLog, LogPage } from "../../core/engine/event-log.js";
import { BeckonError } from "../../core/errors.js";
import type { Database } from "./database.js";
import { createStreams, type Stream } from "./streams.js";
import type { Turns } from "./turns.js";

/**
 * How much of what went out is kept. Past a bound of its own a stream loses its oldest events. Past
 * `maxBytes` streams that have ended go first, the longest ended before the others; then those that are
 * open lose their events, the longest silent before the others. Past `maxStreams` streams are forgotten
 * in the same order.
 */
export interface SqliteEventLogOptions {
  /** How many events of one stream are kept. @default 1000 */
  readonly maxEventsPerStream?: number;
  /** How many bytes of one stream are kept, each event counting its UTF-8 length and 32. @default 1_048_576 */
  readonly maxBytesPerStream?: number;
  /** How many streams are kept. @default 100000 */
  readonly maxStreams?: number;
  /** How many bytes of all streams are kept. @default 268_435_456 */
  readonly maxBytes?: number;
  /** How long a stream is kept after its end, in milliseconds. @default 300_000 */
  readonly retentionMs?: number;
}

/** What is kept unless something else is said. */
export const eventLogDefaults: Required<SqliteEventLogOptions> = {
  maxEventsPerStream: 1_000,
  maxBytesPerStream: 2 ** 20,
  maxStreams: 100_000,
  maxBytes: 256 * 2 ** 20,
  retentionMs: 5 * 60_000,
};

/** How many streams one call clears away at most, of the expired or for room: more than it can add. */
const sweptPerCall = 4;

/** Creates the event log of a SQLite engine. */
export function createSqliteEventLog(
  database: Database,
  turns: Turns,
  clock: Clock,
  bounds: Required<SqliteEventLogOptions>,
): EventLog {
  const streams = createStreams(database);

  const isExpired = ({ endedAt }: Stream): boolean =>
    endedAt !== undefined && clock.now() - endedAt >= bounds.retentionMs;

  function find(name: string): Stream | undefined {
    const stream = streams.find(name);
    return stream && !isExpired(stream) ? stream : undefined;
  }

  function findOrOpen(name: string): Stream {
    const known = streams.find(name);
    if (known && !isExpired(known)) return known;
    if (known) streams.forget(known.stream);
    sweep();
    if (streams.total() >= bounds.maxStreams) {
      const oldest = streams.longestEnded() ?? streams.longestSilent();
      if (oldest) streams.forget(oldest.stream);
    }
    return streams.open(name, clock.now());
  }

  function sweep(): void {
    for (let left = sweptPerCall; left > 0; left -= 1) {
      const oldest = streams.longestEnded();
      if (oldest === undefined || !isExpired(oldest)) return;
      streams.forget(oldest.stream);
    }
  }

  function shrink(): void {
    for (let left = sweptPerCall; left > 0 && streams.totalBytes() > bounds.maxBytes; left -= 1) {
      const ended = streams.longestEnded();
      // An open stream itself stays: its numbers must go on, and a reader must learn what it missed.
      const silent = ended ? undefined : streams.longestSilent();
      if (ended) streams.forget(ended.stream);
      else if (silent) streams.clear(silent, clock.now());
      else return;
    }
  }

  function append(name: string, data: string): number {
    const stream = findOrOpen(name);
    if (stream.endedAt !== undefined) {
      throw new BeckonError("closed", `Stream ${name} has ended. Nothing can be added to it.`);
    }
    const sequence = streams.append(stream, data, clock.now(), bounds);
    shrink();
    return sequence;
  }

  return {
    open: (name) => turns.write(() => void findOrOpen(name)),
    append: (name, data) => turns.write(() => append(name, data)),
    read: (name, after) =>
      turns.read((): LogPage | undefined => {
        const stream = find(name);
        if (stream === undefined) return undefined;
        return {
          events: streams.read(stream, after),
          evicted: Math.max(after, 0) + 1 < stream.firstSequence,
          ended: stream.endedAt !== undefined,
        };
      }),
    end: (name) =>
      turns.write(() => {
        const stream = find(name);
        if (stream && stream.endedAt === undefined) streams.end(stream, clock.now());
        sweep();
      }),
    drop: (name) =>
      turns.write(() => {
        const stream = streams.find(name);
        if (stream) streams.forget(stream.stream);
      }),
  };
}
