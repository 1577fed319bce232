/** Opens many legacy sessions over fewer connections, leaves them open, and closes the connections. */
import { openSession } from "./session.mjs";
import { withConnections } from "./with-connections.mjs";

// Many, because some servers let the client of a new session wait for a second.
const concurrency = 256;

/**
 * @typedef {object} SessionsJob
 * @property {number} port
 * @property {string} path
 * @property {number} sessions
 * @property {boolean} [askable]  Whether the client can be asked. @default false
 */

/**
 * @param {SessionsJob} job
 * @returns {Promise<string[]>} Their ids.
 */
export async function runSessions(job) {
  let left = job.sessions;
  const ids = new Set();
  await withConnections(job.port, async (open) => {
    const line = async () => {
      const connection = await open();
      while (left-- > 0) ids.add(await openSession(connection, job, job));
    };
    await Promise.all(Array.from({ length: Math.min(concurrency, job.sessions) }, line));
  });
  if (ids.size !== job.sessions)
    throw new Error(`${ids.size} different session ids for ${job.sessions} sessions.`);
  return [...ids];
}
