// The stream on which a call gets its response: kept in the log, with hints to a node that resumed it.

import { INTERNAL_ERROR } from "../../protocol/error-codes.js";
import { errorMessage } from "../../protocol/json-rpc.js";
import { RpcError } from "../../protocol/rpc-error.js";
import type { ServerParts } from "../parts.js";
import { logKey, requestsOf } from "./event-id.js";
import { LoggedStream } from "./logged-stream.js";

/** The bus topic that tells of news in a stream's log. */
export const streamTopic = (key: string): string => `stream:${key}`;

/** A call's stream, to write on the node that serves the call or to read on any other. */
export function callStream(
  { engine, hints, logger }: ServerParts,
  sessionId: string,
  id: string,
): LoggedStream {
  const key = logKey(sessionId, id);
  return new LoggedStream({
    events: engine.events,
    key,
    id,
    onError: (error) => logger.error("A call's stream failed.", { error }),
    onChange: () => hints.tell(streamTopic(key), ""),
    lostMessages: () => requestsOf(id).map((request) => errorMessage(request, lostResponse())),
  });
}

const lostResponse = (): RpcError => new RpcError(INTERNAL_ERROR, "The response is no longer available");
