// A POST within a session of the legacy era: one message, or a batch.

import type { SessionRecord } from "../../core/engine/sessions.js";
import { andThen, isPromise, type MaybePromise } from "../../core/maybe-promise.js";
import { errorMessage, type RequestId, type RpcMessage, type RpcRequest } from "../../protocol/json-rpc.js";
import { invalidRequest } from "../../protocol/rpc-error.js";
import type { Access } from "../access/access.js";
import type { Call } from "../call/call.js";
import { runCall } from "../run-call.js";
import { revisionOfSession, sessionCall } from "../sessions/session-call.js";
import type { Accepts } from "./accepts.js";
import { type Arrival, follow } from "./admit.js";
import { findSession } from "./find-session.js";
import { LegacyReply } from "./legacy-reply.js";
import { sendEmpty, sendError } from "./send.js";

/** Serves one message of a session. */
export function serveMessage(arrival: Arrival, accepts: Accepts, message: RpcMessage): void {
  const id = "id" in message ? message.id : undefined;
  findSession(arrival, id, (session, access) => {
    if (message.kind !== "request") {
      const { reply, extra } = arrival;
      return follow(arrival, id, hear(arrival, session, access, [message]), () =>
        sendEmpty(reply, 202, extra),
      );
    }
    const outlet = openReply(arrival, accepts, session, [message.id], 1, false);
    serve(arrival, toCall(arrival, session, access, outlet, message), outlet);
  });
}

/** Serves a batch of a session. */
export function serveBatch(arrival: Arrival, accepts: Accepts, messages: readonly RpcMessage[]): void {
  findSession(arrival, undefined, (session, access) => {
    const { reply, extra } = arrival;
    if (!revisionOfSession(session).batches) {
      return sendError(reply, 400, undefined, invalidRequest("this revision has no batches"), extra);
    }
    follow(arrival, undefined, hear(arrival, session, access, messages), () => {
      const owed = messages.filter((message) => message.kind === "request" || message.kind === "invalid");
      if (owed.length === 0) return sendEmpty(reply, 202, extra);
      const ids = owed.flatMap(({ id }) => id ?? []);
      const outlet = openReply(arrival, accepts, session, ids, owed.length, true);
      for (const message of owed) {
        if (message.kind === "request")
          serve(arrival, toCall(arrival, session, access, outlet, message), outlet);
        else void outlet.settle(errorMessage(message.id, invalidRequest(message.reason)));
      }
    });
  });
}

function openReply(
  { http, reply, extra }: Arrival,
  accepts: Accepts,
  session: SessionRecord,
  ids: readonly RequestId[],
  count: number,
  asList: boolean,
): LegacyReply {
  const outlet = new LegacyReply({
    http,
    reply,
    extra,
    sessionId: session.id,
    revision: revisionOfSession(session),
    ids,
    count,
    asList,
    mayStream: accepts.stream,
  });
  if (!accepts.json) outlet.begin();
  return outlet;
}

function toCall(
  { http, request }: Arrival,
  session: SessionRecord,
  access: Access,
  outlet: LegacyReply,
  message: RpcRequest,
): Call {
  const client = http.readClient(session.client);
  return sessionCall(session, message, {
    access,
    client,
    transport: "http",
    headers: request.headers,
    outlet,
  });
}

const serve = ({ http }: Arrival, call: Call, outlet: LegacyReply): void =>
  runCall(http, call, outlet, call.method === "initialize" ? refuseSecond : undefined);

const refuseSecond = (): never => {
  throw invalidRequest("this session is initialized already");
};

/** Takes notifications and responses; comes back when what another node waits for is kept. */
function hear(
  { http, request: { headers } }: Arrival,
  session: SessionRecord,
  access: Access,
  messages: readonly RpcMessage[],
): MaybePromise<unknown> {
  const { running, server, takeOver } = http;
  const kept = messages.flatMap((message): readonly MaybePromise<unknown>[] => {
    if (message.kind === "notification" && message.method === "notifications/cancelled") {
      running.cancel(session.id, message.params.requestId, message.params.reason);
      takeOver?.forget(session.id, message.params.requestId ?? null);
    }
    if (message.kind !== "response") return [];
    const heard = server.clientRequests.receive(session.id, message);
    if (takeOver === undefined) return [heard];
    const requester = { session, access, headers };
    return [andThen(heard, (isHere) => (isHere ? undefined : takeOver.forAnswer(requester, message.id)))];
  });
  return kept.some(isPromise) ? Promise.all(kept) : undefined;
}
