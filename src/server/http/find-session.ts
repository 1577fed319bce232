// Lets a request of a session in: `connect` first, then the session must be its principal's.

import type { SessionRecord } from "../../core/engine/sessions.js";
import type { RequestId } from "../../protocol/json-rpc.js";
import { invalidRequest } from "../../protocol/rpc-error.js";
import type { Access } from "../access/access.js";
import { type Arrival, admit, follow } from "./admit.js";
import { single } from "./era.js";
import { sendError } from "./send.js";

/** Calls `enter` with the session a request belongs to, now or later; otherwise responds itself. */
export function findSession(
  arrival: Arrival,
  id: RequestId | undefined,
  enter: (session: SessionRecord, access: Access) => void,
): void {
  const { http, request, reply, extra } = arrival;
  const sessionId = single(request.headers["mcp-session-id"]);
  if (sessionId === undefined)
    return sendError(reply, 400, id, invalidRequest("Mcp-Session-Id is missing"), extra);
  admit(arrival, id, undefined, (access) => {
    follow(arrival, id, http.sessions.find(sessionId, access), (session) => {
      if (session) enter(session, access);
      else sendError(reply, 404, id, invalidRequest("there is no such session; initialize again"), extra);
    });
  });
}
