// The fetch form of the endpoint: for Hono, Bun, Deno, workers and Next.

import type { DrainListener, ReplySink } from "../streams/sink.js";
import type { TransportParts } from "../transport-parts.js";
import { handleHttp } from "./endpoint.js";
import type { Body, HttpReply, HttpRequest } from "./exchange.js";

/** Serves a fetch request: a page's, or the endpoint's. */
export function handleFetch(http: TransportParts, request: Request): Promise<Response> {
  const { pages } = http;
  const { url, method, headers } = request;
  if (
    pages === undefined ||
    !pages.mayServe(url, method, headers.get("content-type") ?? undefined, headers.get("accept") ?? undefined)
  )
    return serveEndpoint(http, request);
  return pages.serve(request).then((served) => served ?? serveEndpoint(http, request));
}

function serveEndpoint(http: TransportParts, request: Request): Promise<Response> {
  return new Promise((resolve) => {
    const reply = new FetchReply(resolve);
    // The signal of a request that was collected never fires, and who waits here may be known to nobody else.
    http.openRequests.add(request);
    reply.onClose(() => http.openRequests.delete(request));
    request.signal.addEventListener("abort", () => reply.close(), { once: true });
    if (request.signal.aborted) reply.close();
    handleHttp(http, toHttpRequest(request), reply);
  });
}

function toHttpRequest(request: Request): HttpRequest {
  const { pathname, search, host } = new URL(request.url);
  const headers: Record<string, string> = { host };
  request.headers.forEach((value, name) => {
    headers[name] = value;
  });
  return {
    method: request.method,
    path: pathname,
    query: search.slice(1),
    headers,
    readBody: (maxBytes, done) => void readText(request, maxBytes).then(done),
  };
}

async function readText(request: Request, maxBytes: number): Promise<Body> {
  if (request.bodyUsed || request.body?.locked) return { kind: "consumed" };
  if (request.body === null) return { kind: "text", text: "" };
  const chunks: Uint8Array[] = [];
  let size = 0;
  try {
    for await (const chunk of request.body) {
      size += chunk.byteLength;
      if (size > maxBytes) return { kind: "too-large" };
      chunks.push(chunk);
    }
  } catch {
    // The client went away, or the runtime lost the rest.
    return { kind: "broken" };
  }
  // A byte-order mark is left in, as Node's own decoder leaves it: it is no JSON.
  const decoder = new TextDecoder("utf-8", { ignoreBOM: true });
  return { kind: "text", text: decoder.decode(joined(chunks, size)) };
}

function joined(chunks: readonly Uint8Array[], size: number): Uint8Array {
  const whole = new Uint8Array(size);
  let offset = 0;
  for (const chunk of chunks) {
    whole.set(chunk, offset);
    offset += chunk.byteLength;
  }
  return whole;
}

/** What is said, where nobody listens, of a client that went away before its response began. */
const CLIENT_GONE = 499;

/** How many chunks may wait for the reader before it counts as slow. */
const HIGH_WATER = 64;

class FetchReply implements HttpReply {
  closed = false;
  readonly #resolve: (response: Response) => void;
  #listeners: (() => void)[] = [];
  /** Of the body, as long as it can be written to. */
  #controller: ReadableStreamDefaultController<Uint8Array> | undefined;

  constructor(resolve: (response: Response) => void) {
    this.#resolve = resolve;
  }

  send(status: number, headers: Readonly<Record<string, string>>, body: string): void {
    this.#resolve(new Response(body === "" ? null : body, { status, headers }));
    this.close();
  }

  stream(status: number, headers: Readonly<Record<string, string>>): ReplySink {
    const encoder = new TextEncoder();
    let writer: DrainListener | undefined;
    const body = new ReadableStream<Uint8Array>(
      {
        start: (given) => {
          if (this.closed) given.close();
          else this.#controller = given;
        },
        pull: () => writer?.drained(),
        cancel: () => {
          this.#controller = undefined;
          this.close();
        },
      },
      { highWaterMark: HIGH_WATER },
    );
    this.#resolve(new Response(body, { status, headers }));
    return {
      write: (chunk) => {
        const controller = this.#controller;
        if (controller === undefined) return false;
        // A reader that waits pulls at once, which may bring the rest and the end.
        controller.enqueue(encoder.encode(chunk));
        return (controller.desiredSize ?? 0) > 0;
      },
      end: () => this.close(),
      onDrain: (listener) => {
        writer = listener;
      },
      onLost: (listener) => this.onClose(() => listener.lost()),
    };
  }

  onClose(listener: () => void): void {
    if (this.closed) listener();
    else this.#listeners.push(listener);
  }

  /** Ends the exchange; the first time counts. */
  close(): void {
    if (this.closed) return;
    this.closed = true;
    // Of a response that never began the runtime learns here; where it did, this changes nothing.
    this.#resolve(new Response(null, { status: CLIENT_GONE }));
    this.#controller?.close();
    this.#controller = undefined;
    for (const listener of this.#listeners) listener();
    this.#listeners = [];
  }
}
