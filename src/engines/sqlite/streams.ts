// The streams of the event log and their events, row by row. All of it happens inside a turn.

import { Buffer } from "node:buffer";
import type { LoggedEvent } from "../../core/engine/event-log.js";
import { numberAt, numberOrNoneAt, textAt } from "./columns.js";
import type { Database, Row } from "./database.js";

/** One stream. The kept events are those from `firstSequence` to `lastSequence`. */
export interface Stream {
  readonly stream: number;
  readonly firstSequence: number;
  readonly lastSequence: number;
  readonly bytes: number;
  readonly endedAt: number | undefined;
}

/** The bounds of one stream. */
export interface StreamBounds {
  readonly maxEventsPerStream: number;
  readonly maxBytesPerStream: number;
}

/** What can be done with streams. */
export interface Streams {
  find(name: string): Stream | undefined;
  open(name: string, now: number): Stream;
  /** Adds an event, drops the oldest past the bounds, and gives the event's sequence. */
  append(stream: Stream, data: string, now: number, bounds: StreamBounds): number;
  read(stream: Stream, after: number): readonly LoggedEvent[];
  end(stream: Stream, now: number): void;
  /** Drops the events and keeps the stream. */
  clear(stream: Stream, now: number): void;
  forget(stream: number): void;
  longestEnded(): Stream | undefined;
  longestSilent(): Stream | undefined;
  total(): number;
  totalBytes(): number;
}

/** What an event costs besides its text. */
const bytesPerEvent = 32;

const columns = "stream, first_sequence, last_sequence, bytes, ended_at";

/** Prepares the statements. */
export function createStreams(database: Database): Streams {
  const find = database.query(`SELECT ${columns} FROM streams WHERE name = ?`);
  const add = database.command(
    "INSERT INTO streams (name, first_sequence, last_sequence, bytes, spoke_at) VALUES (?, 1, 0, 0, ?)",
  );
  const update = database.command(
    "UPDATE streams SET first_sequence = ?, last_sequence = ?, bytes = ?, spoke_at = ? WHERE stream = ?",
  );
  const end = database.command("UPDATE streams SET ended_at = ? WHERE stream = ?");
  const forget = database.command("DELETE FROM streams WHERE stream = ?");
  const forgetEvents = database.command("DELETE FROM events WHERE stream = ?");
  const addEvent = database.command("INSERT INTO events (stream, sequence, bytes, data) VALUES (?, ?, ?, ?)");
  const sizes = database.query("SELECT bytes FROM events WHERE stream = ? AND sequence = ?");
  const dropBefore = database.command("DELETE FROM events WHERE stream = ? AND sequence < ?");
  const read = database.query(
    "SELECT sequence, data FROM events WHERE stream = ? AND sequence > ? ORDER BY sequence",
  );
  const longestEnded = database.query(
    `SELECT ${columns} FROM streams INDEXED BY streams_ended
     WHERE ended_at IS NOT NULL ORDER BY ended_at, stream LIMIT 1`,
  );
  const longestSilent = database.query(
    `SELECT ${columns} FROM streams INDEXED BY streams_open
     WHERE ended_at IS NULL ORDER BY spoke_at, stream LIMIT 1`,
  );
  const total = database.query("SELECT value FROM totals WHERE name = ?");

  const firstOf = (row: Row | undefined): Stream | undefined => row && toStream(row);

  return {
    find: (name) => firstOf(find.first(name)),
    open(name, now) {
      const { rowid } = add.run(name, now);
      return { stream: rowid, firstSequence: 1, lastSequence: 0, bytes: 0, endedAt: undefined };
    },
    append(stream, data, now, { maxEventsPerStream, maxBytesPerStream }) {
      const size = Buffer.byteLength(data) + bytesPerEvent;
      const sequence = stream.lastSequence + 1;
      addEvent.run(stream.stream, sequence, size, data);
      let first = stream.firstSequence;
      let bytes = stream.bytes + size;
      for (; sequence - first + 1 > maxEventsPerStream || bytes > maxBytesPerStream; first += 1) {
        bytes -= Number(sizes.first(stream.stream, first)?.[0] ?? bytes);
      }
      if (first > stream.firstSequence) dropBefore.run(stream.stream, first);
      update.run(first, sequence, bytes, now, stream.stream);
      return sequence;
    },
    read: (stream, after) =>
      read.all(stream.stream, after).map((row) => ({ sequence: numberAt(row, 0), data: textAt(row, 1) })),
    end: (stream, now) => void end.run(now, stream.stream),
    clear(stream, now) {
      forgetEvents.run(stream.stream);
      update.run(stream.lastSequence + 1, stream.lastSequence, 0, now, stream.stream);
    },
    forget(stream) {
      forgetEvents.run(stream);
      forget.run(stream);
    },
    longestEnded: () => firstOf(longestEnded.first()),
    longestSilent: () => firstOf(longestSilent.first()),
    total: () => Number(total.first("streams")?.[0]),
    totalBytes: () => Number(total.first("stream-bytes")?.[0]),
  };
}

function toStream(row: Row): Stream {
  return {
    stream: numberAt(row, 0),
    firstSequence: numberAt(row, 1),
    lastSequence: numberAt(row, 2),
    bytes: numberAt(row, 3),
    endedAt: numberOrNoneAt(row, 4),
  };
}
