// The change feed of elicitations: numbered inside the transaction that makes the change, so that numbers are in the
// order of commits and a reader who has seen one has seen all before it. The last event is never dropped, so the next
// number is always above all that were given.

import type { ElicitationEvent, ElicitationRecord } from "../../core/engine/elicitations.js";
import { numberAt, textAt, toLimit } from "./columns.js";
import type { Database, Row } from "./database.js";

/** The last events. */
export interface ChangeFeed {
  /** Adds the event that a record became what it is. */
  add(record: ElicitationRecord, at: number): void;
  /** At most `limit` events numbered above `after`, of those that are kept. */
  read(after: number, limit: number): readonly ElicitationEvent[];
}

/** Every so many events the oldest are dropped, at most twice as many. */
const eventsPerSweep = 128;

/** Prepares the feed. */
export function createChangeFeed(database: Database, maxEvents: number): ChangeFeed {
  const add = database.command(
    "INSERT INTO elicitation_changes (id, status, version, at) VALUES (?, ?, ?, ?)",
  );
  const sweep = database.command(
    `DELETE FROM elicitation_changes WHERE number <= ?
       AND number < (SELECT min(number) FROM elicitation_changes) + ${2 * eventsPerSweep}`,
  );
  const page = database.query(
    "SELECT number, id, status, version, at FROM elicitation_changes WHERE number > ? ORDER BY number LIMIT ?",
  );

  return {
    add({ id, status, version }, at) {
      const { rowid } = add.run(id, status, version, at);
      if (rowid % eventsPerSweep === 0 && rowid > maxEvents) sweep.run(rowid - maxEvents);
    },
    read: (after, limit) => page.all(after, toLimit(limit)).map(toEvent),
  };
}

function toEvent(row: Row): ElicitationEvent {
  return {
    number: numberAt(row, 0),
    id: textAt(row, 1),
    // The words are those that were written.
    status: textAt(row, 2) as ElicitationEvent["status"],
    version: numberAt(row, 3),
    at: numberAt(row, 4),
  };
}
