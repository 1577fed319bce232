// The stream on which a call gets its response: kept in the log, with hints to a node that resumed it.

import { INTERNAL_ERROR } from "../../protocol/error-codes.js";
import { errorMessage } from "../../protocol/json-rpc.js";
import { RpcError } from "../../protocol/rpc-error.js";
import type { ServerParts } from "../parts.js";
import { logKey, requestsOf } from "./event-id.js";
import { LoggedStream, type LoggedStreamKind } from "./logged-stream.js";

/** The bus topic that tells of news in a stream's log. */
export const streamTopic = (key: string): string => `stream:${key}`;

/** A call's stream, to write on the node that serves the call or to read on any other. */
export function callStream(parts: ServerParts, sessionId: string, id: string): LoggedStream {
  return new LoggedStream(kindOf(parts), logKey(sessionId, id), id);
}

/** The same for all streams of a server: there may be very many. */
const kinds = new WeakMap<ServerParts, LoggedStreamKind>();

function kindOf(parts: ServerParts): LoggedStreamKind {
  const known = kinds.get(parts);
  if (known !== undefined) return known;
  const { events, hints, logger } = parts;
  const made: LoggedStreamKind = {
    events,
    onError: (error) => logger.error("A call's stream failed.", { error }),
    onChange: ({ key }) => hints.tell(streamTopic(key), ""),
    lostMessages: ({ id }) => requestsOf(id).map((request) => errorMessage(request, lostResponse())),
  };
  kinds.set(parts, made);
  return made;
}

export const lostResponse = (): RpcError =>
  new RpcError(INTERNAL_ERROR, "The response is no longer available");
