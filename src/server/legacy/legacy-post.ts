// A POST of the legacy era: `initialize`, or messages within a session.

import type { SessionRecord } from "../../core/engine/sessions.js";
import { andThen, isPromise } from "../../core/maybe-promise.js";
import {
  errorMessage,
  type RequestId,
  type RpcMessage,
  type RpcNotification,
  type RpcRequest,
} from "../../protocol/json-rpc.js";
import { invalidRequest, RpcError } from "../../protocol/rpc-error.js";
import type { Access } from "../access/access.js";
import { Call } from "../dispatch/call.js";
import { initializeResult } from "../dispatch/describe.js";
import { dispatch, errorResponse, type Response, respond } from "../dispatch/dispatch.js";
import type { Accepts } from "../http/accepts.js";
import { type Arrival, admit, follow } from "../http/admit.js";
import { single } from "../http/era.js";
import { sendEmpty, sendError, sendJson } from "../http/send.js";
import { type Initialization, readInitialize } from "./initialize.js";
import { LegacyReply } from "./legacy-reply.js";
import { revisionOfSession, sessionCall } from "./session-call.js";

/** Opens a session. */
export function serveInitialize(arrival: Arrival, message: RpcRequest): void {
  const { http, reply, extra } = arrival;
  const said = attempt(() => readInitialize(message.params));
  if (said instanceof RpcError) return sendError(reply, 400, message.id, said, extra);
  admit(arrival, message.id, said.client, (access) => {
    const opened = http.sessions.open(access, said.revision, said.written);
    follow(arrival, message.id, opened, (session) =>
      andThen(welcome(arrival, message, said, session, access), ({ text }) =>
        sendJson(reply, 200, text, { ...extra, "mcp-session-id": session.id }),
      ),
    );
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

function welcome(
  { http, request }: Arrival,
  { id, method, params }: RpcRequest,
  { revision, client }: Initialization,
  session: SessionRecord,
  access: Access,
): ReturnType<typeof respond> {
  const call = new Call({
    id,
    method,
    params,
    revision,
    client,
    access,
    transport: "http",
    headers: request.headers,
    sessionId: session.id,
    logLevel: undefined,
    outlet: { notify: () => {} },
  });
  return respond(http.server, call, initializeResult);
}

/** Serves one message of a session. */
export function serveMessage(arrival: Arrival, accepts: Accepts, message: RpcMessage): void {
  const id = "id" in message ? message.id : undefined;
  findSession(arrival, id, (session, access) => {
    if (message.kind !== "request") {
      if (message.kind === "notification") hear(arrival, session, message);
      return sendEmpty(arrival.reply, 202, arrival.extra);
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
    for (const message of messages) if (message.kind === "notification") hear(arrival, session, message);
    const answered = messages.filter((message) => message.kind === "request" || message.kind === "invalid");
    if (answered.length === 0) return sendEmpty(reply, 202, extra);
    const ids = answered.flatMap(({ id }) => id ?? []);
    const outlet = openReply(arrival, accepts, session, ids, answered.length, true);
    for (const message of answered) {
      if (message.kind === "request")
        serve(arrival, toCall(arrival, session, access, outlet, message), outlet);
      else outlet.settle(errorMessage(message.id, invalidRequest(message.reason)));
    }
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

function serve({ http }: Arrival, call: Call, outlet: LegacyReply): void {
  const leave = (): void =>
    http.onDisconnect({
      transport: "http",
      principalId: call.access.principal?.id,
      sessionId: call.sessionId,
    });
  const response =
    call.method === "initialize" ? respond(http.server, call, refuseSecond) : dispatch(http.server, call);
  if (!isPromise(response)) {
    outlet.finish(call, response);
    return leave();
  }
  http.running.add(call);
  const timer = http.server.wheel.schedule(http.options.streamAfterMs, () => outlet.begin());
  let settled = false;
  const finish = (done: Response | undefined): void => {
    if (settled) return;
    settled = true;
    timer.cancel();
    http.running.remove(call);
    if (done === undefined) outlet.settle(undefined);
    else outlet.finish(call, done);
    leave();
  };
  // A cancelled call gets no response, and nobody waits for its handler.
  call.whenEnded((told) => finish(told && errorResponse(call, told)));
  void response.then(finish);
}

const refuseSecond = (): never => {
  throw invalidRequest("this session is initialized already");
};

/** Takes a client's notification. */
function hear({ http }: Arrival, session: SessionRecord, { method, params }: RpcNotification): void {
  if (method === "notifications/cancelled") http.running.cancel(session.id, params.requestId, params.reason);
}

/** Lets a request of a session in: `connect` first, then the session must be its principal's. */
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
