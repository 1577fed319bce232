/** Keeps a number of connections busy with one call after the other and counts the right answers. */
import { answerCheck } from "./check-answer.mjs";
import { keepBusy } from "./keep-busy.mjs";
import { callRequest } from "./requests.mjs";
import { endSession, openSession } from "./session.mjs";
import { withConnections } from "./with-connections.mjs";

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
export function runCalls(job) {
  const check = answerCheck(job);
  return withConnections(job.port, async (open, fail) => {
    // All at once: some servers let the client of a new session wait for a second.
    const lines = await Promise.all(
      Array.from({ length: job.connections }, async () => openLine(job, check, await open(), fail)),
    );
    const measured = await keepBusy(job, lines);
    await Promise.all(lines.map((line) => line.end()));
    return { ...measured, sample: check.sample() };
  });
}

async function openLine(job, check, connection, fail) {
  const sessionId = job.era === "legacy" ? await openSession(connection, job) : undefined;
  const request = callRequest(job, { ...job, sessionId });
  return {
    run(id, onDone) {
      connection.send(request(id), (answer) => {
        try {
          check(answer, id);
        } catch (error) {
          fail(error);
          return;
        }
        onDone();
      });
    },
    async end() {
      if (sessionId !== undefined) await endSession(connection, job, sessionId);
    },
  };
}
