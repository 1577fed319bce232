// Opens an event stream and looks after it: keep-alive comments, telemetry, word when it is gone.

import { channel } from "node:diagnostics_channel";
import { channels, type StreamEvent } from "../../core/events.js";
import { SSE_HEADERS } from "../../protocol/sse.js";
import type { Sink } from "../streams/sink.js";
import type { HttpReply } from "./exchange.js";
import type { KeepAlive } from "./keep-alive.js";

const opened = channel(channels.streamOpened);
const closed = channel(channels.streamClosed);

export interface OpenStreamOptions {
  readonly keepAlive: KeepAlive;
  readonly headers: Readonly<Record<string, string>>;
  readonly event: StreamEvent;
}

/** Begins an event stream on a reply. */
export function openStream(reply: HttpReply, { keepAlive, headers, event }: OpenStreamOptions): Sink {
  const inner = reply.stream(200, { ...SSE_HEADERS, ...headers });
  const openedAt = performance.now();
  let open = true;
  const close = (): void => {
    if (!open) return;
    open = false;
    keepAlive.remove(sink);
    if (!closed.hasSubscribers) return;
    closed.publish({ ...event, durationMs: performance.now() - openedAt } satisfies StreamEvent);
  };
  const sink: Sink = {
    write: (chunk) => (open ? inner.write(chunk) : false),
    end() {
      close();
      inner.end();
    },
    onDrain: (listener) => inner.onDrain(listener),
  };
  opened.publish(event);
  keepAlive.add(sink);
  reply.onClose(close);
  return sink;
}
