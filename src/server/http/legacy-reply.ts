// The reply to a legacy POST: one JSON body, or a resumable stream once something comes before the results.

import { andThen, isPromise, type MaybePromise } from "../../core/maybe-promise.js";
import type { RequestId } from "../../protocol/json-rpc.js";
import type { Revision } from "../../protocol/revisions.js";
import { ssePriming, sseRetry } from "../../protocol/sse.js";
import type { Call, Outlet, Resumption } from "../call/call.js";
import { serverStopped } from "../call/cancelled.js";
import type { ResponseText } from "../dispatch/dispatch.js";
import type { CallReply } from "../run-call.js";
import { callStream } from "../streams/call-stream.js";
import { callStreamId } from "../streams/event-id.js";
import type { LoggedStream } from "../streams/logged-stream.js";
import type { TransportParts } from "../transport-parts.js";
import type { HttpReply } from "./exchange.js";
import { followStream } from "./follow-stream.js";
import { openStream } from "./open-stream.js";
import { type ExtraHeaders, sendEmpty, sendError, sendJson } from "./send.js";

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

export class LegacyReply implements Outlet, CallReply {
  readonly #options: LegacyReplyOptions;
  /** Those that came before there was a stream. */
  #responses: string[] | undefined;
  #pending: number;
  #stream: LoggedStream | undefined;
  /** The stream's id, once somebody needs it. */
  #streamId: string | undefined;
  /** True once another node writes the stream. */
  #isHandedOver = false;
  /** Says that this node is done with the stream. */
  #putDown: (() => void) | undefined;
  #onUnread: (() => void) | undefined;

  constructor(options: LegacyReplyOptions) {
    this.#options = options;
    this.#pending = options.count;
  }

  get isRead(): boolean {
    return this.#stream === undefined ? !this.#options.reply.closed : this.#stream.attached;
  }

  whenUnread(listener: () => void): void {
    this.#onUnread = listener;
    if (this.#stream !== undefined) this.#stream.onUnread = listener;
  }

  /** The calls of a batch end together, so no other node can end one of them. */
  get resumption(): Resumption | undefined {
    const { asList, mayStream } = this.#options;
    if (asList) return undefined;
    return { streamId: mayStream ? this.#id() : undefined };
  }

  #id(): string {
    const { http, ids } = this.#options;
    const { randomId, durable } = http.server.asking;
    this.#streamId ??= callStreamId(randomId(), ids, durable?.lease.node());
    return this.#streamId;
  }

  notify(message: string): boolean {
    if (this.#isHandedOver) return false;
    this.begin();
    this.#stream?.append(message);
    return true;
  }

  request(message: string): boolean {
    return this.#options.mayStream && this.#pending > 0 && this.notify(message);
  }

  /** Turns the reply into a stream. */
  begin(): void {
    const { http, reply, extra, sessionId, revision, mayStream } = this.#options;
    if (this.#stream !== undefined || !mayStream || this.#pending === 0) return;
    const stream = callStream(http.server, sessionId, this.#id());
    this.#stream = stream;
    http.callStreams.set(stream.key, stream);
    const { durable } = http.server.asking;
    // Whoever comes back to the stream elsewhere looks whether its node is alive.
    if (durable !== undefined) {
      this.#putDown = durable.lease.pickUp();
      stream.after(() => andThen(durable.lease.hold(), () => undefined));
    }
    stream.open();
    stream.onUnread = this.#onUnread;
    if (reply.closed) this.#onUnread?.();
    else {
      const sink = openStream(reply, {
        keepAlive: http.keepAlive,
        headers: extra,
        kind: "call",
        sessionId,
        writer: stream,
      });
      stream.attach(sink, revision.primedStreams ? ssePriming : undefined);
    }
    for (const response of this.#responses ?? []) stream.append(response);
  }

  release(retryMs: number | undefined): void {
    if (!this.#options.revision.primedStreams) return;
    this.begin();
    this.#stream?.release(retryMs === undefined ? undefined : sseRetry(retryMs));
  }

  handOver(): void {
    const { http, reply, extra, ids } = this.#options;
    this.begin();
    this.#isHandedOver = true;
    this.#putDown?.();
    // A client without a stream has no way to the rest but to call again.
    if (this.#stream === undefined) return sendError(reply, 503, ids[0], serverStopped(), extra);
    http.callStreams.delete(this.#stream.key);
    followStream(http, this.#stream, reply);
  }

  done(call: Call, response: ResponseText | undefined): void {
    const { http } = this.#options;
    const { access, sessionId } = call;
    this.#delivered(call, this.settle(response?.text));
    http.onDisconnect?.({ transport: "http", principalId: access.principal?.id, sessionId });
  }

  /** Says of a run that its client can read what came of it. */
  #delivered(call: Call, written: MaybePromise<void>): void {
    const { server, running } = this.#options.http;
    const { durable } = server.asking;
    if (!durable?.isKept(call)) return;
    const told = Promise.resolve(andThen(written, () => durable.delivered(call)));
    void running.during(
      told.catch((error) => server.logger.error("The end of a run could not be kept.", { error })),
    );
  }

  /** Counts one call as done, with a response or without; comes back when a client that returns can read it. */
  settle(response: string | undefined): MaybePromise<void> {
    if (this.#isHandedOver) return;
    if (response !== undefined) {
      if (this.#stream) this.#stream.append(response);
      else if (this.#responses === undefined) this.#responses = [response];
      else this.#responses.push(response);
    }
    this.#pending -= 1;
    if (this.#pending > 0) return;
    const { reply, extra, asList } = this.#options;
    if (this.#stream) return this.#finish(this.#stream);
    if (asList) sendJson(reply, 200, `[${(this.#responses ?? []).join(",")}]`, extra);
    else if (this.#responses?.[0] !== undefined) sendJson(reply, 200, this.#responses[0], extra);
    // A cancelled call gets no response; an empty body ends the exchange.
    else sendEmpty(reply, 202, extra);
  }

  /** Ends the stream. Until that is in the log the call counts as under way, and this node as the writer. */
  #finish(stream: LoggedStream): MaybePromise<void> {
    const { callStreams, running } = this.#options.http;
    stream.end();
    const written = andThen(stream.written(), () => {
      callStreams.delete(stream.key);
      this.#putDown?.();
    });
    return isPromise(written) ? running.during(written) : written;
  }
}
