// Keyed, expiring values in SQLite.

import type { Clock } from "../../core/clock.js";
import type { KeptRecord, RecordStore } from "../../core/engine/records.js";
import { numberAt, numberOrNoneAt, textAt, toLimit } from "./columns.js";
import type { Database, Row } from "./database.js";
import type { Turns } from "./turns.js";

/** Every so many writes the expired are swept, more of them than were written. */
const writesPerSweep = 16;
const sweptAtOnce = 64;

/** Creates the records of a SQLite engine. What expires goes by itself; nothing else ever does. */
export function createSqliteRecords(database: Database, turns: Turns, clock: Clock): RecordStore {
  const find = database.query("SELECT key, value, version, expires_at FROM records WHERE key = ?");
  // The row moves to a new rowid, which is the version: no version ever comes back, not even that of a removed record.
  const write = database.command("INSERT OR REPLACE INTO records (key, value, expires_at) VALUES (?, ?, ?)");
  const erase = database.command("DELETE FROM records WHERE version = ?");
  const sweep = database.command(
    `DELETE FROM records WHERE version IN
      (SELECT version FROM records INDEXED BY records_expiring WHERE expires_at < ? ORDER BY expires_at LIMIT ${sweptAtOnce})`,
  );
  // 0xFF is above every byte of UTF-8, so the bound is above every key with the prefix.
  const page = database.query(
    `SELECT key, value, version, expires_at FROM records
     WHERE key >= max(?, ?) AND key < (? || CAST(x'FF' AS TEXT)) AND key IS NOT ?
       AND (expires_at IS NULL OR expires_at >= ?)
     ORDER BY key LIMIT ?`,
  );
  let writes = 0;

  function current(key: string): KeptRecord | undefined {
    const row = find.first(key);
    const record = row && toRecord(row);
    return record?.expiresAt !== undefined && record.expiresAt < clock.now() ? undefined : record;
  }

  return {
    get: (key) => turns.read(() => current(key)),
    put: (key, value, { ifVersion, expiresAt } = {}) =>
      turns.write(() => {
        writes += 1;
        if (writes % writesPerSweep === 0) sweep.run(clock.now());
        if (ifVersion !== undefined && ifVersion !== (current(key)?.version ?? 0)) return undefined;
        return write.run(key, value, expiresAt).rowid;
      }),
    remove: (key, ifVersion) =>
      turns.write(() => {
        const record = current(key);
        if (record === undefined || (ifVersion !== undefined && ifVersion !== record.version)) return false;
        return erase.run(record.version).changes > 0;
      }),
    list: (prefix, after, limit) =>
      turns.read(() =>
        page.all(prefix, after ?? prefix, prefix, after, clock.now(), toLimit(limit)).map(toRecord),
      ),
  };
}

function toRecord(row: Row): KeptRecord {
  return {
    key: textAt(row, 0),
    value: textAt(row, 1),
    version: numberAt(row, 2),
    expiresAt: numberOrNoneAt(row, 3),
  };
}
