/** Opens many legacy sessions over fewer connections, leaves them open, and closes the connections. */
import { openConnection } from "./run-calls.mjs";
import { openSession } from "./session.mjs";

// Many, because some servers let the client of a new session wait for a second.
const concurrency = 256;

/**
 * @typedef {object} SessionsJob
 * @property {number} port
 * @property {string} path
 * @property {number} sessions
 */

/** @param {SessionsJob} job */
export async function runSessions(job) {
  let left = job.sessions;
  const ids = new Set();
  const connections = [];
  try {
    await new Promise((resolve, reject) => {
      const line = async () => {
        const connection = await openConnection(job.port, reject);
        connections.push(connection);
        while (left-- > 0) ids.add(await openSession(connection, job));
      };
      Promise.all(Array.from({ length: Math.min(concurrency, job.sessions) }, line)).then(resolve, reject);
    });
  } finally {
    for (const connection of connections) connection.close();
  }
  if (ids.size !== job.sessions)
    throw new Error(`${ids.size} different session ids for ${job.sessions} sessions.`);
  return { sessions: ids.size };
}
