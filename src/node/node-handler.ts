// A server as a handler of Node's HTTP server: to mount in `node:http`, Express and Fastify.

import type { IncomingMessage, ServerResponse } from "node:http";
import { handleHttp } from "../server/http/endpoint.js";
import { httpParts, type Server } from "../server/server.js";
import { NodeReply, NodeRequest } from "./node-exchange.js";

/** Serves one native request. A body that a parser has read already is taken from `request.body`. */
export type NodeHandler = (request: IncomingMessage, response: ServerResponse) => void;

/** Makes the handler of a server. Mount it at the path of your choice. */
export function toNodeHandler(server: Server): NodeHandler {
  const http = server[httpParts];
  return (request, response) => handleHttp(http, new NodeRequest(request), new NodeReply(response));
}
