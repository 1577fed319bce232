// What a client can read already of a run whose node died.

import type { EventLog, LogPage } from "../../core/engine/event-log.js";
import { isObject } from "../../core/json.js";
import { logKey, SESSION_STREAM } from "../streams/event-id.js";
import type { RunRecord } from "./run-record.js";

export interface SentMessages {
  /** The ids of the requests to the client. */
  readonly requests: ReadonlySet<string>;
  /** True when the response is among them. */
  readonly hasResponse: boolean;
  /** True when nothing can be added: the stream has its end. */
  readonly isEnded: boolean;
}

/** Reads the logs of the call's stream and of the session's own. */
export async function readSentMessages(
  events: EventLog,
  { sessionId, streamId, callId }: RunRecord,
): Promise<SentMessages> {
  const own = streamId === undefined ? undefined : await events.read(logKey(sessionId, streamId), 0);
  const messages = messagesIn(own);
  const all = [...messages, ...messagesIn(await events.read(logKey(sessionId, SESSION_STREAM), 0))];
  const requests = all.flatMap(({ id, method }) =>
    typeof id === "string" && method !== undefined ? [id] : [],
  );
  return {
    requests: new Set(requests),
    hasResponse: messages.some(({ id, method }) => id === callId && method === undefined),
    isEnded: own?.ended ?? false,
  };
}

/** The messages of a page of a log. */
export function messagesIn(page: LogPage | undefined): readonly { readonly [name: string]: unknown }[] {
  const events = page?.events ?? [];
  return events.map(({ data }): unknown => JSON.parse(data)).filter(isObject);
}
