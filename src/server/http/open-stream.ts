// Opens an event stream and looks after it: keep-alive comments, telemetry, word when it is gone.

import { channel } from "node:diagnostics_channel";
import { channels, type StreamEvent } from "../../core/events.js";
import { SSE_HEADERS } from "../../protocol/sse.js";
import type { DrainListener, LossListener, Sink } from "../streams/sink.js";
import type { HttpReply } from "./exchange.js";
import type { KeepAlive } from "./keep-alive.js";
import { NO_HEADERS } from "./send.js";

const opened = channel(channels.streamOpened);
const closed = channel(channels.streamClosed);

export interface OpenStreamOptions {
  readonly keepAlive: KeepAlive;
  readonly headers: Readonly<Record<string, string>>;
  readonly kind: StreamEvent["kind"];
  readonly sessionId: string | undefined;
  /** Writes to the connection; told when it is gone. */
  readonly writer?: StreamWriter | undefined;
}

/** Whoever writes to a stream. */
export interface StreamWriter {
  detach(sink: Sink): void;
}

/** Begins an event stream on a reply. */
export function openStream(reply: HttpReply, options: OpenStreamOptions): Sink {
  const { headers, kind, sessionId } = options;
  const sink = reply.stream(200, headers === NO_HEADERS ? SSE_HEADERS : { ...SSE_HEADERS, ...headers });
  const stream = new OpenStream(sink, options);
  opened.publish({ kind, sessionId } satisfies StreamEvent);
  options.keepAlive.add(stream);
  sink.onLost(stream);
  return stream;
}

// A class, since thousands may be open: each is one object.
class OpenStream implements Sink, LossListener {
  readonly #inner: Sink;
  readonly #keepAlive: KeepAlive;
  readonly #kind: StreamEvent["kind"];
  readonly #sessionId: string | undefined;
  readonly #writer: StreamWriter | undefined;
  // Whole milliseconds need no object of their own.
  readonly #openedAt = Math.trunc(performance.now());
  #isOpen = true;

  constructor(inner: Sink, { keepAlive, kind, sessionId, writer }: OpenStreamOptions) {
    this.#inner = inner;
    this.#keepAlive = keepAlive;
    this.#kind = kind;
    this.#sessionId = sessionId;
    this.#writer = writer;
  }

  write(chunk: string): boolean {
    return this.#isOpen ? this.#inner.write(chunk) : false;
  }

  end(): void {
    this.#close();
    this.#inner.end();
  }

  onDrain(listener: DrainListener): void {
    this.#inner.onDrain(listener);
  }

  lost(): void {
    this.#close();
    this.#writer?.detach(this);
  }

  #close(): void {
    if (!this.#isOpen) return;
    this.#isOpen = false;
    this.#keepAlive.remove(this);
    if (!closed.hasSubscribers) return;
    const durationMs = performance.now() - this.#openedAt;
    closed.publish({ kind: this.#kind, sessionId: this.#sessionId, durationMs } satisfies StreamEvent);
  }
}
