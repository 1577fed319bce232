/** Judges the two halves of an elicitation: the question as it comes, and the result that its answer leads to. */

/** What is answered alternates, so that no result can be right by chance. */
export function answerFor(id) {
  return id % 2 === 0;
}

/**
 * @param {any} request  `elicitation/create` as the client gets it in either era.
 */
export function checkQuestion(request) {
  const { message, mode = "form", requestedSchema } = request?.params ?? {};
  const right =
    request?.method === "elicitation/create" &&
    mode === "form" &&
    message === "Go on?" &&
    requestedSchema?.properties?.ok?.type === "boolean";
  if (!right) throw new Error(`Not the question: ${JSON.stringify(request)?.slice(0, 600)}`);
}

/**
 * @param {any} message  The response to the call.
 * @param {number} id  The id of the request it must answer.
 * @param {boolean} ok  What was answered.
 */
export function checkResult(message, id, ok) {
  const text = message?.result?.content?.[0]?.text;
  if (message?.id !== id || message.result?.isError || text !== (ok ? "yes" : "no"))
    throw new Error(`Not the result "${ok ? "yes" : "no"}": ${JSON.stringify(message)?.slice(0, 600)}`);
}
