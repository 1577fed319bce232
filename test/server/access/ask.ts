// Plain requests in both eras, through the fetch door: what a client would put on the wire, and what comes back.

import type { Server } from "../../../src/index.js";

/** A response with its JSON. */
export interface Reply {
  readonly status: number;
  readonly headers: Headers;
  readonly challenge: string | null;
  readonly result: Record<string, unknown>;
  readonly error: { readonly code: number; readonly message: string } | undefined;
}

type Params = Readonly<Record<string, unknown>>;
type HeaderValues = Readonly<Record<string, string>>;

export const ENDPOINT = "http://localhost/mcp";
const MODERN = "2026-07-28";
const LEGACY = "2025-11-25";

/** The body of a modern request. */
export const modernBody = (method: string, params: Params = {}): object => ({
  jsonrpc: "2.0",
  id: 1,
  method,
  params: {
    ...params,
    _meta: {
      "io.modelcontextprotocol/protocolVersion": MODERN,
      "io.modelcontextprotocol/clientCapabilities": {},
      ...(params._meta as Params | undefined),
    },
  },
});

/** The headers that go with it. */
export const modernHeaders = (method: string, params: Params = {}): Record<string, string> => {
  const target = params.name ?? params.uri;
  return {
    "mcp-protocol-version": MODERN,
    "mcp-method": method,
    ...(typeof target === "string" && { "mcp-name": target }),
  };
};

/** One request of the modern era. */
export const askModern = (
  server: Server,
  method: string,
  params: Params = {},
  headers: HeaderValues = {},
  url: string = ENDPOINT,
): Promise<Reply> =>
  post(server, modernBody(method, params), { ...modernHeaders(method, params), ...headers }, url);

/** A session of the legacy era. */
export interface Session {
  readonly id: string;
  ask(method: string, params?: Params, headers?: HeaderValues, url?: string): Promise<Reply>;
}

const initializeBody: object = {
  jsonrpc: "2.0",
  id: 0,
  method: "initialize",
  params: { protocolVersion: LEGACY, capabilities: {}, clientInfo: { name: "test", version: "1" } },
};

/** Opens a session; `headers` go with every request of it. */
export async function openSession(server: Server, headers: HeaderValues = {}): Promise<Session> {
  const opened = await post(server, initializeBody, headers);
  const id = opened.headers.get("mcp-session-id") ?? "";
  return {
    id,
    ask: (method, params = {}, more = {}, url = ENDPOINT) =>
      post(
        server,
        { jsonrpc: "2.0", id: 1, method, params },
        { ...headers, "mcp-session-id": id, "mcp-protocol-version": LEGACY, ...more },
        url,
      ),
  };
}

/** One POST. */
export async function post(
  server: Server,
  body: object,
  headers: HeaderValues = {},
  url: string = ENDPOINT,
): Promise<Reply> {
  const response = await server.fetch(
    new Request(url, {
      method: "POST",
      headers: {
        "content-type": "application/json",
        accept: "application/json, text/event-stream",
        ...headers,
      },
      body: JSON.stringify(body),
    }),
  );
  const text = await response.text();
  const json = text === "" ? {} : JSON.parse(text);
  return {
    status: response.status,
    headers: response.headers,
    challenge: response.headers.get("www-authenticate"),
    result: json.result,
    error: json.error,
  };
}
