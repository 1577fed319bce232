// A request within a session, as a call.

import type { SessionRecord } from "../../core/engine/sessions.js";
import type { RpcRequest } from "../../protocol/json-rpc.js";
import { isLogLevel } from "../../protocol/log-levels.js";
import { LATEST_LEGACY, type Revision, revisionOf } from "../../protocol/revisions.js";
import { Call, type CallInit } from "../call/call.js";

/** The level at which a session hears log messages until its client says otherwise. */
const DEFAULT_LOG_LEVEL = "info";

export const revisionOfSession = (session: SessionRecord): Revision =>
  revisionOf(session.revision) ?? LATEST_LEGACY;

/** Makes the call for a request of a session. */
export function sessionCall(
  session: SessionRecord,
  message: RpcRequest,
  carried: Pick<CallInit, "access" | "client" | "transport" | "headers" | "outlet">,
): Call {
  const { access, client, transport, headers, outlet } = carried;
  return new Call({
    access,
    client,
    transport,
    headers,
    outlet,
    id: message.id,
    method: message.method,
    params: message.params,
    revision: revisionOfSession(session),
    sessionId: session.id,
    logLevel: logLevelOf(session),
  });
}

/** The least severe level a session hears. */
export const logLevelOf = (session: SessionRecord): NonNullable<CallInit["logLevel"]> =>
  isLogLevel(session.logLevel) ? session.logLevel : DEFAULT_LOG_LEVEL;
