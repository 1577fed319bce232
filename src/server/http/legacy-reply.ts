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

/** There may be very many that wait, so what it is given is in the one object. */
export class LegacyReply implements Outlet, CallReply {
  readonly #http: TransportParts;
  readonly #reply: HttpReply;
  readonly #extra: ExtraHeaders;
  readonly #sessionId: string;
  readonly #revision: Revision;
  readonly #ids: readonly RequestId[];
  readonly #asList: boolean;
  readonly #mayStream: boolean;
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
    this.#http = options.http;
    this.#reply = options.reply;
    this.#extra = options.extra;
    this.#sessionId = options.sessionId;
    this.#revision = options.revision;
    this.#ids = options.ids;
    this.#asList = options.asList;
    this.#mayStream = options.mayStream;
    this.#pending = options.count;
  }

  get isRead(): boolean {
    return this.#stream === undefined ? !this.#reply.closed : this.#stream.attached;
  }

  whenUnread(listener: () => void): void {
    this.#onUnread = listener;
    if (this.#stream !== undefined) this.#stream.onUnread = listener;
  }

  /** The calls of a batch end together, so no other node can end one of them. */
  get resumption(): Resumption | undefined {
    if (this.#asList) return undefined;
    return { streamId: this.#mayStream ? this.#id() : undefined };
  }

  #id(): string {
    const { randomId, durable } = this.#http.server.asking;
    this.#streamId ??= callStreamId(randomId(), this.#ids, durable?.lease.node());
    return this.#streamId;
  }

  notify(message: string): boolean {
    if (this.#isHandedOver) return false;
    this.begin();
    this.#stream?.append(message);
    return true;
  }

  request(message: string): boolean {
    return this.#mayStream && this.#pending > 0 && this.notify(message);
  }

  /** Turns the reply into a stream. */
  begin(): void {
    if (this.#stream !== undefined || !this.#mayStream || this.#pending === 0) return;
    const http = this.#http;
    const stream = callStream(http.server, this.#sessionId, this.#id());
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
    if (this.#reply.closed) this.#onUnread?.();
    else {
      const sink = openStream(this.#reply, {
        keepAlive: http.keepAlive,
        headers: this.#extra,
        kind: "call",
        sessionId: this.#sessionId,
        writer: stream,
      });
      stream.attach(sink, this.#revision.primedStreams ? ssePriming : undefined);
    }
    for (const response of this.#responses ?? []) stream.append(response);
  }

  release(retryMs: number | undefined): void {
    if (!this.#revision.primedStreams) return;
    this.begin();
    this.#stream?.release(retryMs === undefined ? undefined : sseRetry(retryMs));
  }

  handOver(): void {
    this.begin();
    this.#isHandedOver = true;
    this.#putDown?.();
    // A client without a stream has no way to the rest but to call again.
    if (this.#stream === undefined)
      return sendError(this.#reply, 503, this.#ids[0], serverStopped(), this.#extra);
    this.#http.callStreams.delete(this.#stream.key);
    followStream(this.#http, this.#stream, this.#reply);
  }

  done(call: Call, response: ResponseText | undefined): void {
    const { access, sessionId } = call;
    this.#delivered(call, this.settle(response?.text));
    this.#http.onDisconnect?.({ transport: "http", principalId: access.principal?.id, sessionId });
  }

  /** Says of a run that its client can read what came of it. */
  #delivered(call: Call, written: MaybePromise<void>): void {
    const { server, running } = this.#http;
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
    if (this.#stream) return this.#finish(this.#stream);
    if (this.#asList) sendJson(this.#reply, 200, `[${(this.#responses ?? []).join(",")}]`, this.#extra);
    else if (this.#responses?.[0] !== undefined) sendJson(this.#reply, 200, this.#responses[0], this.#extra);
    // A cancelled call gets no response; an empty body ends the exchange.
    else sendEmpty(this.#reply, 202, this.#extra);
  }

  /** Ends the stream. Until that is in the log the call counts as under way, and this node as the writer. */
  #finish(stream: LoggedStream): MaybePromise<void> {
    const { callStreams, running } = this.#http;
    stream.end();
    const written = andThen(stream.written(), () => {
      callStreams.delete(stream.key);
      this.#putDown?.();
    });
    return isPromise(written) ? running.during(written) : written;
  }
}
