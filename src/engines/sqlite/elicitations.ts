// Elicitations in SQLite, found by id, by key, by filter and by deadline.

import { changeElicitation } from "../../core/engine/change-elicitation.js";
import type {
  CreationRate,
  ElicitationChange,
  ElicitationCreation,
  ElicitationRecord,
  ElicitationStore,
} from "../../core/engine/elicitations.js";
import { BeckonError } from "../../core/errors.js";
import { andThen } from "../../core/maybe-promise.js";
import { changesPerSweep, createChangeFeed, NEXT_NUMBER } from "./change-feed.js";
import { numberAt, stringsAt, toLimit } from "./columns.js";
import type { Command, Database, Row } from "./database.js";
import { listQuery } from "./elicitation-list.js";
import {
  columns,
  type Found,
  insertOf,
  insertSql,
  type Shaped,
  toFound,
  toRecord,
  updateOf,
  updateSql,
} from "./elicitation-row.js";
import { FILED, UNFILED } from "./fresh-elicitations.js";
import { createJustRead } from "./just-read.js";
import type { TakeInTurn } from "./limits.js";
import { createOpenCounts } from "./open-counts.js";
import type { Turns } from "./turns.js";

/** How much of the change feed is kept. */
export interface SqliteElicitationsOptions {
  /** How many events the change feed keeps at least; older ones go in passing. @default 1000000 */
  readonly maxChanges?: number;
}

/** What is kept unless something else is said. */
export const elicitationDefaults: Required<SqliteElicitationsOptions> = { maxChanges: 1_000_000 };

/** One that was made, and where it is. */
type Made = Found & { readonly created: true };

