// A legacy session, spoken by hand.

import { post, type Reply, send } from "./raw-http.js";

export interface LegacySession {
  readonly id: string;
  /** Sends messages of the session; a list is a batch. */
  post(body: unknown): Promise<Reply>;
  /** Calls a tool under the given id. */
  call(id: number, name: string, args?: object, meta?: object): Promise<Reply>;
  /** Opens the session's stream, or goes on with one that broke. */
  get(lastEventId?: string): Promise<Reply>;
  delete(): Promise<Reply>;
}

export const initializeMessage = (revision: string): object => ({
  jsonrpc: "2.0",
  id: 0,
  method: "initialize",
  params: { protocolVersion: revision, capabilities: {}, clientInfo: { name: "raw", version: "1" } },
});

/** Opens a session of a revision. */
export async function openSession(
  url: string,
  revision = "2025-11-25",
  extra: Readonly<Record<string, string>> = {},
): Promise<LegacySession> {
  const reply = await post(url, initializeMessage(revision), extra);
  const id = reply.headers.get("mcp-session-id");
  if (id === null) throw new Error(`No session: ${reply.status} ${await reply.text()}`);
  await reply.text();
  const headers = { ...extra, "mcp-session-id": id, "mcp-protocol-version": revision };
  return {
    id,
    post: (body) => post(url, body, headers),
    call: (callId, name, args = {}, _meta = undefined) =>
      post(
        url,
        { jsonrpc: "2.0", id: callId, method: "tools/call", params: { name, arguments: args, _meta } },
        headers,
      ),
    get: (lastEventId) =>
      send(url, "GET", {
        ...headers,
        accept: "text/event-stream",
        ...(lastEventId !== undefined && { "last-event-id": lastEventId }),
      }),
    delete: () => send(url, "DELETE", headers),
  };
}
