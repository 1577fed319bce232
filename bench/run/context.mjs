/** What every case is given: the chosen servers, the load process and how much effort to spend. */

/**
 * @typedef {object} Effort
 * @property {number} rounds
 * @property {number} settleMs  How long each server is driven before its first round, for the compiler.
 * @property {number} warmupMs  Not counted at the beginning of each round.
 * @property {number} durationMs
 * @property {number} starts  Cold starts per server.
 * @property {number} sessions  Idle sessions per server for the memory case.
 * @property {number} heavySessions  The same for servers that build all tools again for each session.
 * @property {number} parked  Open elicitations per server for the memory case.
 * @property {number} journalRetries  Retries per round of the journal case.
 * @property {number} brokerPairs  Pairs per round of the broker case, in memory.
 * @property {number} brokerSqlitePairs  The same, in SQLite.
 * @property {readonly number[]} brokerSqlitePending  With how many pending ones in SQLite.
 * @property {number} brokerEndings  How many elicitations end at once.
 *
 * @typedef {object} Context
 * @property {readonly import("../servers/index.mjs").ServerUnderTest[]} servers
 * @property {readonly string[] | undefined} variants  Parts of the ids of those that are measured; absent for all.
 * @property {Awaited<ReturnType<typeof import("./start-load.mjs").startLoad>>} load
 * @property {Effort} effort
 * @property {(name: string, options: import("./start-server.mjs").ServerOptions) => import("./start-server.mjs").ServerOptions} serverOptions
 * @property {{ id: string, server: string, load: number, own: number }[]} usage  Processor time per second of load and server.
 * @property {(line: string) => void} progress
 *
 * @typedef {object} Case
 * @property {string} name
 * @property {string} title
 * @property {(context: Context) => Promise<import("./measurement.mjs").Measurement[]>} run
 */

/** @type {Effort} */
export const fullEffort = {
  rounds: 5,
  settleMs: 5000,
  warmupMs: 250,
  durationMs: 900,
  starts: 21,
  sessions: 10_000,
  heavySessions: 2000,
  parked: 5000,
  journalRetries: 500,
  brokerPairs: 500_000,
  brokerSqlitePairs: 20_000,
  brokerSqlitePending: [1_000, 100_000, 1_000_000],
  brokerEndings: 100_000,
};

/** @type {Effort} */
export const quickEffort = {
  rounds: 3,
  settleMs: 1000,
  warmupMs: 150,
  durationMs: 400,
  starts: 7,
  sessions: 2000,
  heavySessions: 300,
  parked: 1000,
  journalRetries: 150,
  brokerPairs: 100_000,
  brokerSqlitePairs: 4_000,
  brokerSqlitePending: [1_000, 100_000],
  brokerEndings: 100_000,
};
