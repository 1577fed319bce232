// The reply to a legacy POST: one JSON body, or a resumable stream once something comes before the results.

import { andThen, isPromise } from "../../core/maybe-promise.js";
import type { RequestId } from "../../protocol/json-rpc.js";
import type { Revision } from "../../protocol/revisions.js";
import { ssePriming, sseRetry } from "../../protocol/sse.js";
import type { Outlet } from "../call/call.js";
import { callStream } from "../streams/call-stream.js";
import { callStreamId } from "../streams/event-id.js";
import type { LoggedStream } from "../streams/logged-stream.js";
import type { TransportParts } from "../transport-parts.js";
import type { HttpReply } from "./exchange.js";
import { openStream } from "./open-stream.js";
import { type ExtraHeaders, sendEmpty, sendJson } from "./send.js";

export interface LegacyReplyOptions {
  readonly http: TransportParts;
  readonly reply: HttpReply;
  readonly extra: ExtraHeaders;
  readonly sessionId: string;
  readonly revision: Revision;
  /** The requests to respond to, as far as their ids could be read. */
  readonly ids: readonly RequestId[];
  /** How many responses there will be. */
  readonly count: number;
  /** True for a batch: the response is a list. */
  readonly asList: boolean;
  readonly mayStream: boolean;
}

export class LegacyReply implements Outlet {
  readonly #options: LegacyReplyOptions;
  readonly #responses: string[] = [];
  #pending: number;
  #stream: LoggedStream | undefined;

  constructor(options: LegacyReplyOptions) {
    this.#options = options;
    this.#pending = options.count;
  }

  get isRead(): boolean {
    return this.#stream === undefined ? !this.#options.reply.closed : this.#stream.attached;
  }

  notify(message: string): boolean {
    this.begin();
    this.#stream?.append(message);
    return true;
  }

  request(message: string): boolean {
    return this.#options.mayStream && this.#pending > 0 && this.notify(message);
  }

  /** Turns the reply into a stream. */
  begin(): void {
    const { http, reply, extra, sessionId, revision, ids, mayStream } = this.#options;
    if (this.#stream !== undefined || !mayStream || this.#pending === 0) return;
    const stream = callStream(http.server, sessionId, callStreamId(ids));
    this.#stream = stream;
    http.callStreams.set(stream.key, stream);
    stream.open();
    if (!reply.closed) {
      const sink = openStream(reply, {
        keepAlive: http.keepAlive,
        headers: extra,
        event: { kind: "call", sessionId },
      });
      stream.attach(sink, revision.primedStreams ? ssePriming : undefined);
      reply.onClose(() => stream.detach(sink));
    }
    for (const response of this.#responses) stream.append(response);
  }

  release(retryMs: number | undefined): void {
    if (!this.#options.revision.primedStreams) return;
    this.begin();
    this.#stream?.release(retryMs === undefined ? undefined : sseRetry(retryMs));
  }

  /** Counts one call as done, with a response or without. */
  settle(response: string | undefined): void {
    if (response !== undefined) {
      if (this.#stream) this.#stream.append(response);
      else this.#responses.push(response);
    }
    this.#pending -= 1;
    if (this.#pending > 0) return;
    const { reply, extra, asList } = this.#options;
    if (this.#stream) this.#finish(this.#stream);
    else if (asList) sendJson(reply, 200, `[${this.#responses.join(",")}]`, extra);
    else if (this.#responses[0] !== undefined) sendJson(reply, 200, this.#responses[0], extra);
    // A cancelled call gets no response; an empty body ends the exchange.
    else sendEmpty(reply, 202, extra);
  }

  /** Ends the stream. Until that is in the log the call counts as under way, and this node as the writer. */
  #finish(stream: LoggedStream): void {
    const { callStreams, running } = this.#options.http;
    stream.end();
    const written = andThen(stream.written(), () => void callStreams.delete(stream.key));
    if (isPromise(written)) void running.during(written);
  }
}
