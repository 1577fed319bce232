// `Last-Event-ID`: brings a returning client up to date on the call's stream it lost.

import type { Requester } from "../durable/take-over.js";
import { callStream } from "../streams/call-stream.js";
import { logKey } from "../streams/event-id.js";
import type { Sink } from "../streams/sink.js";
import type { TransportParts } from "../transport-parts.js";
import type { HttpReply } from "./exchange.js";
import { followStream } from "./follow-stream.js";

/** Continues a call's stream on a new connection, whether its writer is here, elsewhere or done. */
export function resumeCallStream(
  http: TransportParts,
  requester: Requester,
  streamId: string,
  after: number,
  sink: Sink,
  reply: HttpReply,
): void {
  const { callStreams, server } = http;
  const { session } = requester;
  const local = callStreams.get(logKey(session.id, streamId));
  if (local !== undefined) {
    reply.onClose(() => local.detach(sink));
    return local.resume(sink, after);
  }
  // Nobody here would end it.
  if (server.stopping.begun) return sink.end();
  const stream = callStream(server, session.id, streamId);
  reply.onClose(() => stream.detach(sink));
  followStream(http, stream, reply);
  stream.resume(sink, after);
  http.takeOver?.forStream(requester, streamId, reply, () => stream.refresh());
}
