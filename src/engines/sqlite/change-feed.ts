// The change feed of elicitations: numbered inside the transaction that makes the change, so that numbers are in the
// order of commits and a reader who has seen one has seen all before it. The last event is never dropped, so the next
// number is always above all that were given.
//
// A creation is told by the row of the elicitation itself, whose position is the number: nothing more is written for it.
// Changes are written by a trigger of the schema.

import type { ElicitationEvent, ElicitationRecord } from "../../core/engine/elicitations.js";
import { numberAt, textAt, toLimit } from "./columns.js";
import type { Database, Row } from "./database.js";

/** The last events. */
export interface ChangeFeed {
  /** Adds the event of a creation that its row does not tell. */
  addCreation(position: number, record: ElicitationRecord): void;
  /** Keeps the event that the row tells, which is about to go. */
  keepCreation(position: number): void;
  /** Drops old events, more of them than were added since the last time. */
  sweep(): void;
  /** At most `limit` events numbered above `after`, of those that are kept. */
  read(after: number, limit: number): readonly ElicitationEvent[];
}

/** The number of the last event. */
const LAST_NUMBER =
  "max(coalesce((SELECT max(position) FROM elicitations), 0), coalesce((SELECT max(number) FROM elicitation_changes), 0))";

/** The number of the next event, inside a transaction. */
export const NEXT_NUMBER: string = `1 + ${LAST_NUMBER}`;

/** After so many changes at most the feed is swept. */
export const changesPerSweep = 128;

/** Prepares the feed. */
export function createChangeFeed(database: Database, maxEvents: number): ChangeFeed {
  const add = database.command(
    "INSERT INTO elicitation_changes (number, id, status, version, at) VALUES (?, ?, ?, ?, ?)",
  );
  const keep = database.command(
    `INSERT INTO elicitation_changes (number, id, status, version, at)
     SELECT position, id, 'pending', 1, created_at FROM elicitations
     WHERE position = ? AND tells_creation = 1 AND position > ${LAST_NUMBER} - ?`,
  );
  const sweep = database.command(
    `DELETE FROM elicitation_changes WHERE number < (SELECT max(number) FROM elicitation_changes) - ?
       AND number < (SELECT min(number) FROM elicitation_changes) + ${4 * changesPerSweep}`,
  );
  // Rows tell of their creation for longer than changes are kept: who sees one event must see all that came after it.
  const page = database.query(
    `SELECT number, id, status, version, at FROM elicitation_changes WHERE number > max(?, ${LAST_NUMBER} - ?)
     UNION ALL
     SELECT position, id, 'pending', 1, created_at FROM elicitations NOT INDEXED
     WHERE position > max(?, ${LAST_NUMBER} - ?) AND tells_creation = 1
     ORDER BY 1 LIMIT ?`,
  );

  return {
    addCreation(position, { id, status, version, createdAt }) {
      add.run(position, id, status, version, createdAt);
    },
    keepCreation: (position) => void keep.run(position, maxEvents),
    sweep: () => void sweep.run(maxEvents),
    read: (after, limit) => page.all(after, maxEvents, after, maxEvents, toLimit(limit)).map(toEvent),
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
