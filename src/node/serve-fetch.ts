// Serves fetch-style routes on Node, such as hosted pages: the native request as fetch has it, and the response back.

import type { IncomingMessage, ServerResponse } from "node:http";
import type { TLSSocket } from "node:tls";
import { BeckonError } from "../core/errors.js";
import type { Logger } from "../core/logger.js";
import type { PageRoute } from "../server/http/page-route.js";
import type { TransportParts } from "../server/transport-parts.js";
import { discardBody } from "./discard-body.js";

/** What frameworks add to a request: the url before they cut it down. */
type Framed = IncomingMessage & { readonly originalUrl?: string };

/** False for what is plainly to the endpoint. */
export const mayBePage = (pages: PageRoute, request: IncomingMessage): boolean =>
  pages.mayServe(
    targetOf(request),
    request.method ?? "",
    request.headers["content-type"],
    request.headers.accept,
  );

/** Serves a request to a page; `otherwise` serves what is to something else. */
export function servePage(
  { pages, server }: TransportParts,
  request: IncomingMessage,
  response: ServerResponse,
  otherwise: () => void,
): void {
  if (pages === undefined) return otherwise();
  serveFetch((converted) => pages.serve(converted), server.logger, request, response, otherwise);
}

/** Serves a request as fetch has it; `undefined` when it is to something else, and its body has not been touched. */
export type FetchRoute = (request: Request) => Promise<Response | undefined>;

/** Serves a request to a fetch-style route; `otherwise` serves what is to something else. */
export function serveFetch(
  route: FetchRoute,
  logger: Logger,
  request: IncomingMessage,
  response: ServerResponse,
  otherwise: () => void,
): void {
  if (UNKNOWN_TO_FETCH.has(request.method ?? "")) return otherwise();
  serve(route, request, response, otherwise).catch((error: unknown) => {
    logger.error("A page could not be served.", { error });
    if (!response.headersSent) response.writeHead(500);
    response.end();
  });
}

/** No route has anything for them, and no `Request` can be made of them. */
const UNKNOWN_TO_FETCH: ReadonlySet<string> = new Set(["TRACE", "TRACK", "CONNECT"]);

const targetOf = ({ originalUrl, url = "/" }: Framed): string => originalUrl ?? url;

async function serve(
  route: FetchRoute,
  request: IncomingMessage,
  response: ServerResponse,
  otherwise: () => void,
): Promise<void> {
  const gone = new AbortController();
  const converted = toRequest(request, targetOf(request), gone.signal);
  if (converted === undefined) return void response.writeHead(400).end();
  // The signal of a request that was collected never fires: it is held as long as there may be something to tell it.
  const held = new Set([converted]);
  response.once("close", () => {
    gone.abort();
    held.clear();
  });
  const served = await route(converted);
  if (served === undefined) return otherwise();
  await send(served, request, response);
}

/** Of anything else in it the url would be made of another host, another path, or somebody's name. */
const HOST = /^[^/?#@\\]+$/;

/** `undefined` when Host and path make no url. */
function toRequest(request: IncomingMessage, target: string, signal: AbortSignal): Request | undefined {
  const { method = "GET", headers, socket, readableEnded } = request;
  const scheme = (socket as Partial<TLSSocket>).encrypted === true ? "https" : "http";
  const { host = "" } = headers;
  const url = `${scheme}://${host}${target}`;
  if (!HOST.test(host) || !target.startsWith("/") || !URL.canParse(url)) return undefined;
  const pairs = Object.entries(headers).flatMap(([name, value]) =>
    [value ?? []].flat().map((one): [string, string] => [name, one]),
  );
  const hasBody = method !== "GET" && method !== "HEAD";
  if (hasBody && readableEnded)
    throw new BeckonError(
      "invalid-option",
      "The body was read before the page got the request. Mount the server in front of body parsers.",
    );
  return new Request(url, {
    method,
    headers: pairs,
    signal,
    // Sent while it is read; the types of Node leave this out.
    ...(hasBody && { body: bodyOf(request), duplex: "half" }),
  });
}

/** The body, read when somebody asks for it and not before. */
function bodyOf(request: IncomingMessage): ReadableStream<Uint8Array> {
  let chunks: AsyncIterator<Buffer> | undefined;
  return new ReadableStream(
    {
      async pull(controller) {
        chunks ??= request.iterator({ destroyOnReturn: false });
        const { done, value } = await chunks.next();
        if (done) controller.close();
        else controller.enqueue(value);
      },
    },
    { highWaterMark: 0 },
  );
}

async function send(served: Response, request: IncomingMessage, response: ServerResponse): Promise<void> {
  if (!request.readableEnded) discardBody(request);
  if (response.closed) return served.body?.cancel();
  const cookies = served.headers.getSetCookie();
  response.writeHead(served.status, {
    ...Object.fromEntries(served.headers),
    ...(cookies.length > 0 && { "set-cookie": cookies }),
  });
  if (served.body === null || request.method === "HEAD") return void response.end();
  const reader = served.body.getReader();
  // Whoever makes the body may be waiting for something to say; this ends the read below.
  const cancel = (): void => void reader.cancel().catch(() => {});
  response.once("close", cancel);
  try {
    for (let next = await reader.read(); !next.done; next = await reader.read())
      if (!response.write(next.value)) await drained(response);
    response.end();
  } catch {
    // The head is out: all that is left is to let the client see that the rest does not come.
    response.destroy();
  } finally {
    if (response.closed) cancel();
  }
}

/** Waits until more can be written. Rejects when the client is gone. */
function drained(response: ServerResponse): Promise<void> {
  return new Promise((resolve, reject) => {
    const over = (): void => reject(new Error("The client is gone."));
    if (response.closed) return over();
    response.once("close", over);
    response.once("drain", () => {
      response.removeListener("close", over);
      resolve();
    });
  });
}
