/** Judges every answer: status 200, a result of the expected content, and all progress before it. */
import { isDeepStrictEqual } from "node:util";
import { isEventStream } from "./connection.mjs";
import { messagesInStream } from "./events.mjs";
import { progressSteps } from "./requests.mjs";

/**
 * Returns a function that throws at the first wrong answer. An answer that differs from one already
 * judged only in its id is right; only others are parsed, which keeps the load process light.
 *
 * @param {{ call: import("./requests.mjs").CallName, tools: number }} expected
 */
export function answerCheck(expected) {
  let judged = "";
  /** @type {unknown[]} */
  let sample = [];

  function check(answer, id) {
    const body = answer.body.replaceAll(String(id), "#");
    if (answer.status === 200 && body === judged) return;
    const messages = messagesOf(answer);
    const problem = problemIn(answer.status, messages, id, expected);
    if (problem !== undefined) {
      throw new Error(`Wrong answer (${problem}): status ${answer.status}, ${answer.body.slice(0, 600)}`);
    }
    judged = body;
    sample = messages;
  }

  /** The messages of the last answer that was parsed, for comparison between servers. */
  check.sample = () => sample;
  return check;
}

/** @param {import("./connection.mjs").Answer} answer */
export function messagesOf({ head, body }) {
  try {
    return isEventStream(head) ? messagesInStream(body) : [JSON.parse(body)];
  } catch {
    return [];
  }
}

function problemIn(status, messages, id, { call, tools }) {
  const response = messages.at(-1);
  if (status !== 200) return "the status is not 200";
  if (response?.id !== id) return "no response with the id of the request";
  if (response.result === undefined) return "an error instead of a result";
  if (response.result.isError) return "the tool failed";

  const before = messages.slice(0, -1);
  if (call === "list") {
    if (response.result.nextCursor !== undefined) return "the list has more than one page";
    return response.result.tools?.length === tools ? undefined : `not ${tools} tools`;
  }
  if (call === "add" || call === "bare") {
    if (before.length > 0) return "messages before the result";
    return response.result.content?.[0]?.text === "3" ? undefined : "not the sum";
  }
  const reported = before.map(({ method, params }) => [
    method,
    params?.progressToken,
    params?.progress,
    params?.total,
  ]);
  const wanted = Array.from({ length: progressSteps }, (_, i) => [
    "notifications/progress",
    id,
    i + 1,
    progressSteps,
  ]);
  if (!isDeepStrictEqual(reported, wanted)) return `not ${progressSteps} progress notifications in order`;
  return response.result.content?.[0]?.text === String(progressSteps) ? undefined : "not the count";
}
