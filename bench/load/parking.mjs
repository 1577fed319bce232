/** Holds many legacy elicitations open: every question has come, none is answered, until `release`. */
import { checkQuestion } from "./check-question.mjs";
import { listen, messageReader } from "./legacy-flow.mjs";
import { callRequest, firstId } from "./requests.mjs";
import { runSessions } from "./run-sessions.mjs";
import { openConnection } from "./with-connections.mjs";

const concurrency = 64;

/**
 * @typedef {object} ParkingJob
 * @property {number} port
 * @property {string} path
 * @property {number} sessions  How many to open; each is asked once.
 * @property {"call" | "session"} askedOn
 *
 * @typedef {object} Session
 * @property {string} id
 * @property {(message: any) => void} onMessage
 */

export function createParking() {
  /** @type {import("./connection.mjs").Connection[]} */
  const held = [];
  /** @type {Session[]} */
  let sessions = [];
  /** @type {ParkingJob} */
  let target;
  /** @type {Error | undefined} Of a connection that should have stayed as it was. */
  let broken;

  async function hold(fail) {
    const connection = await openConnection(target.port, fail);
    held.push(connection);
    return connection;
  }

  function noteBroken(error) {
    broken ??= error;
  }

  async function ask(session, fail) {
    const connection = await hold(fail);
    const request = callRequest(target, { era: "legacy", call: "ask", sessionId: session.id });
    await new Promise((resolve) => {
      session.onMessage = (message) => {
        checkQuestion(message);
        resolve();
      };
      const onEnd = ({ head, body }) => fail(new Error(`A call ended instead of waiting: ${head}${body}`));
      connection.send(request(firstId), onEnd, { onText: readerOf(session, fail) });
    });
  }

  return {
    /**
     * Opens the sessions, and their own streams where the server asks there.
     * @param {ParkingJob} job
     */
    async open(job) {
      target = job;
      sessions = (await runSessions({ ...job, askable: true })).map((id) => ({ id, onMessage: () => {} }));
      if (job.askedOn === "session")
        await forEach(
          sessions,
          async (session, fail) => listen(await hold(fail), job, session.id, readerOf(session, fail), fail),
          noteBroken,
        );
    },
    /**
     * Calls the tool in that many of the sessions, each on a connection of its own, and waits for the questions.
     * @param {{ count: number }} job
     */
    park: ({ count }) => forEach(sessions.splice(0, count), ask, noteBroken),
    async release() {
      for (const connection of held.splice(0)) connection.close();
      const error = broken;
      broken = undefined;
      if (error !== undefined) throw error;
    },
  };
}

function readerOf(session, fail) {
  return messageReader(fail, (message) => session.onMessage(message));
}

/** Some at a time. The first failure fails all, and every failure, also one after the end, is told to `onFailure`. */
async function forEach(list, act, onFailure) {
  const left = list.values();
  await new Promise((resolve, reject) => {
    const fail = (error) => {
      onFailure(error);
      reject(error);
    };
    const line = async () => {
      for (const one of left) await act(one, fail);
    };
    Promise.all(Array.from({ length: concurrency }, line)).then(resolve, fail);
  });
}
