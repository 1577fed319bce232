-- The second schema, as files in the field have it.
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
CREATE INDEX elicitations_of_audience ON elicitations (audience) WHERE is_open = 1 AND audience IS NOT NULL;
CREATE INDEX elicitations_of_lease ON elicitations (lease) WHERE is_open = 1 AND lease IS NOT NULL;
CREATE INDEX elicitations_of_principal ON elicitations (principal) WHERE is_open = 1 AND principal IS NOT NULL;
CREATE INDEX elicitations_expiring ON elicitations (expires_at) WHERE is_open = 1 AND expires_at IS NOT NULL;
CREATE INDEX elicitations_forgettable ON elicitations (forget_at) WHERE is_open = 0 AND forget_at IS NOT NULL;
CREATE INDEX elicitations_of_status ON elicitations (status);
CREATE INDEX elicitations_of_nobody ON elicitations (asker) WHERE is_open = 1 AND principal IS NULL;
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
PRAGMA application_id = 1113811822;
PRAGMA user_version = 2;
