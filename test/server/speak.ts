// Speaks MCP to a server through a door: any function that takes a path and a fetch request and gives the response.

import type { Server } from "../../src/index.js";
import { type EventStream, readEvents } from "./event-stream.js";

/** A way to a server. */
export type Door = (path: string, init?: RequestInit) => Promise<Response>;

/** A JSON-RPC message as it came. */
export interface Message {
  readonly id?: string | number;
  readonly method?: string;
  readonly params?: Record<string, unknown>;
  readonly result?: Record<string, unknown>;
  readonly error?: { readonly code: number; readonly message: string; readonly data?: unknown };
}

/** Everything that came back for one request. */
export interface Reply {
  readonly status: number;
  readonly headers: Headers;
  /** True when it came as an event stream. */
  readonly streamed: boolean;
  /** What came before the response. */
  readonly notifications: readonly Message[];
  readonly result: Record<string, unknown>;
  readonly error: NonNullable<Message["error"]>;
  /** The response itself. */
  readonly message: Message;
}

export interface ModernOptions {
  readonly headers?: Record<string, string | undefined>;
  /** Members of `_meta` besides those that every request has; `undefined` leaves one out. */
  readonly meta?: Record<string, unknown>;
  readonly capabilities?: Record<string, unknown>;
  readonly id?: string | number;
  readonly signal?: AbortSignal;
  readonly path?: string;
}

export const MODERN_VERSION = "2026-07-28";
export const MCP_PATH = "/mcp";
const ACCEPT = "application/json, text/event-stream";

/** The door of a server that needs no socket. */
export const doorOf =
  (server: Server): Door =>
  (path, init) =>
    server.fetch(new Request(`http://localhost${path}`, init));

/** The body of a modern request. */
export function modernBody(method: string, params: object = {}, options: ModernOptions = {}): object {
  const _meta = {
    "io.modelcontextprotocol/protocolVersion": MODERN_VERSION,
    "io.modelcontextprotocol/clientInfo": { name: "tester", version: "1.0.0" },
    "io.modelcontextprotocol/clientCapabilities": options.capabilities ?? {},
    ...options.meta,
  };
  return { jsonrpc: "2.0", id: options.id ?? 1, method, params: { ...params, _meta } };
}

/** The headers of a modern request. */
export function modernHeaders(method: string, params: object = {}, options: ModernOptions = {}): Headers {
  const { name, uri } = params as { name?: string; uri?: string };
  return headersOf({
    "content-type": "application/json",
    accept: ACCEPT,
    "mcp-protocol-version": MODERN_VERSION,
    "mcp-method": method,
    "mcp-name": name ?? uri,
    ...options.headers,
  });
}

/** Sends a modern request and gives the bare response. */
export const postModern = (
  door: Door,
  method: string,
  params: object = {},
  options: ModernOptions = {},
): Promise<Response> =>
  door(options.path ?? MCP_PATH, {
    method: "POST",
    headers: modernHeaders(method, params, options),
    body: JSON.stringify(modernBody(method, params, options)),
    ...(options.signal && { signal: options.signal }),
  });

/** Sends a modern request and waits for all of its reply. */
export const modern = async (
  to: Server | Door,
  method: string,
  params: object = {},
  options: ModernOptions = {},
): Promise<Reply> => readReply(await postModern(toDoor(to), method, params, options));

export const callTool = (
  to: Server | Door,
  name: string,
  args?: object,
  options?: ModernOptions,
): Promise<Reply> =>
  modern(to, "tools/call", args === undefined ? { name } : { name, arguments: args }, options);

export interface SessionOptions {
  readonly revision?: string;
  readonly capabilities?: object;
  readonly headers?: Record<string, string>;
}

/** A legacy client in its session. */
export interface Session {
  readonly id: string;
  /** The result of `initialize`. */
  readonly welcome: Record<string, unknown>;
  request(method: string, params?: object, headers?: Record<string, string>): Promise<Reply>;
  callTool(name: string, args?: object): Promise<Reply>;
  /** Sends any body and gives the bare response. */
  post(body: unknown, headers?: Record<string, string | undefined>, signal?: AbortSignal): Promise<Response>;
  notify(method: string, params?: object): Promise<Response>;
  /** Opens the session's stream, or goes on with the one that an event id belongs to. */
  listen(lastEventId?: string, headers?: Record<string, string>): Promise<EventStream>;
  end(headers?: Record<string, string>): Promise<Response>;
  /** The same session, through another door. */
  through(to: Server | Door): Session;
}

