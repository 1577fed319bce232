// Asks through the inbox of a running server, and waits for whoever answers there.

import type { ElicitSpec } from "../../agent/spec.js";
import { cardUrl } from "../../app/inbox-urls.js";
import type { Answer } from "../../core/elicitation/answer.js";
import { BeckonError } from "../../core/errors.js";
import type { ApiClient } from "../../web/api/api-client.js";
import { ApiError } from "../../web/api/api-error.js";
import { type Surroundings, tell } from "../frame/surroundings.js";
import type { Reached } from "../server/find-server.js";
import { pause } from "../server/pause.js";

/** How it is asked. */
export interface InboxAsk {
  /** What the script is called to the person. */
  readonly from: string;
  readonly audience: string | undefined;
  /** Asking again with the same key is the same question. */
  readonly key: string | undefined;
  /** How long to wait, in seconds; for ever when absent. */
  readonly waitSeconds: number | undefined;
}

/** Asks, and waits. Ctrl-C withdraws the question: nobody is left to hear the answer. */
export async function askInbox(
  { client, place }: Reached,
  spec: ElicitSpec,
  { from, audience, key, waitSeconds = Number.POSITIVE_INFINITY }: InboxAsk,
  surroundings: Surroundings,
): Promise<Answer> {
  const created = await create(client, {
    spec: toInput(spec),
    asker: { server: from, target: "ask" },
    ...(audience !== undefined && { audience }),
    ...(key !== undefined && { key }),
    ...(spec.timeoutSeconds !== undefined && { timeoutMs: spec.timeoutSeconds * 1000 }),
  });
  if (typeof created !== "string") return created;
  tell(surroundings, `Asked in the inbox: ${cardUrl(place.url, created)}`);
  const withdraw = async (): Promise<void> => {
    await client.withdraw(created, "The script that asked was stopped.").catch((error: unknown) => {
      // Settled meanwhile, or the server is gone: either way nobody waits here.
      if (!(error instanceof ApiError || error instanceof BeckonError)) throw error;
    });
  };
  try {
    return await wait(client, created, waitSeconds, surroundings);
  } catch (error) {
    if (surroundings.signal.aborted && key === undefined) await withdraw();
    throw error;
  }
}

/** The spec as it is written; how long to wait is our own affair. */
const toInput = ({ timeoutSeconds: _timeout, waitSeconds: _wait, ...spec }: ElicitSpec): object => spec;

async function create(
  client: ApiClient,
  input: Parameters<ApiClient["create"]>[0],
): Promise<string | Extract<Answer, { action: "unavailable" }>> {
  try {
    return (await client.create(input)).elicitation.id;
  } catch (error) {
    if (!(error instanceof ApiError) || error.code !== "limited") throw error;
    const { retryAfterMs } = error;
    return { action: "unavailable", reason: "limited", ...(retryAfterMs !== undefined && { retryAfterMs }) };
  }
}

const FIRST_PAUSE_MS = 500;
const LONGEST_PAUSE_MS = 15_000;

/** Waits, also over restarts of the server: the question is kept there. */
async function wait(
  client: ApiClient,
  id: string,
  waitSeconds: number,
  surroundings: Surroundings,
): Promise<Answer> {
  const { signal } = surroundings;
  const until = Date.now() + waitSeconds * 1000;
  for (let pauseMs = FIRST_PAUSE_MS; ; pauseMs = Math.min(pauseMs * 2, LONGEST_PAUSE_MS))
    try {
      const { answer } = await client.answerOf(id, {
        waitSeconds: Math.max(0, (until - Date.now()) / 1000),
        signal,
      });
      if (answer !== undefined) return answer;
      return { action: "unavailable", reason: "waiting", id };
    } catch (error) {
      if (signal.aborted || !(error instanceof BeckonError) || error.code !== "unreachable") throw error;
      if (pauseMs === FIRST_PAUSE_MS)
        tell(surroundings, "The server is away. The question is kept there; waiting.");
      if (Date.now() + pauseMs >= until) return { action: "unavailable", reason: "waiting", id };
      await pause(pauseMs, signal);
    }
}
