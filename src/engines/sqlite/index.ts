// The door of the SQLite engine.

export type { SqliteElicitationsOptions } from "./elicitations.js";
export { createSqliteEngine, type SqliteEngineOptions } from "./engine.js";
export type { SqliteEventLogOptions } from "./event-log.js";
export type { SqliteSessionsOptions } from "./sessions.js";
