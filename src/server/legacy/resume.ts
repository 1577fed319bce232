// `Last-Event-ID`: brings a returning client up to date on the stream it lost.

import type { SessionRecord } from "../../core/engine/sessions.js";
import { INTERNAL_ERROR } from "../../protocol/error-codes.js";
import { errorMessage } from "../../protocol/json-rpc.js";
import { RpcError } from "../../protocol/rpc-error.js";
import { sseEvent } from "../../protocol/sse.js";
import type { HttpReply, Sink } from "../http/exchange.js";
import type { HttpParts } from "../http/http-parts.js";
import { logKey, requestsOf } from "./event-id.js";
import { streamTopic } from "./legacy-reply.js";
import { LoggedStream } from "./logged-stream.js";

/** Continues a call's stream on a new connection, whether its writer is here, elsewhere or done. */
export function resumeCallStream(
  http: HttpParts,
  session: SessionRecord,
  streamId: string,
  after: number,
  sink: Sink,
  reply: HttpReply,
): void {
  const { engine, logger } = http.server;
  const key = logKey(session.id, streamId);
  const local = http.callStreams.get(key);
  const stream =
    local ??
    new LoggedStream({
      events: engine.events,
      key,
      id: streamId,
      onError: (error) => logger.error("A stream could not be resumed.", { error }),
      hint: () => {},
    });
  // The writer may be another node: follow its hints until the stream ends or the client goes.
  const subscription =
    local === undefined ? engine.bus.subscribe(streamTopic(key), () => stream.refresh()) : undefined;
  const stop = (): void => void Promise.resolve(subscription).then((unsubscribe) => unsubscribe?.());
  reply.onClose(() => {
    stream.detach(sink);
    stop();
  });
  stream.resume(sink, after, (how) => {
    if (how === "unknown") {
      for (const id of requestsOf(streamId)) sink.write(sseEvent(errorMessage(id, lostResponse())));
      sink.end();
    }
    if (how !== "live" && how !== "evicted") stop();
  });
}

const lostResponse = (): RpcError => new RpcError(INTERNAL_ERROR, "The response is no longer available");
