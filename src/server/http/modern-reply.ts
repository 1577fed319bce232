// The reply to a modern POST: one JSON body, or an event stream once something comes before the result.

import { sseEvent } from "../../protocol/sse.js";
import type { Call, Outlet } from "../call/call.js";
import type { ResponseText } from "../dispatch/dispatch.js";
import type { CallReply } from "../run-call.js";
import type { DrainListener, Sink } from "../streams/sink.js";
import type { TransportParts } from "../transport-parts.js";
import type { HttpReply } from "./exchange.js";
import { openStream } from "./open-stream.js";
import { type ExtraHeaders, modernStatus, sendJson } from "./send.js";

/** What may wait for a slow reader before notifications are dropped, in characters. */
const MOST_WAITING = 1 << 20;

export class ModernReply implements Outlet, CallReply, DrainListener {
  readonly #http: TransportParts;
  readonly #reply: HttpReply;
  readonly #extra: ExtraHeaders;
  readonly #mayStream: boolean;
  #sink: Sink | undefined;
  #backlog: string[] | undefined;
  #waiting = 0;
  #finished = false;

  constructor(http: TransportParts, reply: HttpReply, extra: ExtraHeaders, mayStream: boolean) {
    this.#http = http;
    this.#reply = reply;
    this.#extra = extra;
    this.#mayStream = mayStream;
  }

  notify(message: string): boolean {
    if (!this.#mayStream) return false;
    this.begin();
    if (this.#waiting > MOST_WAITING) return false;
    this.#write(sseEvent(message));
    return true;
  }

  /** Turns the reply into a stream, so that comments can keep it alive while the result takes its time. */
  begin(): void {
    if (this.#sink !== undefined || !this.#mayStream || this.#reply.closed) return;
    this.#sink = openStream(this.#reply, {
      keepAlive: this.#http.keepAlive,
      headers: this.#extra,
      kind: "call",
      sessionId: undefined,
    });
    this.#sink.onDrain(this);
  }

  done({ access }: Call, response: ResponseText | undefined): void {
    if (response) this.#finish(response);
    this.#http.onDisconnect?.({
      transport: "http",
      principalId: access.principal?.id,
      sessionId: undefined,
    });
  }

  #finish(response: ResponseText): void {
    if (this.#sink === undefined)
      return sendJson(this.#reply, modernStatus(response.error), response.text, this.#extra);
    this.#finished = true;
    this.#write(sseEvent(response.text));
    // With a backlog the end comes after it.
    if (this.#backlog === undefined || this.#backlog.length === 0) this.#sink.end();
  }

  #write(chunk: string): void {
    if (this.#backlog !== undefined) {
      this.#backlog.push(chunk);
      this.#waiting += chunk.length;
    } else if (this.#sink?.write(chunk) === false) this.#backlog = [];
  }

  drained(): void {
    const backlog = this.#backlog ?? [];
    this.#backlog = undefined;
    this.#waiting = 0;
    for (const chunk of backlog) this.#write(chunk);
    if (this.#finished && this.#backlog === undefined) this.#sink?.end();
  }
}
