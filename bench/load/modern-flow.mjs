/** Elicitation in the modern era: a call that is answered with a question, and its retry with the answer. */
import { messagesOf } from "./check-answer.mjs";
import { answerFor, checkQuestion, checkResult } from "./check-question.mjs";
import { guarded } from "./guarded.mjs";
import { callRequest, retryRequest } from "./requests.mjs";

/** The retry is a request of its own, so it needs another id than the call, of as many digits. */
const retryIdOffset = 5_000_000;

/**
 * @param {import("./run-flows.mjs").FlowsJob} job
 * @param {() => Promise<import("./connection.mjs").Connection>} open
 * @param {(error: Error) => void} fail
 */
export async function openModernFlow(job, open, fail) {
  const connection = await open();
  const call = callRequest(job, { era: "modern", call: "ask" });
  const retry = retryRequest(job);
  /** @type {any[]} */
  let sample = [];

  function onQuestion(answer, id, onDone) {
    const message = messageOf(answer);
    const { resultType, inputRequests = {}, requestState } = message.result ?? {};
    const keys = Object.keys(inputRequests);
    if (message.id !== id || resultType !== "input_required" || keys.length !== 1)
      throw new Error(`Not one question: ${answer.body.slice(0, 600)}`);
    const [key] = keys;
    checkQuestion(inputRequests[key]);

    const ok = answerFor(id);
    const retryId = id + retryIdOffset;
    connection.send(
      retry(retryId, key, ok, requestState),
      guarded(fail, (retried) => {
        const result = messageOf(retried);
        checkResult(result, retryId, ok);
        // The first, since what is answered alternates.
        if (sample.length === 0) sample = [message, result];
        onDone();
      }),
    );
  }

  return {
    run: (id, onDone) =>
      connection.send(
        call(id),
        guarded(fail, (answer) => onQuestion(answer, id, onDone)),
      ),
    sample: () => sample.map(comparable),
    end: async () => {},
  };
}

function messageOf(answer) {
  const messages = messagesOf(answer);
  if (answer.status !== 200 || messages.length !== 1)
    throw new Error(`Wrong answer: status ${answer.status}, ${answer.body.slice(0, 600)}`);
  return messages[0];
}

/** Keys and states are each server's own; of a state only the size is compared. */
function comparable({ result: { inputRequests, requestState, ...rest }, ...message }) {
  if (inputRequests === undefined) return { ...message, result: rest };
  const size = requestState && `about ${Math.round(requestState.length / 100)} hundred characters`;
  return { ...message, result: { ...rest, inputRequests: Object.values(inputRequests), requestState: size } };
}
