// The reply to a legacy POST: one JSON body, or a resumable stream once something comes before the results.

import type { RequestId } from "../../protocol/json-rpc.js";
import type { Revision } from "../../protocol/revisions.js";
import { ssePriming, sseRetry } from "../../protocol/sse.js";
import type { Call, Outlet } from "../dispatch/call.js";
import type { Response } from "../dispatch/dispatch.js";
import type { HttpReply } from "../http/exchange.js";
import type { HttpParts } from "../http/http-parts.js";
import { openStream } from "../http/open-stream.js";
import { type ExtraHeaders, sendJson } from "../http/send.js";
import { callStream } from "./call-stream.js";
import { callStreamId } from "./event-id.js";
import type { LoggedStream } from "./logged-stream.js";

export interface LegacyReplyOptions {
  readonly http: HttpParts;
  readonly reply: HttpReply;
  readonly extra: ExtraHeaders;
  readonly sessionId: string;
  readonly revision: Revision;
  /** The requests to be answered, as far as their ids could be read. */
  readonly ids: readonly RequestId[];
  /** How many answers there will be. */
  readonly count: number;
  /** True for a batch: the answer is a list. */
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

  notify(message: string): void {
    this.begin();
    this.#stream?.append(message);
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

  /** Takes the response of one of the calls; a cancelled one has none. */
  finish(call: Call, response: Response): void {
    const isWanted = !call.over;
    call.over = true;
    this.settle(isWanted ? response.text : undefined);
  }

  /** Counts one call as done, with a response or without. */
  settle(response: string | undefined): void {
    if (response !== undefined) {
      if (this.#stream) this.#stream.append(response);
      else this.#responses.push(response);
    }
    this.#pending -= 1;
    if (this.#pending > 0) return;
    const { http, reply, extra, asList } = this.#options;
    if (this.#stream) {
      this.#stream.end();
      http.callStreams.delete(this.#stream.key);
    } else if (asList) sendJson(reply, 200, `[${this.#responses.join(",")}]`, extra);
    else if (this.#responses[0] !== undefined) sendJson(reply, 200, this.#responses[0], extra);
    // A cancelled call gets no response; an empty body ends the exchange.
    else reply.send(202, extra, "");
  }
}
