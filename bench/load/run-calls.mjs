/** Keeps a number of connections busy with one call after the other and counts the right answers. */
import { performance } from "node:perf_hooks";
import { answerCheck } from "./check-answer.mjs";
import { Connection } from "./connection.mjs";
import { callRequest, firstId } from "./requests.mjs";
import { endSession, openSession } from "./session.mjs";

/**
 * @typedef {object} CallsJob
 * @property {number} port
 * @property {string} path
 * @property {"modern" | "legacy"} era
 * @property {import("./requests.mjs").CallName} call
 * @property {number} tools  How many tools `list` must show.
 * @property {number} connections
 * @property {number} warmupMs
 * @property {number} durationMs
 */

/** @param {CallsJob} job */
export async function runCalls(job) {
  const check = answerCheck(job);
  /** @type {Connection[]} */
  const connections = [];
  try {
    return await new Promise((resolve, reject) => {
      drive(job, check, connections, reject).then(resolve, reject);
    });
  } finally {
    for (const connection of connections) connection.close();
  }
}

async function drive(job, check, connections, onError) {
  // All at once: some servers let the client of a new session wait for a second.
  const lines = await Promise.all(
    Array.from({ length: job.connections }, async () => {
      const connection = await openConnection(job.port, onError);
      connections.push(connection);
      const sessionId = job.era === "legacy" ? await openSession(connection, job) : undefined;
      return { connection, sessionId, request: callRequest(job, { ...job, sessionId }) };
    }),
  );

  let id = firstId;
  let answered = 0;
  let running = true;
  const idle = lines.map(
    (line) =>
      new Promise((resolve) => {
        const next = () => {
          const sent = id++;
          line.connection.send(line.request(sent), (answer) => {
            try {
              check(answer, sent);
            } catch (error) {
              onError(error);
              return;
            }
            answered++;
            if (running) next();
            else resolve();
          });
        };
        next();
      }),
  );

  await sleep(job.warmupMs);
  const from = { at: performance.now(), answered, cpu: process.cpuUsage() };
  await sleep(job.durationMs);
  const seconds = (performance.now() - from.at) / 1000;
  const counted = answered - from.answered;
  const { user, system } = process.cpuUsage(from.cpu);
  running = false;
  await Promise.all(idle);

  const sessions = lines.filter(({ sessionId }) => sessionId !== undefined);
  await Promise.all(sessions.map(({ connection, sessionId }) => endSession(connection, job, sessionId)));
  if (counted === 0) throw new Error("No call was answered within the measured time.");
  return {
    perSecond: counted / seconds,
    answered,
    loadCpu: (user + system) / 1e6 / seconds,
    sample: check.sample(),
  };
}

/** @returns {Promise<Connection>} */
export function openConnection(port, onError) {
  return new Promise((resolve) => {
    const connection = new Connection(port, { onOpen: () => resolve(connection), onError });
  });
}

function sleep(ms) {
  return new Promise((resolve) => setTimeout(resolve, ms));
}
