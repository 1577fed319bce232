// Elicitations in SQLite, found by id, by key, by filter and by deadline.

import { changeElicitation, isOpenStatus } from "../../core/engine/change-elicitation.js";
import type {
  ElicitationChange,
  ElicitationCreation,
  ElicitationRecord,
  ElicitationStore,
} from "../../core/engine/elicitations.js";
import { BeckonError } from "../../core/errors.js";
import { andThen } from "../../core/maybe-promise.js";
import { createChangeFeed } from "./change-feed.js";
import { numberAt, stringsAt, toLimit } from "./columns.js";
import type { Database, Row } from "./database.js";
import { listQuery } from "./elicitation-list.js";
import { columns, toRecord, toValues, updateOf } from "./elicitation-row.js";
import { createJustRead } from "./just-read.js";
import type { Turns } from "./turns.js";

/** How much of the change feed is kept. */
export interface SqliteElicitationsOptions {
  /** How many events the change feed keeps at least; older ones go in passing. @default 1000000 */
  readonly maxChanges?: number;
}

/** What is kept unless something else is said. */
export const elicitationDefaults: Required<SqliteElicitationsOptions> = { maxChanges: 1_000_000 };

/** Creates the elicitations of a SQLite engine. */
export function createSqliteElicitations(
  database: Database,
  turns: Turns,
  { maxChanges }: Required<SqliteElicitationsOptions>,
): ElicitationStore {
  const feed = createChangeFeed(database, maxChanges);
  const justRead = createJustRead();
  const byId = database.query(`SELECT ${columns} FROM elicitations WHERE id = ?`);
  const byKey = database.query(`SELECT ${columns} FROM elicitations WHERE key = ?`);
  const positionOf = database.query("SELECT position FROM elicitations WHERE id = ?");
  const places = `${columns}, is_open`;
  // In one statement, since most are new: kept unless there is one with its key, or with its id.
  const add = database.command(
    `INSERT OR IGNORE INTO elicitations (${places}) SELECT ${places.replace(/\w+/g, "?")}
     WHERE NOT EXISTS (SELECT 1 FROM elicitations WHERE key = ?)
       AND NOT EXISTS (SELECT 1 FROM elicitations WHERE id = ? AND key IS NULL)`,
  );
  const addTag = database.command("INSERT OR IGNORE INTO elicitation_tags (tag, position) VALUES (?, ?)");
  // The indexes are named, since SQLite guesses wrong which of them has few entries. What is counted, only to the bound.
  const openOf = database.query(
    `SELECT count(*) FROM (SELECT 1 FROM elicitations INDEXED BY elicitations_of_principal
     WHERE is_open = 1 AND principal = ? LIMIT ?)`,
  );
  const openOfNobody = database.query(
    `SELECT count(*) FROM (SELECT 1 FROM elicitations INDEXED BY elicitations_of_nobody
     WHERE is_open = 1 AND principal IS NULL AND asker = ? LIMIT ?)`,
  );
  const due = database.query(
    `SELECT ${columns} FROM elicitations INDEXED BY elicitations_expiring
     WHERE is_open = 1 AND expires_at <= ? ORDER BY expires_at LIMIT ?`,
  );
  const forgettable = database.query(
    `SELECT position, tags FROM elicitations INDEXED BY elicitations_forgettable
     WHERE is_open = 0 AND forget_at <= ? ORDER BY forget_at LIMIT ?`,
  );
  const erase = database.command("DELETE FROM elicitations WHERE position = ?");
  const eraseTag = database.command("DELETE FROM elicitation_tags WHERE tag = ? AND position = ?");

  function isFull({ principal, asker }: ElicitationRecord, maxOpen: number): boolean {
    if (maxOpen === Number.POSITIVE_INFINITY) return false;
    const limit = toLimit(maxOpen);
    const count = principal === undefined ? openOfNobody.first(asker, limit) : openOf.first(principal, limit);
    return Number(count?.[0]) >= maxOpen;
  }

  function findByKey(key: string): ElicitationRecord | undefined {
    const row = byKey.first(key) ?? byId.first(key);
    const record = row && toRecord(row);
    return record?.key === key ? record : undefined;
  }

  /** False when there is one with its key or its id. */
  function insert(record: ElicitationRecord): boolean {
    const isOpen = isOpenStatus(record.status) ? 1 : 0;
    const { changes, rowid } = add.run(...toValues(record), isOpen, record.key, record.key);
    if (changes === 0) return false;
    for (const tag of record.tags) addTag.run(tag, rowid);
    feed.add(record, record.createdAt);
    return true;
  }

  function create(record: ElicitationRecord, maxOpen: number): ElicitationCreation {
    const isBounded = maxOpen < Number.POSITIVE_INFINITY;
    if (!isBounded && insert(record)) return { record, created: true };
    const known = findByKey(record.key);
    if (known) return { record: known, created: false };
    if (isFull(record, maxOpen)) return { record: undefined, created: false };
    if (isBounded && insert(record)) return { record, created: true };
    throw new BeckonError("invalid-arguments", `Elicitation ${record.id} exists. Give every one a new id.`);
  }

  function find(id: string): ElicitationRecord | undefined {
    const row = byId.first(id);
    return row && toRecord(row);
  }

  /** Writes over exactly the record that is known; `undefined` when it is no longer that. */
  function write(
    known: ElicitationRecord,
    change: ElicitationChange,
    at: number,
  ): ElicitationRecord | undefined {
    const record = changeElicitation(known, change);
    const { sql, values } = updateOf(known, record);
    const { changes } = database.command(sql).run(...values, known.id, known.version, known.createdAt);
    if (changes === 0) return undefined;
    feed.add(record, at);
    return record;
  }

  function forget(row: Row): void {
    const position = numberAt(row, 0);
    for (const tag of stringsAt(row, 1)) eraseTag.run(tag, position);
    erase.run(position);
  }

  return {
    create: (record, maxOpen = Number.POSITIVE_INFINITY) => turns.write(() => create(record, maxOpen)),
    // Noted when it is given, and not before: until then what was read may be taken back.
    get: (id) =>
      andThen(
        turns.read(() => find(id)),
        (record) => {
          justRead.note(record);
          return record;
        },
      ),
    change(id, ifVersion, change, at) {
      // If the file has that version still, it has what was read.
      const read = justRead.take(id, ifVersion);
      return turns.write(() => {
        const known = read ?? find(id);
        return known?.version === ifVersion ? write(known, change, at) : undefined;
      });
    },
    list: (filter, after, limit, order = "oldest") =>
      turns.read(() => {
        const start = after === undefined ? undefined : positionOf.first(after);
        if (after !== undefined && start === undefined) return [];
        const listing = listQuery(filter, { after: start && numberAt(start, 0), order }, toLimit(limit));
        return listing
          ? database
              .query(listing.sql)
              .all(...listing.values)
              .map(toRecord)
          : [];
      }),
    due: (at, limit) => turns.read(() => due.all(at, toLimit(limit)).map(toRecord)),
    forget: (at, limit) =>
      turns.write(() => {
        const rows = forgettable.all(at, toLimit(limit));
        for (const row of rows) forget(row);
        return rows.length;
      }),
    changes: (after, limit) => turns.read(() => feed.read(after, limit)),
  };
}
