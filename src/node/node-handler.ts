// A server as a handler of Node's HTTP server: to mount in `node:http`, Express and Fastify.

import type { IncomingMessage, ServerResponse } from "node:http";
import { handleHttp } from "../server/http/endpoint.js";
import { type Server, transportParts } from "../server/server.js";
import type { TransportParts } from "../server/transport-parts.js";
import { NodeReply, NodeRequest } from "./node-exchange.js";
import { mayBePage, servePage } from "./serve-fetch.js";

/** Serves one native request. */
export type NodeHandler = (request: IncomingMessage, response: ServerResponse) => void;

/**
 * Serves one native request. What a body parser made of the body is taken from `request.body`, where Express
 * has it, or from `body`. A function in its place is Express's `next` and not looked at.
 */
export type MountedHandler = (request: IncomingMessage, response: ServerResponse, body?: unknown) => void;

/**
 * Makes the handler of a server, to mount at the path of your choice. Closing the server is up to you.
 *
 * @example
 * import { createServer as createHttpServer } from "node:http";
 * import { createServer } from "beckon";
 * import { toNodeHandler } from "beckon/node";
 *
 * const server = createServer({ name: "tea", version: "1.0.0" });
 * createHttpServer(toNodeHandler(server)).listen(3000, "127.0.0.1");
 */
export function toNodeHandler(server: Server): MountedHandler {
  const http = server[transportParts];
  return (request, response, body) => {
    const parsed = typeof body === "function" ? undefined : body;
    if (http.pages !== undefined && mayBePage(http.pages, request))
      return servePage(http, request, response, () => serve(http, request, response, parsed));
    serve(http, request, response, parsed);
  };
}

function serve(
  http: TransportParts,
  request: IncomingMessage,
  response: ServerResponse,
  parsed: unknown,
): void {
  handleHttp(http, new NodeRequest(request, parsed), new NodeReply(response));
}
