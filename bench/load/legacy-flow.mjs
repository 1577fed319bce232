/**
 * Elicitation in the legacy era: a call whose stream stays open, a question on it (or on the session's
 * own stream), the answer on a second connection, and the result on the stream of the call.
 */
import { answerFor, checkQuestion, checkResult } from "./check-question.mjs";
import { isEventStream } from "./connection.mjs";
import { eventReader } from "./events.mjs";
import { guarded } from "./guarded.mjs";
import { answerRequest, callRequest, listenRequest } from "./requests.mjs";
import { endSession, openSession } from "./session.mjs";

/**
 * @param {import("./run-flows.mjs").FlowsJob} job
 * @param {() => Promise<import("./connection.mjs").Connection>} open
 * @param {(error: Error) => void} fail
 */
export async function openLegacyFlow(job, open, fail) {
  const [calls, answers] = [await open(), await open()];
  const sessionId = await openSession(calls, job, { askable: true });
  const call = callRequest(job, { era: "legacy", call: "ask", sessionId });
  const answer = answerRequest(job, sessionId);
  /** @type {any[]} */
  let sample = [];
  /** @type {{ id: number, ok: boolean, onDone: () => void, question?: any, result?: any, left: number }} */
  let turn;
  let ending = false;

  const reader = () =>
    messageReader(fail, (message) => {
      if (message.method === "elicitation/create") onQuestion(message);
      else turn.result = message;
    });

  function onQuestion(question) {
    if (turn?.question !== undefined) throw new Error("The server asked twice.");
    checkQuestion(question);
    turn.question = question;
    answers.send(
      answer(question.id, turn.ok),
      guarded(fail, ({ status }) => {
        if (status !== 202) throw new Error(`The answer to a question got status ${status} instead of 202.`);
        finishOne();
      }),
    );
  }

  /** A turn ends when the call and the answer have both ended, in whichever order. */
  function finishOne() {
    turn.left--;
    if (turn.left > 0) return;
    checkResult(turn.result, turn.id, turn.ok);
    // The first, since what is answered alternates.
    if (sample.length === 0) sample = [turn.question, turn.result];
    turn.onDone();
  }

  if (job.askedOn === "session") {
    // The end of the session ends its stream too.
    const failEarly = (error) => !ending && fail(error);
    await listen(await open(), job, sessionId, reader(), failEarly);
  }
  return {
    run(id, onDone) {
      turn = { id, ok: answerFor(id), onDone, left: 2 };
      calls.send(
        call(id),
        guarded(fail, (ended) => {
          if (ended.status !== 200 || !isEventStream(ended.head) || turn.question === undefined)
            throw new Error(`The call ended without a question: ${ended.head}${ended.body.slice(0, 600)}`);
          finishOne();
        }),
        { onText: reader() },
      );
    },
    sample: () => sample,
    end() {
      ending = true;
      return endSession(calls, job, sessionId);
    },
  };
}

/**
 * Opens the session's own stream; resolves when the server has taken it.
 *
 * @param {import("./connection.mjs").Connection} connection
 * @param {import("./requests.mjs").Target} target
 * @param {string} sessionId
 * @param {(text: string) => void} onText
 * @param {(error: Error) => void} fail
 */
export function listen(connection, target, sessionId, onText, fail) {
  return new Promise((resolve) => {
    connection.send(
      listenRequest(target, sessionId),
      ({ head }) => fail(new Error(`The session's stream ended: ${head}`)),
      { onHead: resolve, onText },
    );
  });
}

/**
 * Reads one stream. Pings are let pass: no job is as long as the time a client has to answer them.
 *
 * @param {(error: Error) => void} fail
 * @param {(message: any) => void} onMessage
 * @returns {(text: string) => void}
 */
export function messageReader(fail, onMessage) {
  const read = eventReader((message) => {
    if (message.method !== "ping") onMessage(message);
  });
  return guarded(fail, read);
}
