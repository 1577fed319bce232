// Legacy sessions in memory, in the order in which they were last seen.

import { changeSession } from "../../core/engine/change-session.js";
import { requirePositive } from "../../core/engine/require-positive.js";
import type { SessionRecord, SessionStore } from "../../core/engine/sessions.js";
import { BeckonError } from "../../core/errors.js";
import { Link } from "../../core/link.js";
import type { Gate } from "./gate.js";
import type { Synchronous } from "./synchronous.js";

/**
 * How many sessions are kept. A new one in a full store costs the longest idle its place: to refuse it would
 * let whoever opens enough of them lock everybody else out. The client of a session that went that way is told
 * to initialize again; the `terminate` hook does not hear of it.
 */
export interface MemorySessionsOptions {
  /** How many sessions are kept. @default 100000 */
  readonly maxSessions?: number;
}

const defaults = { maxSessions: 100_000 };

/** A session with its idle clock, so that a touch makes nothing new. */
class SessionEntry extends Link {
  record: SessionRecord;
  seenAt: number;

  constructor(record: SessionRecord) {
    super();
    this.record = record;
    this.seenAt = record.seenAt;
  }
}

/** Creates the sessions of a memory engine. */
export function createMemorySessions(
  gate: Gate,
  options: MemorySessionsOptions = {},
): Synchronous<SessionStore> {
  const { maxSessions } = { ...defaults, ...options };
  requirePositive("memory", { maxSessions });
  let entries = new Map<string, SessionEntry>();
  /** The longest idle comes first. */
  let byIdleness = new Link();
  gate.whenClosed(() => {
    entries = new Map();
    byIdleness = new Link();
  });

  function take(entry: SessionEntry): SessionRecord {
    entries.delete(entry.record.id);
    entry.leave();
    return current(entry);
  }

  return {
    create(record) {
      gate.check();
      if (entries.has(record.id)) {
        throw new BeckonError(
          "invalid-arguments",
          "A session with this id exists. Give every session a new id.",
        );
      }
      if (entries.size >= maxSessions && byIdleness.next instanceof SessionEntry) take(byIdleness.next);
      const entry = new SessionEntry(record);
      entries.set(record.id, entry);
      place(byIdleness, entry);
    },
    get(id) {
      gate.check();
      const entry = entries.get(id);
      return entry && current(entry);
    },
    change(id, change) {
      gate.check();
      const entry = entries.get(id);
      if (entry === undefined) return undefined;
      entry.record = changeSession(current(entry), change);
      return entry.record;
    },
    touch(id, at) {
      gate.check();
      const entry = entries.get(id);
      if (entry === undefined || at <= entry.seenAt) return;
      entry.seenAt = at;
      place(byIdleness, entry);
    },
    remove(id) {
      gate.check();
      const entry = entries.get(id);
      return entry && take(entry);
    },
    removeIdle(before, limit) {
      gate.check();
      const removed: SessionRecord[] = [];
      for (let entry = byIdleness.next; removed.length < limit; entry = byIdleness.next) {
        if (!(entry instanceof SessionEntry) || entry.seenAt >= before) break;
        removed.push(take(entry));
      }
      return removed;
    },
  };
}

/** Moves an entry behind all that were seen before it. The last ones are near the end, so the way is short. */
function place(byIdleness: Link, entry: SessionEntry): void {
  entry.leave();
  let later = byIdleness;
  while (later.previous instanceof SessionEntry && later.previous.seenAt > entry.seenAt)
    later = later.previous;
  entry.joinBefore(later);
}

/** The record as of the last touch, made anew only if somebody asks after one. */
function current(entry: SessionEntry): SessionRecord {
  if (entry.record.seenAt !== entry.seenAt) entry.record = { ...entry.record, seenAt: entry.seenAt };
  return entry.record;
}
