// The engine that keeps everything in one SQLite file, for one or several processes of one machine.

import { type Clock, systemClock } from "../../core/clock.js";
import type { Engine } from "../../core/engine/engine.js";
import { requirePositive } from "../../core/engine/require-positive.js";
import { consoleLogger } from "../../core/logger.js";
import { withDefaults } from "../../core/with-defaults.js";
import { createSqliteBus } from "./bus.js";
import { createCheckpoint } from "./checkpoint.js";
import {
  createSqliteElicitations,
  elicitationDefaults,
  type SqliteElicitationsOptions,
} from "./elicitations.js";
import { createSqliteEventLog, eventLogDefaults, type SqliteEventLogOptions } from "./event-log.js";
import { createSqliteLimits, createTakeInTurn } from "./limits.js";
import { openDatabase } from "./open-database.js";
import { createSqliteRecords } from "./records.js";
import { createSqliteSessions, type SqliteSessionsOptions, sessionDefaults } from "./sessions.js";
import { createTurns } from "./turns.js";

/** Where a SQLite engine keeps its state, and how much of it. */
export interface SqliteEngineOptions {
  /** The path of the file; made if absent, in a directory that exists, and readable by its owner only. */
  readonly path: string;
  /** Where the time comes from. @default the machine's clock */
  readonly clock?: Clock;
  /** Waits with every commit until it is on the disk, which takes milliseconds. @default false */
  readonly survivePowerLoss?: boolean;
  /** How long a write waits for another process to finish its own, in milliseconds. @default 10000 */
  readonly lockTimeoutMs?: number;
  /** How often the connections to other processes are looked after, in milliseconds. @default 5000 */
  readonly pollMs?: number;
  /** Hears what listeners of the bus throw, and what fails in the background. @default a line on standard error */
  readonly onError?: (error: unknown) => void;
  /** The bounds of the event log. @default at most 1,000 events and 1 MiB a stream, 100,000 streams and 256 MiB in all */
  readonly events?: SqliteEventLogOptions;
  /** The bounds of the sessions. @default at most 100,000 sessions */
  readonly sessions?: SqliteSessionsOptions;
  /** The bounds of the elicitations' change feed. @default at least 1,000,000 events */
  readonly elicitations?: SqliteElicitationsOptions;
}

const defaults = {
  clock: systemClock,
  survivePowerLoss: false,
  lockTimeoutMs: 10_000,
  pollMs: 5_000,
  onError: (error: unknown): void =>
    consoleLogger.error("The SQLite engine failed in the background.", { error }),
};

/**
 * Creates an engine on a SQLite file. Several processes of one machine can use the same file as nodes of one service.
 *
 * A call that writes settles when its change is committed: it survives the end of the process, whatever ends it.
 * Calls of one turn of the event loop are committed together.
 *
 * @example
 * import { createServer } from "beckon";
 * import { createSqliteEngine } from "beckon/engines/sqlite";
 *
 * const engine = createSqliteEngine({ path: "beckon.db" });
 * const server = createServer({ name: "tea", version: "1.0.0", engine, keys: [secret] });
 */
export function createSqliteEngine(options: SqliteEngineOptions): Engine {
  const { path, clock, survivePowerLoss, lockTimeoutMs, pollMs, onError } = withDefaults(defaults, options);
  const sessions = withDefaults(sessionDefaults, options.sessions ?? {});
  const events = withDefaults(eventLogDefaults, options.events ?? {});
  const elicitations = withDefaults(elicitationDefaults, options.elicitations ?? {});
  requirePositive("SQLite", { lockTimeoutMs, pollMs, ...sessions, ...events, ...elicitations });
  const database = openDatabase(path, survivePowerLoss);
  const checkpoint = createCheckpoint(database.path, onError);
  const turns = createTurns(database, checkpoint, lockTimeoutMs);
  const bus = createSqliteBus(database, turns, { clock, pollMs, onError });
  const take = createTakeInTurn(database);
  let closing: Promise<void> | undefined;

  async function close(): Promise<void> {
    // Both refuse what comes from now on; the bus takes its leave with the last turn.
    await Promise.all([bus.close(), turns.close()]);
    await checkpoint.close();
    database.close();
  }

  const engine: Engine = {
    name: "sqlite",
    shared: true,
    durable: true,
    sessions: createSqliteSessions(database, turns, sessions),
    events: createSqliteEventLog(database, turns, clock, events),
    records: createSqliteRecords(database, turns, clock),
    bus,
    limits: createSqliteLimits(take, turns),
    elicitations: createSqliteElicitations(database, turns, take, elicitations),
    close() {
      closing ??= close();
      return closing;
    },
    [Symbol.asyncDispose]: async () => engine.close(),
  };
  return engine;
}
