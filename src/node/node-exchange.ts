// Node's native request and response, as the server's exchange.

import type { IncomingMessage, ServerResponse } from "node:http";
import type { HeaderTable } from "../server/call/call.js";
import type { Body, HttpReply, HttpRequest } from "../server/http/exchange.js";
import type { Sink } from "../server/streams/sink.js";
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

function readStream(request: IncomingMessage, maxBytes: number, done: (body: Body) => void): void {
  let first: Buffer | undefined;
  let rest: Buffer[] | undefined;
  let size = 0;
  let open = true;
  const finish = (body: Body): void => {
    if (!open) return;
    open = false;
    done(body);
  };
  request.on("data", (chunk: Buffer) => {
    if (!open) return;
    size += chunk.length;
    if (size > maxBytes) {
      discardBody(request);
      finish({ kind: "too-large" });
    } else if (first === undefined) first = chunk;
    else if (rest === undefined) rest = [first, chunk];
    else rest.push(chunk);
  });
  request.on("end", () => {
    const whole = rest === undefined ? first : Buffer.concat(rest, size);
    finish({ kind: "text", text: whole === undefined ? "" : whole.toString() });
  });
  request.on("error", () => finish({ kind: "broken" }));
  request.on("close", () => finish({ kind: "broken" }));
}

/** The way back. */
export class NodeReply implements HttpReply {
  readonly #response: ServerResponse;

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
    // A 204 has no body, and saying how long it is would be wrong.
    if (status !== 204) flat.push("content-length", Buffer.byteLength(body));
    this.#response.writeHead(status, flat);
    this.#response.end(body);
  }

  stream(status: number, headers: Readonly<Record<string, string>>): Sink {
    this.#response.writeHead(status, headers);
    return new NodeSink(this.#response);
  }

  onClose(listener: () => void): void {
    if (this.closed) listener();
    else this.#response.once("close", listener);
  }
}
