// The change feed of elicitations: the last so many events, written over in a circle.

import type {
  ElicitationEvent,
  ElicitationRecord,
  ElicitationStatus,
} from "../../core/engine/elicitations.js";

/** The last events, numbered from 1. */
export interface ChangeFeed {
  /** Adds the event that a record became what it is. */
  add(record: ElicitationRecord, at: number): void;
  /** At most `limit` events numbered above `after`, of those that are kept. */
  read(after: number, limit: number): ElicitationEvent[];
}

/** Creates a feed of `maxEvents`. One array for each field, so that an event is no object until it is read. */
export function createChangeFeed(maxEvents: number): ChangeFeed {
  const ids: string[] = [];
  const statuses: ElicitationStatus[] = [];
  const versions: number[] = [];
  const instants: number[] = [];
  let last = 0;

  return {
    add(record, at) {
      const place = last % maxEvents;
      ids[place] = record.id;
      statuses[place] = record.status;
      versions[place] = record.version;
      instants[place] = at;
      last += 1;
    },
    read(after, limit) {
      const events: ElicitationEvent[] = [];
      const oldest = last - ids.length + 1;
      for (let number = Math.max(after + 1, oldest); number <= last && events.length < limit; number += 1) {
        const place = (number - 1) % maxEvents;
        const id = ids[place];
        const status = statuses[place];
        if (id === undefined || status === undefined) continue;
        events.push({ number, id, status, version: versions[place] ?? 0, at: instants[place] ?? 0 });
      }
      return events;
    },
  };
}
