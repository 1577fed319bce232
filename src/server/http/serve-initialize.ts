// `initialize` on HTTP: makes its result, then opens the session that goes with it.

import { andThen } from "../../core/maybe-promise.js";
import type { RpcRequest } from "../../protocol/json-rpc.js";
import { RpcError } from "../../protocol/rpc-error.js";
import type { Access } from "../access/access.js";
import { Call } from "../call/call.js";
import { initializeResult } from "../dispatch/describe.js";
import { respond } from "../dispatch/dispatch.js";
import { type Initialization, readInitialize } from "../sessions/initialize.js";
import { newSessionId } from "../sessions/sessions.js";
import { type Arrival, admit, follow } from "./admit.js";
import { sendError, sendJson } from "./send.js";

/** Opens a session; where the result cannot be made there is none. */
export function serveInitialize(arrival: Arrival, message: RpcRequest): void {
  const { http, reply, extra } = arrival;
  const said = attempt(() => readInitialize(message.params));
  if (said instanceof RpcError) return sendError(reply, 400, message.id, said, extra);
  admit(arrival, message.id, said.client, (access) => {
    const sessionId = newSessionId();
    const made = respond(http.server, toCall(arrival, message, said, access, sessionId), initializeResult);
    follow(arrival, message.id, made, ({ text, error }) => {
      if (error) return sendJson(reply, 200, text, extra);
      return andThen(http.sessions.open(access, said.revision, said.written, sessionId), () =>
        sendJson(reply, 200, text, { ...extra, "mcp-session-id": sessionId }),
      );
    });
  });
}

function attempt<T>(read: () => T): T | RpcError {
  try {
    return read();
  } catch (error) {
    if (error instanceof RpcError) return error;
    throw error;
  }
}

function toCall(
  { request }: Arrival,
  { id, method, params }: RpcRequest,
  { revision, client }: Initialization,
  access: Access,
  sessionId: string,
): Call {
  return new Call({
    id,
    method,
    params,
    revision,
    client,
    access,
    transport: "http",
    headers: request.headers,
    sessionId,
    logLevel: undefined,
    outlet: { notify: () => false },
  });
}
