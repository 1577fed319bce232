// CORS for allowed origins: what pages may send, and what they may read.

import type { HeaderTable } from "../call/call.js";
import type { ExtraHeaders } from "./send.js";

const ALLOWED_HEADERS: ReadonlySet<string> = new Set([
  "accept",
  "authorization",
  "content-type",
  "last-event-id",
  "mcp-method",
  "mcp-name",
  "mcp-protocol-version",
  "mcp-session-id",
  "traceparent",
  "tracestate",
  "baggage",
]);

/** The headers of every reply to a page of an allowed origin. */
export function corsHeaders(origin: string): ExtraHeaders {
  return {
    "access-control-allow-origin": origin,
    "access-control-expose-headers": "Mcp-Session-Id, WWW-Authenticate",
    vary: "Origin",
  };
}

/** The further headers of the reply to a preflight. */
export function preflightHeaders(headers: HeaderTable): ExtraHeaders {
  const asked = String(headers["access-control-request-headers"] ?? "")
    .split(",")
    .map((name) => name.trim().toLowerCase());
  const mirrored = asked.filter((name) => /^mcp-param-[\w!#$%&'*+.^`|~-]+$/.test(name));
  return {
    "access-control-allow-methods": "POST, GET, DELETE, OPTIONS",
    "access-control-allow-headers": [...ALLOWED_HEADERS, ...mirrored].join(", "),
    "access-control-max-age": "86400",
  };
}
