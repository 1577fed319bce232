// The MCP endpoint: from an HTTP request to the step that serves it.

import { isAllowedOrigin } from "../../guards/hosts.js";
import { parseJson, problemOf } from "../../guards/parse-json.js";
import { INTERNAL_ERROR } from "../../protocol/error-codes.js";
import { type RpcMessage, readMessage } from "../../protocol/json-rpc.js";
import { revisionOf } from "../../protocol/revisions.js";
import {
  invalidRequest,
  parseError,
  RpcError,
  unsupportedProtocolVersion,
} from "../../protocol/rpc-error.js";
import { isMetadataPath, isWellKnownPath, metadataDocument } from "../access/protected-resource.js";
import { serverStopped } from "../call/cancelled.js";
import { readBatch } from "../sessions/batch.js";
import type { TransportParts } from "../transport-parts.js";
import { type Accepts, readAccept } from "./accepts.js";
import { type Arrival, fail } from "./admit.js";
import { corsHeaders, preflightHeaders } from "./cors.js";
import { routePost, single } from "./era.js";
import type { Body, HttpReply, HttpRequest } from "./exchange.js";
import { serveBatch, serveMessage } from "./legacy-post.js";
import { serveEnd, serveStream } from "./legacy-stream.js";
import { serveModern } from "./modern-post.js";
import { NO_HEADERS, sendEmpty, sendError, sendJson } from "./send.js";
import { serveInitialize } from "./serve-initialize.js";

/** Serves one HTTP request. Never throws. */
export function handleHttp(http: TransportParts, request: HttpRequest, reply: HttpReply): void {
  const origin = single(request.headers.origin);
  const arrival: Arrival = { http, request, reply, extra: NO_HEADERS };
  try {
    if (!http.isAllowedHost(single(request.headers.host)))
      return sendError(reply, 403, undefined, invalidRequest("this Host is not allowed; see allowedHosts"));
    if (!isAllowedOrigin(origin, http.options.allowedOrigins))
      return sendError(
        reply,
        403,
        undefined,
        invalidRequest("this Origin is not allowed; see allowedOrigins"),
      );
    route(origin === undefined ? arrival : { ...arrival, extra: corsHeaders(origin) });
  } catch (error) {
    fail(arrival, undefined, error);
  }
}

function route(arrival: Arrival): void {
  const { request, reply, extra } = arrival;
  if (isTooLate(arrival)) return refuseLate(arrival);
  if (isWellKnownPath(request.path)) return serveMetadata(arrival);
  switch (request.method) {
    case "POST":
      return servePost(arrival);
    case "GET":
      return withoutBody(arrival, serveStream);
    case "DELETE":
      return withoutBody(arrival, serveEnd);
    case "OPTIONS":
      return sendEmpty(reply, 204, { ...extra, ...preflightHeaders(request.headers) });
    default:
      return refuseMethod(arrival);
  }
}

/** GET and DELETE belong to the legacy era; a version that is none of ours is refused as it is in a POST. */
function withoutBody(arrival: Arrival, serve: (arrival: Arrival) => void): void {
  const { request, reply, extra } = arrival;
  const version = single(request.headers["mcp-protocol-version"]);
  if (isModern(request)) return refuseMethod(arrival);
  if (version !== undefined && revisionOf(version) === undefined)
    return sendError(reply, 400, undefined, unsupportedProtocolVersion(version), extra);
  serve(arrival);
}

/** A server that stops takes only what its calls may wait for: what the clients of sessions have to say. */
function isTooLate({ http, request }: Arrival): boolean {
  if (!http.server.stopping.begun) return false;
  return request.method !== "POST" || request.headers["mcp-session-id"] === undefined || !http.running.busy;
}

/** The same, once it is known what the client says: nothing new begins. */
const asksTooLate = ({ http }: Arrival, messages: readonly RpcMessage[]): boolean =>
  http.server.stopping.begun && messages.some(({ kind }) => kind === "request");

function refuseLate({ reply, extra }: Arrival): void {
  sendError(reply, 503, undefined, serverStopped(), { ...extra, connection: "close" });
}

