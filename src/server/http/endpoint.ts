// The MCP endpoint: from an HTTP request to the step that serves it.

import { isAllowedHost, isAllowedOrigin } from "../../guards/hosts.js";
import { parseJson, problemOf } from "../../guards/parse-json.js";
import { type RpcMessage, readMessage } from "../../protocol/json-rpc.js";
import { revisionOf } from "../../protocol/revisions.js";
import { invalidRequest, parseError } from "../../protocol/rpc-error.js";
import { isMetadataPath, metadataDocument } from "../access/protected-resource.js";
import { serveInitialize, serveSession } from "../legacy/legacy-post.js";
import { serveEnd, serveStream } from "../legacy/legacy-stream.js";
import { type Accepts, readAccept } from "./accepts.js";
import { type Arrival, fail } from "./admit.js";
import { corsHeaders, preflightHeaders } from "./cors.js";
import { routePost, single } from "./era.js";
import type { Body, HttpReply, HttpRequest } from "./exchange.js";
import type { HttpParts } from "./http-parts.js";
import { serveModern } from "./modern-post.js";
import { sendEmpty, sendError, sendJson } from "./send.js";

/** Serves one HTTP request. Never throws. */
export function handleHttp(http: HttpParts, request: HttpRequest, reply: HttpReply): void {
  const { headers } = request;
  const origin = single(headers.origin);
  if (!isAllowedHost(single(headers.host), http.options.allowedHosts)) {
    return sendError(reply, 403, undefined, invalidRequest("this Host is not allowed; see allowedHosts"));
  }
  if (!isAllowedOrigin(origin, http.options.allowedOrigins)) {
    return sendError(reply, 403, undefined, invalidRequest("this Origin is not allowed; see allowedOrigins"));
  }
  const arrival: Arrival = { http, request, reply, extra: corsHeaders(origin) };
  try {
    route(arrival);
  } catch (error) {
    fail(arrival, undefined, error);
  }
}

function route(arrival: Arrival): void {
  const { http, request, reply, extra } = arrival;
  const { protectedResource } = http.options;
  if (protectedResource && request.method === "GET" && isMetadataPath(request.path, protectedResource)) {
    return sendJson(reply, 200, metadataDocument(protectedResource), extra);
  }
  switch (request.method) {
    case "POST":
      return servePost(arrival);
    case "GET":
      return isModern(request) ? refuseMethod(arrival) : serveStream(arrival);
    case "DELETE":
      return isModern(request) ? refuseMethod(arrival) : serveEnd(arrival);
    case "OPTIONS":
      return sendEmpty(reply, 204, { ...extra, ...preflightHeaders(request.headers) });
    default:
      return refuseMethod(arrival);
  }
}

const isModern = ({ headers }: HttpRequest): boolean =>
  revisionOf(single(headers["mcp-protocol-version"]))?.era === "modern";

const refuseMethod = ({ reply, extra, request }: Arrival): void =>
  sendError(reply, 405, undefined, invalidRequest(`${request.method} is not served here`), {
    ...extra,
    allow: "POST, GET, DELETE, OPTIONS",
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
  switch (body.kind) {
    case "broken":
      return sendError(reply, 400, undefined, parseError("the body did not arrive whole"), extra);
    case "too-large": {
      const reason = `the body is larger than ${http.options.maxBodyBytes} bytes`;
      return sendError(reply, 413, undefined, invalidRequest(reason), { ...extra, connection: "close" });
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
  const way = routePost(request.headers, message);
  if (typeof way === "object") return sendError(reply, 400, idOf(message), way.refused, extra);
  if (way === "legacy-session") return serveSession(arrival, accepts, [message], false);
  if (way === "modern" && message.kind !== "response") return serveModern(arrival, accepts, message);
  if (way === "legacy-initialize" && message.kind === "request") return serveInitialize(arrival, message);
}

const idOf = (message: RpcMessage): string | number | undefined => ("id" in message ? message.id : undefined);

const MOST_IN_BATCH = 100;

/** Batches exist within sessions of one revision only; everything else about them is refused. */
function takeBatch(arrival: Arrival, accepts: Accepts, values: readonly unknown[]): void {
  const { reply, extra, request } = arrival;
  const refuse = (reason: string): void => sendError(reply, 400, undefined, invalidRequest(reason), extra);
  if (request.headers["mcp-session-id"] === undefined || isModern(request))
    return refuse("batches are not served here");
  if (values.length === 0 || values.length > MOST_IN_BATCH)
    return refuse(`a batch has 1 to ${MOST_IN_BATCH} messages`);
  const messages = values.map(readMessage);
  if (messages.some((message) => message.kind === "request" && message.method === "initialize")) {
    return refuse("initialize cannot be part of a batch");
  }
  serveSession(arrival, accepts, messages, true);
}
