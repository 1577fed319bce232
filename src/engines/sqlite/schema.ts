// The tables, as the migrations that made them. A migration that was released is never edited: add another.

import { BeckonError } from "../../core/errors.js";
import type { Database } from "./database.js";

/** Says in the file's header whose it is: "Bckn". */
const APPLICATION_ID = 0x42636b6e;

/** The first makes version 1 of version 0, which is an empty file, and so on. */
const migrations: readonly string[] = [
  `
  CREATE TABLE sessions (
    id TEXT PRIMARY KEY,
    principal_id TEXT,
    revision TEXT NOT NULL,
    client TEXT NOT NULL,
    created_at INTEGER NOT NULL,
    seen_at INTEGER NOT NULL,
    log_level TEXT,
    subscriptions TEXT NOT NULL
  ) WITHOUT ROWID;
  CREATE INDEX sessions_by_idleness ON sessions (seen_at);

  CREATE TABLE streams (
    stream INTEGER PRIMARY KEY,
    name TEXT NOT NULL UNIQUE,
    first_sequence INTEGER NOT NULL,
    last_sequence INTEGER NOT NULL,
    bytes INTEGER NOT NULL,
    spoke_at INTEGER NOT NULL,
    ended_at INTEGER
  );
  CREATE INDEX streams_ended ON streams (ended_at) WHERE ended_at IS NOT NULL;
  CREATE INDEX streams_open ON streams (spoke_at) WHERE ended_at IS NULL;
  CREATE TABLE events (
    stream INTEGER NOT NULL,
    sequence INTEGER NOT NULL,
    bytes INTEGER NOT NULL,
    data TEXT NOT NULL,
    PRIMARY KEY (stream, sequence)
  ) WITHOUT ROWID;

  CREATE TABLE records (
    version INTEGER PRIMARY KEY AUTOINCREMENT,
    key TEXT NOT NULL UNIQUE,
    value TEXT NOT NULL,
    expires_at INTEGER
  );
  CREATE INDEX records_expiring ON records (expires_at) WHERE expires_at IS NOT NULL;

  CREATE TABLE limits (key TEXT PRIMARY KEY, full_at REAL NOT NULL) WITHOUT ROWID;
  CREATE INDEX limits_by_fullness ON limits (full_at);

  CREATE TABLE elicitations (
    position INTEGER PRIMARY KEY,
    id TEXT NOT NULL UNIQUE,
    key TEXT,
    mode TEXT NOT NULL,
    status TEXT NOT NULL,
    is_open INTEGER NOT NULL,
    audience TEXT,
    asker TEXT NOT NULL,
    principal TEXT,
    lease TEXT,
    tags TEXT NOT NULL,
    created_at INTEGER NOT NULL,
    expires_at INTEGER,
    forget_at INTEGER,
    version INTEGER NOT NULL,
    body TEXT NOT NULL,
    outcome TEXT
  );
  CREATE UNIQUE INDEX elicitations_by_key ON elicitations (key) WHERE key IS NOT NULL;
  CREATE INDEX elicitations_open ON elicitations (is_open) WHERE is_open = 1;
  CREATE INDEX elicitations_of_audience ON elicitations (audience) WHERE is_open = 1 AND audience IS NOT NULL;
  CREATE INDEX elicitations_of_lease ON elicitations (lease) WHERE is_open = 1 AND lease IS NOT NULL;
  CREATE INDEX elicitations_of_principal ON elicitations (principal) WHERE is_open = 1 AND principal IS NOT NULL;
  CREATE INDEX elicitations_expiring ON elicitations (expires_at) WHERE is_open = 1 AND expires_at IS NOT NULL;
  CREATE INDEX elicitations_forgettable ON elicitations (forget_at) WHERE is_open = 0 AND forget_at IS NOT NULL;
  CREATE TABLE elicitation_tags (
    tag TEXT NOT NULL,
    position INTEGER NOT NULL,
    PRIMARY KEY (tag, position)
  ) WITHOUT ROWID;
  CREATE TABLE elicitation_changes (
    number INTEGER PRIMARY KEY,
    id TEXT NOT NULL,
    status TEXT NOT NULL,
    version INTEGER NOT NULL,
    at INTEGER NOT NULL
  );

  CREATE TABLE nodes (id TEXT PRIMARY KEY, address TEXT NOT NULL) WITHOUT ROWID;

  CREATE TABLE totals (name TEXT PRIMARY KEY, value INTEGER NOT NULL) WITHOUT ROWID;
  INSERT INTO totals VALUES ('sessions', 0), ('streams', 0), ('stream-bytes', 0);
  CREATE TRIGGER session_added AFTER INSERT ON sessions BEGIN
    UPDATE totals SET value = value + 1 WHERE name = 'sessions';
  END;
  CREATE TRIGGER session_removed AFTER DELETE ON sessions BEGIN
    UPDATE totals SET value = value - 1 WHERE name = 'sessions';
  END;
  CREATE TRIGGER stream_added AFTER INSERT ON streams BEGIN
    UPDATE totals SET value = value + 1 WHERE name = 'streams';
  END;
  CREATE TRIGGER stream_removed AFTER DELETE ON streams BEGIN
    UPDATE totals SET value = value - 1 WHERE name = 'streams';
    UPDATE totals SET value = value - old.bytes WHERE name = 'stream-bytes';
  END;
  CREATE TRIGGER stream_grown AFTER UPDATE OF bytes ON streams BEGIN
    UPDATE totals SET value = value + new.bytes - old.bytes WHERE name = 'stream-bytes';
  END;
  `,
  `
  DROP INDEX elicitations_open;
  CREATE INDEX elicitations_of_status ON elicitations (status);
  CREATE INDEX elicitations_of_nobody ON elicitations (asker) WHERE is_open = 1 AND principal IS NULL;
  `,
  `
  ALTER TABLE elicitations ADD COLUMN changed_at INTEGER;
  ALTER TABLE elicitations ADD COLUMN tells_creation INTEGER NOT NULL DEFAULT 0;
  ALTER TABLE elicitations ADD COLUMN is_filed INTEGER NOT NULL DEFAULT 1;

  DROP INDEX elicitations_of_status;
  DROP INDEX elicitations_of_audience;
  DROP INDEX elicitations_of_lease;
  DROP INDEX elicitations_of_principal;
  DROP INDEX elicitations_of_nobody;
  DROP INDEX elicitations_expiring;
  DROP INDEX elicitations_forgettable;
  CREATE INDEX elicitations_of_status ON elicitations (status) WHERE is_filed = 1;
  CREATE INDEX elicitations_of_audience ON elicitations (audience)
    WHERE is_filed = 1 AND is_open = 1 AND audience IS NOT NULL;
  CREATE INDEX elicitations_of_lease ON elicitations (lease)
    WHERE is_filed = 1 AND is_open = 1 AND lease IS NOT NULL;
  CREATE INDEX elicitations_of_principal ON elicitations (principal)
    WHERE is_filed = 1 AND is_open = 1 AND principal IS NOT NULL;
  CREATE INDEX elicitations_of_nobody ON elicitations (asker)
    WHERE is_filed = 1 AND is_open = 1 AND principal IS NULL;
  CREATE INDEX elicitations_expiring ON elicitations (expires_at)
    WHERE is_filed = 1 AND is_open = 1 AND expires_at IS NOT NULL;
  CREATE INDEX elicitations_forgettable ON elicitations (forget_at)
    WHERE is_filed = 1 AND is_open = 0 AND forget_at IS NOT NULL;

  CREATE TRIGGER elicitations_filed AFTER INSERT ON elicitations
  WHEN (SELECT max(position) FROM elicitations WHERE position < new.position) / 512 < new.position / 512
  BEGIN
    UPDATE elicitations SET is_filed = 1
    WHERE position < new.position AND position >=
      (SELECT max(position) FROM elicitations WHERE position < new.position) / 512 * 512 AND is_filed = 0;
  END;
  CREATE TRIGGER elicitation_changed AFTER UPDATE OF version ON elicitations BEGIN
    INSERT INTO elicitation_changes (number, id, status, version, at)
    VALUES (
      1 + max((SELECT max(position) FROM elicitations), coalesce((SELECT max(number) FROM elicitation_changes), 0)),
      new.id, new.status, new.version, new.changed_at
    );
  END;
  `,
  `
  ALTER TABLE elicitations ADD COLUMN run TEXT;
  CREATE INDEX elicitations_of_run ON elicitations (run) WHERE is_filed = 1 AND run IS NOT NULL;
  `,
  `
  DROP INDEX elicitations_of_principal;
  DROP INDEX elicitations_of_nobody;
  CREATE TABLE open_counts (owner TEXT PRIMARY KEY, filed INTEGER NOT NULL) WITHOUT ROWID;
  INSERT INTO open_counts SELECT coalesce('p' || principal, 'a' || asker), count(*) FROM elicitations
  WHERE is_filed = 1 AND is_open = 1 GROUP BY 1;

  CREATE TRIGGER open_elicitation_filed AFTER UPDATE OF is_filed ON elicitations WHEN new.is_open = 1 BEGIN
    INSERT INTO open_counts VALUES (coalesce('p' || new.principal, 'a' || new.asker), 1)
    ON CONFLICT (owner) DO UPDATE SET filed = filed + 1;
  END;
  CREATE TRIGGER filed_elicitation_settled AFTER UPDATE OF is_open ON elicitations
  WHEN new.is_filed = 1 AND old.is_open = 1 AND new.is_open = 0 BEGIN
    UPDATE open_counts SET filed = filed - 1 WHERE owner = coalesce('p' || new.principal, 'a' || new.asker);
    DELETE FROM open_counts WHERE owner = coalesce('p' || new.principal, 'a' || new.asker) AND filed = 0;
  END;
  `,
];