/** Clients look here whether there is something or not; a server without metadata must say 404. */
function serveMetadata(arrival: Arrival): void {
  const { http, request, reply, extra } = arrival;
  const { protectedResource } = http.options;
  if (request.method === "OPTIONS")
    return sendEmpty(reply, 204, { ...extra, ...preflightHeaders(request.headers) });
  if (request.method !== "GET") return refuseMethod(arrival);
  if (protectedResource === undefined || !isMetadataPath(request.path, protectedResource))
    return sendEmpty(reply, 404, extra);
  sendJson(reply, 200, metadataDocument(protectedResource), extra);
}

const isModern = ({ headers }: HttpRequest): boolean =>
  revisionOf(single(headers["mcp-protocol-version"]))?.era === "modern";

const refuseMethod = ({ reply, extra, request }: Arrival): void =>
  sendError(reply, 405, undefined, invalidRequest(`${request.method} is not served here`), {
    ...extra,
    allow: isModern(request) ? "POST, OPTIONS" : "POST, GET, DELETE, OPTIONS",
  });

function servePost(arrival: Arrival): void {
  const { http, request, reply, extra } = arrival;
  const type = single(request.headers["content-type"]) ?? "";
  if (type !== "application/json" && !/^application\/json\s*(?:;|$)/i.test(type)) {
    return sendError(reply, 415, undefined, invalidRequest("the body must be application/json"), extra);
  }
  const accepts = readAccept(request.headers.accept);
  if (!accepts.json && !accepts.stream) {
    return sendError(
      reply,
      406,
      undefined,
      invalidRequest("accept application/json and text/event-stream"),
      extra,
    );
  }
  request.readBody(http.options.maxBodyBytes, (body) => {
    try {
      takeBody(arrival, accepts, body);
    } catch (error) {
      fail(arrival, undefined, error);
    }
  });
}

function takeBody(arrival: Arrival, accepts: Accepts, body: Body): void {
  const { reply, extra, http } = arrival;
  if (isTooLate(arrival)) return refuseLate(arrival);
  switch (body.kind) {
    case "consumed":
      http.server.logger.error("The body was read before Beckon got the request. Hand over what was parsed.");
      return sendError(
        reply,
        500,
        undefined,
        new RpcError(INTERNAL_ERROR, "The body was read before it reached the server"),
        extra,
      );
    case "broken":
      return sendError(reply, 400, undefined, parseError("the body did not arrive whole"), extra);
    case "too-large": {
      const reason = `the body is larger than ${http.options.maxBodyBytes} bytes`;
      return sendError(reply, 413, undefined, invalidRequest(reason), extra);
    }
    case "parsed": {
      const problem = problemOf(body.value);
      if (problem !== undefined) return sendError(reply, 400, undefined, parseError(problem), extra);
      return takeValue(arrival, accepts, body.value);
    }
    case "text": {
      const parsed = parseJson(body.text);
      if (!parsed.ok) return sendError(reply, 400, undefined, parseError(parsed.problem), extra);
      return takeValue(arrival, accepts, parsed.value);
    }
  }
}

function takeValue(arrival: Arrival, accepts: Accepts, value: unknown): void {
  const { reply, extra, request } = arrival;
  if (Array.isArray(value)) return takeBatch(arrival, accepts, value);
  const message = readMessage(value);
  if (message.kind === "invalid")
    return sendError(reply, 400, message.id, invalidRequest(message.reason), extra);
  if (asksTooLate(arrival, [message])) return refuseLate(arrival);
  const way = routePost(request.headers, message);
  if (typeof way === "object") return sendError(reply, 400, idOf(message), way.refused, extra);
  if (way === "legacy-session") return serveMessage(arrival, accepts, message);
  if (way === "modern" && message.kind !== "response") return serveModern(arrival, accepts, message);
  if (way === "legacy-initialize" && message.kind === "request") return serveInitialize(arrival, message);
}

const idOf = (message: RpcMessage): string | number | undefined => ("id" in message ? message.id : undefined);

/** Batches exist within sessions of one revision only; everything else about them is refused. */
function takeBatch(arrival: Arrival, accepts: Accepts, values: readonly unknown[]): void {
  const { reply, extra, request } = arrival;
  const refuse = (told: RpcError): void => sendError(reply, 400, undefined, told, extra);
  if (request.headers["mcp-session-id"] === undefined || isModern(request))
    return refuse(invalidRequest("batches are not served here"));
  const messages = readBatch(values);
  if (messages instanceof RpcError) return refuse(messages);
  if (asksTooLate(arrival, messages)) return refuseLate(arrival);
  serveBatch(arrival, accepts, messages);
}
