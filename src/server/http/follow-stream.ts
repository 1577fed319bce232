// Follows a stream that another node writes: by its hints, and now and then without, until it ends or its client goes.

import { streamTopic } from "../streams/call-stream.js";
import type { LoggedStream } from "../streams/logged-stream.js";
import type { TransportParts } from "../transport-parts.js";
import type { HttpReply } from "./exchange.js";

export function followStream(
  { server, keepAlive }: TransportParts,
  stream: LoggedStream,
  reply: HttpReply,
): void {
  // Nobody here would end it.
  if (server.stopping.begun) return stream.release();
  const refresh = (): void => stream.refresh();
  const stops = [
    server.hints.hear(streamTopic(stream.key), refresh, refresh),
    keepAlive.onTick(refresh),
    server.stopping.whenBegun(() => stream.release()),
  ];
  reply.onClose(() => {
    for (const stop of stops) stop();
  });
}
