// Node's native request and response, as the server's exchange.

import type { IncomingMessage, ServerResponse } from "node:http";
import type { HeaderTable } from "../server/call/call.js";
import type { Body, HttpReply, HttpRequest } from "../server/http/exchange.js";
import type { ReplySink } from "../server/streams/sink.js";
import { type Departing, departSoon } from "./departures.js";
import { discardBody } from "./discard-body.js";
import { NodeSink } from "./node-sink.js";

/** What frameworks add to a request: the body their parser made, and the url before they cut it down. */
type Framed = IncomingMessage & { readonly body?: unknown; readonly originalUrl?: string };

export class NodeRequest implements HttpRequest {
  readonly #request: Framed;
  readonly #parsed: unknown;
  readonly method: string;
  readonly path: string;
  readonly query: string;

  constructor(request: Framed, parsed?: unknown) {
    this.#request = request;
    this.#parsed = parsed ?? request.body;
    this.method = request.method ?? "";
    const url = request.originalUrl ?? request.url ?? "/";
    const mark = url.indexOf("?");
    this.path = mark < 0 ? url : url.slice(0, mark);
    this.query = mark < 0 ? "" : url.slice(mark + 1);
  }

  get headers(): HeaderTable {
    return this.#request.headers;
  }

  readBody(maxBytes: number, done: (body: Body) => void): void {
    const request = this.#request;
    if (this.#parsed !== undefined) return done(parsedBody(this.#parsed));
    if (request.readableEnded) return done({ kind: "consumed" });
    if (Number(request.headers["content-length"]) > maxBytes) {
      discardBody(request);
      return done({ kind: "too-large" });
    }
    readStream(request, maxBytes, done);
  }
}

const parsedBody = (body: unknown): Body => {
  if (typeof body === "string") return { kind: "text", text: body };
  return Buffer.isBuffer(body) ? { kind: "text", text: body.toString() } : { kind: "parsed", value: body };
};

/** A body that is being read. The listeners are the same for all requests; what they need is here. */
class BodyReading {
  readonly #maxBytes: number;
  #done: ((body: Body) => void) | undefined;
  #first: Buffer | undefined;
  #rest: Buffer[] | undefined;
  #size = 0;

  constructor(maxBytes: number, done: (body: Body) => void) {
    this.#maxBytes = maxBytes;
    this.#done = done;
  }

  take(request: IncomingMessage, chunk: Buffer): void {
    if (this.#done === undefined) return;
    this.#size += chunk.length;
    if (this.#size > this.#maxBytes) {
      discardBody(request);
      this.finish({ kind: "too-large" });
    } else if (this.#first === undefined) this.#first = chunk;
    else if (this.#rest === undefined) this.#rest = [this.#first, chunk];
    else this.#rest.push(chunk);
  }

  end(): void {
    const whole = this.#rest === undefined ? this.#first : Buffer.concat(this.#rest, this.#size);
    this.finish({ kind: "text", text: whole === undefined ? "" : whole.toString() });
  }

  finish(body: Body): void {
    const done = this.#done;
    this.#done = undefined;
    done?.(body);
  }
}

/** Gone once the body is read: a request may stay for as long as its response is open. */
const reading = Symbol("reading");
type ReadRequest = IncomingMessage & { [reading]?: BodyReading | undefined };

function readStream(request: ReadRequest, maxBytes: number, done: (body: Body) => void): void {
  request[reading] = new BodyReading(maxBytes, done);
  request.on("data", onData).on("end", onEnd).on("error", onBroken).on("close", onBroken);
}

function onData(this: ReadRequest, chunk: Buffer): void {
  this[reading]?.take(this, chunk);
}

function onEnd(this: ReadRequest): void {
  const body = this[reading];
  this[reading] = undefined;
  body?.end();
}

function onBroken(this: ReadRequest): void {
  const body = this[reading];
  this[reading] = undefined;
  body?.finish({ kind: "broken" });
}

/** The way back. */
export class NodeReply implements HttpReply, Departing {
  readonly #response: ServerResponse;
  #body = "";
  /** Text of one byte a character is written as it lies in memory. */
  #encoding: "latin1" | "utf8" = "utf8";

  constructor(response: ServerResponse) {
    this.#response = response;
  }

  get closed(): boolean {
    return this.#response.closed || this.#response.destroyed;
  }

  send(status: number, headers: Readonly<Record<string, string>>, body: string): void {
    if (this.#response.headersSent) return;
    const flat: (string | number)[] = [];
    for (const name in headers) flat.push(name, headers[name] ?? "");
    const bytes = Buffer.byteLength(body);
    // A 204 has no body, and saying how long it is would be wrong.
    if (status !== 204) flat.push("content-length", bytes);
    this.#response.writeHead(status, flat);
    if (bytes === body.length) this.#encoding = "latin1";
    this.#body = body;
    departSoon(this);
  }

  depart(): void {
    if (this.#response.writableEnded) return;
    // Handed over before the end, it leaves as one string: `end` would have the system put two pieces together.
    if (this.#body !== "") {
      this.#response.write(this.#body, this.#encoding);
      this.#response.socket?.uncork();
    }
    this.#response.end();
  }

  stream(status: number, headers: Readonly<Record<string, string>>): ReplySink {
    this.#response.writeHead(status, headers);
    return new NodeSink(this.#response);
  }

  onClose(listener: () => void): void {
    if (this.closed) listener();
    // It comes once, and `once` would cost two objects more.
    else this.#response.on("close", listener);
  }
}
