// An open response to write events to. What is written in one turn of the event loop leaves in one piece.

import type { ServerResponse } from "node:http";
import type { DrainListener, LossListener, ReplySink } from "../server/streams/sink.js";
import { endChunks, takeChunks, toChunk } from "./chunks.js";
import { type Departing, departSoon } from "./departures.js";

/** How much may gather before it is handed on, in characters. */
const MOST_PENDING = 64 * 1024;

/** Who hears of the end of a response. The listener of the event is the same for all. */
const hearing = Symbol("hearing");
type HeardResponse = ServerResponse & { [hearing]?: LossListener };

function onClose(this: HeardResponse): void {
  this[hearing]?.lost();
}

export class NodeSink implements ReplySink, Departing {
  readonly #response: ServerResponse;
  /** True when chunks are framed here. */
  readonly #framesChunks: boolean;
  #pending = "";
  #isBegun = false;
  #isLeaving = false;
  #isEnded = false;
  #blocked = false;
  #listener: DrainListener | undefined;

  /** Takes a response whose head is written; it is sent along with what follows in this turn. */
  constructor(response: ServerResponse) {
    this.#response = response;
    this.#framesChunks = takeChunks(response);
    this.#schedule();
  }

  write(chunk: string): boolean {
    this.#pending += chunk;
    // A flood within one turn is handed on at once, so that back-pressure is noticed.
    if (this.#pending.length > MOST_PENDING) this.#flush();
    else this.#schedule();
    return !this.#blocked;
  }

  end(): void {
    this.#isEnded = true;
    this.#schedule();
  }

  onDrain(listener: DrainListener): void {
    this.#listener = listener;
  }

  onLost(listener: LossListener): void {
    const response: HeardResponse = this.#response;
    if (response.closed || response.destroyed) return listener.lost();
    response[hearing] = listener;
    response.on("close", onClose);
  }

  #schedule(): void {
    if (this.#isLeaving) return;
    this.#isLeaving = true;
    departSoon(this);
  }

  depart(): void {
    this.#isLeaving = false;
    if (this.#response.writableEnded) return;
    if (!this.#isEnded) return this.#flush();
    if (this.#framesChunks) endChunks(this.#response, this.#pending);
    else this.#response.end(this.#pending);
    this.#pending = "";
  }

  #flush(): void {
    if (this.#isBegun && this.#pending === "") return;
    const isFull = !(this.#isBegun ? this.#send() : this.#begin());
    this.#pending = "";
    if (!isFull || this.#blocked) return;
    this.#blocked = true;
    this.#response.once("drain", () => this.#drained());
  }

  /** Sends the head, along with the first events if there are any. False when the other side is slow. */
  #begin(): boolean {
    this.#isBegun = true;
    const { socket } = this.#response;
    // A head that is written by itself stays as one string while the response is open, and not as the many it is put
    // together from.
    socket?.cork();
    this.#response.flushHeaders();
    const isTaken = this.#pending === "" || this.#send();
    socket?.uncork();
    return isTaken;
  }

  #send(): boolean {
    return this.#response.write(this.#framesChunks ? toChunk(this.#pending) : this.#pending);
  }

  #drained(): void {
    this.#blocked = false;
    this.#listener?.drained();
  }
}
