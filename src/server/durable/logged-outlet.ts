// The reply of a call that this node took over: it has no connection of its own, only the log of its stream.

import { andThen, type MaybePromise } from "../../core/maybe-promise.js";
import type { Outlet, Resumption } from "../call/call.js";
import { callStream } from "../streams/call-stream.js";
import type { LoggedStream } from "../streams/logged-stream.js";
import type { TransportParts } from "../transport-parts.js";

export class LoggedOutlet implements Outlet {
  readonly resumption: Resumption;
  readonly #http: TransportParts;
  readonly #stream: LoggedStream | undefined;
  readonly #putDown: (() => void) | undefined;
  #isOver = false;

  /** `streamId` is absent for a client that takes no stream: it has to call again. */
  constructor(http: TransportParts, sessionId: string, streamId: string | undefined) {
    this.#http = http;
    this.resumption = { streamId };
    if (streamId === undefined) return;
    this.#stream = callStream(http.server, sessionId, streamId);
    this.#stream.join();
    http.callStreams.set(this.#stream.key, this.#stream);
    this.#putDown = http.server.asking.durable?.lease.pickUp();
  }

  get isRead(): boolean {
    return this.#stream?.attached ?? false;
  }

  whenUnread(listener: () => void): void {
    if (this.#stream !== undefined) this.#stream.onUnread = listener;
  }

  notify(message: string): boolean {
    if (this.#isOver || this.#stream === undefined) return false;
    this.#stream.append(message);
    return true;
  }

  request(message: string): boolean {
    return this.notify(message);
  }

  handOver(): void {
    this.#leave();
    // Whoever reads here comes back, and finds the node that has it then.
    this.#stream?.release();
  }

  /** Writes the response, unless it is there already; comes back when it can be read. */
  settle(response: string | undefined, isThere: boolean): MaybePromise<void> {
    const stream = this.#stream;
    if (this.#isOver || stream === undefined) return;
    if (response !== undefined && !isThere) stream.append(response);
    stream.end();
    return andThen(stream.written(), () => this.#leave());
  }

  #leave(): void {
    this.#isOver = true;
    this.#putDown?.();
    if (this.#stream !== undefined) this.#http.callStreams.delete(this.#stream.key);
  }
}
