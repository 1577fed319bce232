// Sends what a person answered in the terminal to the server.

import type { Answer } from "../../core/elicitation/answer.js";
import type { SettleOutcome } from "../../terminal/question.js";
import type { ApiClient } from "../../web/api/api-client.js";
import { ApiError } from "../../web/api/api-error.js";

/**
 * Sends it. Under the same key it counts once, however often it is tried. What does not fit comes back as problems;
 * what came too late is told as the server says it. Rejects when the server is not reached.
 */
export const settleWith = (
  client: ApiClient,
  id: string,
  answer: Answer,
  key: string,
): Promise<SettleOutcome> => outcomeOf(() => send(client, id, answer, key));

/** What the terminal is told of something that was sent. */
export async function outcomeOf(send: () => Promise<unknown>): Promise<SettleOutcome> {
  try {
    await send();
    return undefined;
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    if (error.problems !== undefined && error.problems.length > 0) return { problems: error.problems };
    if (error.status === 404 || error.status === 409) return { gone: error.detail };
    throw error;
  }
}

async function send(client: ApiClient, id: string, answer: Answer, key: string): Promise<void> {
  switch (answer.action) {
    case "accept":
      await client.answer(id, answer.content, { key });
      return;
    case "decline":
      await client.decline(id, { key, ...(answer.reason !== undefined && { reason: answer.reason }) });
      return;
    case "cancel":
      await client.cancel(id, { key, reason: answer.reason });
      return;
    case "timeout":
    case "unavailable":
      // What is kept on the server ends there.
      return;
  }
}
