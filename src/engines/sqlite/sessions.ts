// Legacy sessions in SQLite.

import { changeSession } from "../../core/engine/change-session.js";
import type { SessionRecord, SessionStore } from "../../core/engine/sessions.js";
import { BeckonError } from "../../core/errors.js";
import { numberAt, stringsAt, textAt, textOrNoneAt, toLimit } from "./columns.js";
import type { Database, Row } from "./database.js";
import { isConflict } from "./sqlite-failure.js";
import type { Turns } from "./turns.js";

/** How many sessions are kept. A new one in a full store costs the longest idle its place. */
export interface SqliteSessionsOptions {
  /** How many sessions are kept. @default 100000 */
  readonly maxSessions?: number;
}

/** What is kept unless something else is said. */
export const sessionDefaults: Required<SqliteSessionsOptions> = { maxSessions: 100_000 };

const columns = "id, principal_id, revision, client, created_at, seen_at, log_level, subscriptions";

/** Creates the sessions of a SQLite engine. */
export function createSqliteSessions(
  database: Database,
  turns: Turns,
  { maxSessions }: Required<SqliteSessionsOptions>,
): SessionStore {
  const find = database.query(`SELECT ${columns} FROM sessions WHERE id = ?`);
  const add = database.command(`INSERT INTO sessions (${columns}) VALUES (?, ?, ?, ?, ?, ?, ?, ?)`);
  const update = database.command("UPDATE sessions SET log_level = ?, subscriptions = ? WHERE id = ?");
  const see = database.command("UPDATE sessions SET seen_at = ? WHERE id = ? AND seen_at < ?");
  const erase = database.command("DELETE FROM sessions WHERE id = ?");
  const idle = database.query(`SELECT ${columns} FROM sessions WHERE seen_at < ? ORDER BY seen_at LIMIT ?`);
  const longestIdle = database.query("SELECT id FROM sessions ORDER BY seen_at LIMIT 1");
  const count = database.query("SELECT value FROM totals WHERE name = 'sessions'");

  function found(id: string): SessionRecord | undefined {
    const row = find.first(id);
    return row && toSession(row);
  }

  function makeRoom(): void {
    if (Number(count.first()?.[0]) < maxSessions) return;
    const row = longestIdle.first();
    if (row) erase.run(textAt(row, 0));
  }

  function insert(record: SessionRecord): void {
    try {
      add.run(
        record.id,
        record.principalId,
        record.revision,
        record.client,
        record.createdAt,
        record.seenAt,
        record.logLevel,
        JSON.stringify(record.subscriptions),
      );
    } catch (error) {
      if (!isConflict(error)) throw error;
      throw new BeckonError(
        "invalid-arguments",
        "A session with this id exists. Give every session a new id.",
        {
          cause: error,
        },
      );
    }
  }

  return {
    create: (record) =>
      turns.write(() => {
        if (!find.first(record.id)) makeRoom();
        insert(record);
      }),
    get: (id) => turns.read(() => found(id)),
    change: (id, change) =>
      turns.write(() => {
        const record = found(id);
        if (record === undefined) return undefined;
        const next = changeSession(record, change);
        update.run(next.logLevel, JSON.stringify(next.subscriptions), id);
        return next;
      }),
    touch: (id, at) => turns.write(() => void see.run(at, id, at)),
    remove: (id) =>
      turns.write(() => {
        const record = found(id);
        if (record) erase.run(id);
        return record;
      }),
    removeIdle: (before, limit) =>
      turns.write(() => {
        const removed = idle.all(before, toLimit(limit)).map(toSession);
        for (const { id } of removed) erase.run(id);
        return removed;
      }),
  };
}

function toSession(row: Row): SessionRecord {
  return {
    id: textAt(row, 0),
    principalId: textOrNoneAt(row, 1),
    revision: textAt(row, 2),
    client: textAt(row, 3),
    createdAt: numberAt(row, 4),
    seenAt: numberAt(row, 5),
    logLevel: textOrNoneAt(row, 6),
    subscriptions: stringsAt(row, 7),
  };
}
