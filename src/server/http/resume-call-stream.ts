// `Last-Event-ID`: brings a returning client up to date on the call's stream it lost.

import type { SessionRecord } from "../../core/engine/sessions.js";
import { callStream, streamTopic } from "../streams/call-stream.js";
import { logKey } from "../streams/event-id.js";
import type { Sink } from "../streams/sink.js";
import type { TransportParts } from "../transport-parts.js";
import type { HttpReply } from "./exchange.js";

/** Continues a call's stream on a new connection, whether its writer is here, elsewhere or done. */
export function resumeCallStream(
  http: TransportParts,
  session: SessionRecord,
  streamId: string,
  after: number,
  sink: Sink,
  reply: HttpReply,
): void {
  const { callStreams, keepAlive, server } = http;
  const local = callStreams.get(logKey(session.id, streamId));
  if (local !== undefined) {
    reply.onClose(() => local.detach(sink));
    return local.resume(sink, after);
  }
  // Nobody here would end it.
  if (server.stopping.begun) return sink.end();
  const stream = callStream(server, session.id, streamId);
  // The writer may be another node: follow its hints, and look without one, until the stream ends or the client goes.
  const refresh = (): void => stream.refresh();
  const stops = [
    server.hints.hear(streamTopic(stream.key), refresh, refresh),
    keepAlive.onTick(refresh),
    server.stopping.whenBegun(() => stream.release()),
  ];
  reply.onClose(() => {
    stream.detach(sink);
    for (const stop of stops) stop();
  });
  stream.resume(sink, after);
}