/** Opens a legacy session. */
export async function openSession(to: Server | Door, options: SessionOptions = {}): Promise<Session> {
  const door = toDoor(to);
  const { revision = "2025-11-25", capabilities = {}, headers = {} } = options;
  const response = await door(MCP_PATH, {
    method: "POST",
    headers: { "content-type": "application/json", accept: ACCEPT, ...headers },
    body: JSON.stringify(initializeBody(revision, capabilities)),
  });
  const id = response.headers.get("mcp-session-id");
  const reply = await readReply(response);
  if (id === null) throw new Error(`No session was opened: ${JSON.stringify(reply.message)}`);
  return sessionOf(door, id, reply.result, { "mcp-protocol-version": revision, ...headers });
}

export const initializeBody = (revision = "2025-11-25", capabilities: object = {}): object => ({
  jsonrpc: "2.0",
  id: 0,
  method: "initialize",
  params: { protocolVersion: revision, capabilities, clientInfo: { name: "tester", version: "1.0.0" } },
});

function sessionOf(
  door: Door,
  id: string,
  welcome: Record<string, unknown>,
  own: Record<string, string>,
): Session {
  let count = 0;
  const base = { ...own, "mcp-session-id": id };
  const post: Session["post"] = (body, headers = {}, signal) =>
    door(MCP_PATH, {
      method: "POST",
      headers: headersOf({ "content-type": "application/json", accept: ACCEPT, ...base, ...headers }),
      body: typeof body === "string" ? body : JSON.stringify(body),
      ...(signal && { signal }),
    });
  const request: Session["request"] = async (method, params = {}, headers = {}) => {
    count += 1;
    return readReply(await post({ jsonrpc: "2.0", id: count, method, params }, headers));
  };
  return {
    id,
    welcome,
    post,
    request,
    callTool: (name, args) => request("tools/call", { name, arguments: args ?? {} }),
    notify: (method, params = {}) => post({ jsonrpc: "2.0", method, params }),
    async listen(lastEventId, headers = {}) {
      const response = await door(MCP_PATH, {
        headers: headersOf({
          accept: "text/event-stream",
          ...base,
          "last-event-id": lastEventId,
          ...headers,
        }),
      });
      if (response.status !== 200)
        throw new Error(`No stream was opened: ${response.status} ${await response.text()}`);
      return readEvents(response);
    },
    end: (headers = {}) => door(MCP_PATH, { method: "DELETE", headers: { ...base, ...headers } }),
    through: (to) => sessionOf(toDoor(to), id, welcome, own),
  };
}

/** Reads a whole reply, JSON or stream. */
export async function readReply(response: Response): Promise<Reply> {
  const { status, headers } = response;
  const streamed = headers.get("content-type") === "text/event-stream";
  const messages = streamed ? await allMessages(readEvents(response)) : toMessages(await response.text());
  const message = messages.find((one) => one.result !== undefined || one.error !== undefined) ?? {};
  return {
    status,
    headers,
    streamed,
    notifications: messages.filter((one) => one.method !== undefined),
    result: message.result ?? {},
    error: message.error ?? { code: 0, message: "" },
    message,
  };
}

const toMessages = (text: string): readonly Message[] => (text === "" ? [] : [JSON.parse(text) as Message]);

async function allMessages(stream: EventStream): Promise<readonly Message[]> {
  const found: Message[] = [];
  for (let event = await stream.next(); event !== undefined; event = await stream.next())
    if (event.message) found.push(event.message);
  return found;
}

const toDoor = (to: Server | Door): Door => (typeof to === "function" ? to : doorOf(to));

const headersOf = (table: Record<string, string | undefined>): Headers =>
  new Headers(Object.entries(table).filter((pair): pair is [string, string] => pair[1] !== undefined));