/** Creates the elicitations of a SQLite engine. */
export function createSqliteElicitations(
  database: Database,
  turns: Turns,
  take: TakeInTurn,
  { maxChanges }: Required<SqliteElicitationsOptions>,
): ElicitationStore {
  const feed = createChangeFeed(database, maxChanges);
  const justRead = createJustRead();
  const byId = database.query(`SELECT ${columns}, position FROM elicitations WHERE id = ?`);
  const byKey = database.query(`SELECT ${columns} FROM elicitations WHERE key = ?`);
  const positionOf = database.query("SELECT position FROM elicitations WHERE id = ?");
  const add = shapedCommand(database, (shape) => insertSql(shape, NEXT_NUMBER));
  const update = shapedCommand(database, updateSql);
  const addTag = database.command("INSERT OR IGNORE INTO elicitation_tags (tag, position) VALUES (?, ?)");
  const openOf = createOpenCounts(database);
  // The indexes are named, since SQLite guesses wrong which of them has few entries.
  const due = database.query(
    `SELECT ${columns} FROM (
       SELECT ${columns} FROM elicitations INDEXED BY elicitations_expiring
       WHERE ${FILED} AND is_open = 1 AND expires_at <= ?
       UNION ALL
       SELECT ${columns} FROM elicitations NOT INDEXED WHERE is_open = 1 AND expires_at <= ? AND ${UNFILED})
     ORDER BY expires_at LIMIT ?`,
  );
  const forgettable = database.query(
    `SELECT position, tags FROM (
       SELECT position, tags, forget_at FROM elicitations INDEXED BY elicitations_forgettable
       WHERE ${FILED} AND is_open = 0 AND forget_at <= ?
       UNION ALL
       SELECT position, tags, forget_at FROM elicitations NOT INDEXED
       WHERE is_open = 0 AND forget_at <= ? AND ${UNFILED})
     ORDER BY forget_at LIMIT ?`,
  );
  const erase = database.command("DELETE FROM elicitations WHERE position = ?");
  const eraseTag = database.command("DELETE FROM elicitation_tags WHERE tag = ? AND position = ?");
  let changes = 0;

  function findByKey(key: string): ElicitationRecord | undefined {
    const row = byKey.first(key) ?? byId.first(key);
    const record = row && toRecord(row);
    return record?.key === key ? record : undefined;
  }

  /** Its position; `undefined` when there is one with its key or its id. */
  function insertRow(record: ElicitationRecord): number | undefined {
    const { changes: made, rowid } = add(insertOf(record));
    return made === 0 ? undefined : rowid;
  }

  function insert(record: ElicitationRecord): Made | undefined {
    const position = insertRow(record);
    if (position === undefined) return undefined;
    for (const tag of record.tags) addTag.run(tag, position);
    if (record.status !== "pending") feed.addCreation(position, record);
    return { position, record, created: true };
  }

  /** One that is bound by nothing. */
  function create(record: ElicitationRecord): Made | ElicitationCreation {
    const made = insert(record);
    if (made) return made;
    const known = findByKey(record.key);
    if (known) return { record: known, created: false };
    throw idExists(record);
  }

  function createBounded(
    record: ElicitationRecord,
    maxOpen: number,
    rate: CreationRate | undefined,
  ): Made | ElicitationCreation {
    const known = findByKey(record.key);
    if (known) return { record: known, created: false };
    if (maxOpen < Number.POSITIVE_INFINITY && openOf(record) >= maxOpen)
      return { record: undefined, created: false };
    // Before the token: what a call has written when it fails by itself would stay.
    if (positionOf.first(record.id)) throw idExists(record);
    const taken = rate && take(rate.key, rate.bucket, record.createdAt);
    if (taken?.ok === false) return { record: undefined, created: false, retryAfterMs: taken.retryAfterMs };
    return create(record);
  }

  /** What one statement can make: one that is bound by nothing, and that its row alone tells of. */
  function createAlone(record: ElicitationRecord): Made | undefined {
    const position = insertRow(record);
    return position === undefined ? undefined : { position, record, created: true };
  }

  function find(id: string): Found | undefined {
    const row = byId.first(id);
    return row && toFound(row);
  }

  /** Writes over exactly the row that is known; `undefined` when it is no longer that. */
  function write(known: Found, change: ElicitationChange, at: number): ElicitationRecord | undefined {
    const record = changeElicitation(known.record, change);
    return update(updateOf(known, record, at)).changes === 0 ? undefined : record;
  }

  function changeFound(
    id: string,
    ifVersion: number,
    change: ElicitationChange,
    at: number,
  ): ElicitationRecord | undefined {
    const found = find(id);
    return found?.record.version === ifVersion ? write(found, change, at) : undefined;
  }

  /** True when the feed must be swept with this change. */
  function isSweepDue(): boolean {
    changes += 1;
    return changes % changesPerSweep === 0;
  }

  function forget(row: Row): void {
    const position = numberAt(row, 0);
    for (const tag of stringsAt(row, 1)) eraseTag.run(tag, position);
    feed.keepCreation(position);
    erase.run(position);
  }

  return {
    async create(record, maxOpen = Number.POSITIVE_INFINITY, rate) {
      const isBounded = maxOpen < Number.POSITIVE_INFINITY || rate !== undefined;
      const isAlone = !isBounded && record.tags.length === 0 && record.status === "pending";
      const made = await turns.write<Made | ElicitationCreation>(
        () => (isBounded ? createBounded(record, maxOpen, rate) : create(record)),
        isAlone ? () => createAlone(record) : undefined,
      );
      if (!("position" in made)) return made;
      // Noted when it is given, and not before: until then what was made may be taken back.
      justRead.note(made);
      return { record, created: true };
    },
    get: (id) =>
      andThen(
        turns.read(() => find(id)),
        (found) => {
          justRead.note(found);
          return found?.record;
        },
      ),
    change(id, ifVersion, change, at) {
      // If the file has that version still, it has what was read. If not, there may be another one under the id.
      const read = justRead.take(id, ifVersion);
      const writeRead = (): ElicitationRecord | undefined => read && write(read, change, at);
      const isDue = isSweepDue();
      return turns.write(
        () => {
          if (isDue) feed.sweep();
          return writeRead() ?? changeFound(id, ifVersion, change, at);
        },
        isDue ? undefined : read && writeRead,
      );
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
    due: (at, limit) => turns.read(() => due.all(at, at, toLimit(limit)).map(toRecord)),
    forget: (at, limit) =>
      turns.write(() => {
        const rows = forgettable.all(at, at, toLimit(limit));
        for (const row of rows) forget(row);
        return rows.length;
      }),
    changes: (after, limit) => turns.read(() => feed.read(after, limit)),
  };
}

const idExists = ({ id }: ElicitationRecord): BeckonError =>
  new BeckonError("invalid-arguments", `Elicitation ${id} exists. Give every one a new id.`);

/** Runs statements of different shapes; each is prepared when it is needed first. */
function shapedCommand(
  database: Database,
  sqlOf: (shape: number) => string,
): (shaped: Shaped) => ReturnType<Command["run"]> {
  const commands: Command[] = [];
  return ({ shape, values }) => {
    const command = commands[shape] ?? database.command(sqlOf(shape));
    commands[shape] = command;
    return command.run(...values);
  };
}
