// Modern requests, spoken by hand.

import { post, type Reply } from "./raw-http.js";

export const MODERN = "2026-07-28";

/** The `_meta` that every modern request carries. */
export const modernMeta = (extra: object = {}): object => ({
  "io.modelcontextprotocol/protocolVersion": MODERN,
  "io.modelcontextprotocol/clientInfo": { name: "raw", version: "1" },
  "io.modelcontextprotocol/clientCapabilities": {},
  ...extra,
});

/** Posts a modern request with the headers that go with it. */
export function postModern(
  url: string,
  id: number,
  method: string,
  params: Readonly<Record<string, unknown>> = {},
  headers: Readonly<Record<string, string>> = {},
): Promise<Reply> {
  const target = params.name ?? params.uri;
  const body = { jsonrpc: "2.0", id, method, params: { _meta: modernMeta(), ...params } };
  return post(url, body, {
    "mcp-protocol-version": MODERN,
    "mcp-method": method,
    ...(typeof target === "string" && { "mcp-name": target }),
    ...headers,
  });
}
