// GET and DELETE of the legacy era: the session's stream, the way back to a lost one, and the end.

import { invalidRequest } from "../../protocol/rpc-error.js";
import { parseEventId, SESSION_STREAM } from "../streams/event-id.js";
import type { Sink } from "../streams/sink.js";
import { readAccept } from "./accepts.js";
import { type Arrival, follow } from "./admit.js";
import { single } from "./era.js";
import { findSession } from "./find-session.js";
import { openStream } from "./open-stream.js";
import { resumeCallStream } from "./resume-call-stream.js";
import { sendEmpty, sendError } from "./send.js";

/** GET: opens a stream for what belongs to no call, or goes on with one that broke. */
export function serveStream(arrival: Arrival): void {
  const { http, request, reply, extra } = arrival;
  if (request.headers.accept === undefined || !readAccept(request.headers.accept).stream) {
    return sendError(reply, 406, undefined, invalidRequest("a GET must accept text/event-stream"), extra);
  }
  findSession(arrival, undefined, (session, access) => {
    const lastEventId = single(request.headers["last-event-id"]);
    const left = lastEventId === undefined ? undefined : parseEventId(lastEventId);
    if (lastEventId !== undefined && left === undefined) {
      return sendError(
        reply,
        400,
        undefined,
        invalidRequest("Last-Event-ID is none of this server's"),
        extra,
      );
    }
    const open = (): Sink => {
      const sink = openStream(reply, {
        keepAlive: http.keepAlive,
        headers: extra,
        kind: left === undefined ? "session" : "resumed",
        sessionId: session.id,
      });
      reply.onClose(() =>
        http.onDisconnect?.({ transport: "http", principalId: access.principal?.id, sessionId: session.id }),
      );
      return sink;
    };
    if (left !== undefined && left.stream !== SESSION_STREAM)
      return resumeCallStream(
        http,
        { session, access, headers: request.headers },
        left.stream,
        left.sequence,
        open(),
        reply,
      );
    const attached = http.sessionStreams.attach(session, access, open, left?.sequence);
    follow(arrival, undefined, attached, (sink) =>
      reply.onClose(() => http.sessionStreams.detach(session.id, sink)),
    );
  });
}

/** DELETE: ends the session. */
export function serveEnd(arrival: Arrival): void {
  findSession(arrival, undefined, (session) => {
    const ended = arrival.http.sessions.end(session.id, "deleted");
    follow(arrival, undefined, ended, () => sendEmpty(arrival.reply, 204, arrival.extra));
  });
}