/** The newest version that this one makes and reads. */
export const knownVersion: number = migrations.length;

/** Asks the file for its version. */
const VERSION = "PRAGMA user_version";

/** The version of the file where it is past what this version of Beckon knows. */
export function unknownVersion(database: Database): number | undefined {
  const version = numberOf(database, VERSION);
  return version > knownVersion ? version : undefined;
}

/** Brings the file to the newest schema, in one transaction. A file that is not ours is left as it is. */
export function migrate(database: Database): void {
  const { path } = database;
  // The lock first: of several processes that open a new file, one makes the tables.
  database.execute("BEGIN IMMEDIATE");
  try {
    const version = numberOf(database, VERSION);
    const applicationId = numberOf(database, "PRAGMA application_id");
    const tables = numberOf(database, "SELECT count(*) FROM sqlite_schema");
    if (applicationId !== APPLICATION_ID && tables > 0) {
      throw new BeckonError(
        "invalid-option",
        `The database ${path} belongs to another program. Give the SQLite engine a file of its own.`,
      );
    }
    if (version > knownVersion) {
      throw new BeckonError(
        "invalid-option",
        `The database ${path} is at schema ${version}, this version of Beckon knows ${knownVersion}. Update Beckon, or give another file.`,
      );
    }
    for (const migration of migrations.slice(version)) database.execute(migration);
    if (version < knownVersion) {
      database.execute(`PRAGMA application_id = ${APPLICATION_ID}; PRAGMA user_version = ${knownVersion}`);
    }
    database.execute("COMMIT");
  } catch (error) {
    if (database.isInTransaction()) database.execute("ROLLBACK");
    throw error;
  }
}

function numberOf(database: Database, sql: string): number {
  return Number(database.query(sql).first()?.[0]);
}
