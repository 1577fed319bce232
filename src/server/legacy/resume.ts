// `Last-Event-ID`: brings a returning client up to date on the call's stream it lost.

import type { SessionRecord } from "../../core/engine/sessions.js";
import type { HttpReply, Sink } from "../http/exchange.js";
import type { HttpParts } from "../http/http-parts.js";
import { callStream, streamTopic } from "./call-stream.js";
import { logKey } from "./event-id.js";

/** Continues a call's stream on a new connection, whether its writer is here, elsewhere or done. */
export function resumeCallStream(
  http: HttpParts,
  session: SessionRecord,
  streamId: string,
  after: number,
  sink: Sink,
  reply: HttpReply,
): void {
  const local = http.callStreams.get(logKey(session.id, streamId));
  const stream = local ?? callStream(http.server, session.id, streamId);
  // The writer may be another node: follow its hints until the stream ends or the client goes.
  const stopHearing =
    local === undefined ? http.server.hints.hear(streamTopic(stream.key), () => stream.refresh()) : undefined;
  reply.onClose(() => {
    stream.detach(sink);
    stopHearing?.();
  });
  stream.resume(sink, after);
}
