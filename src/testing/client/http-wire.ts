// The wire of HTTP: fetch requests that go straight to the server.

import { isObject, type JsonObject } from "../../core/json.js";
import type { Server } from "../../server/server.js";
import { readEvents } from "./read-events.js";
import { requestHeaders } from "./request-headers.js";
import type { OpenWire } from "./wire.js";

const ENDPOINT = "http://localhost/mcp";
const SESSION = "mcp-session-id";

/** Opens wires that send these headers along; in the legacy era, in a session of their own. */
export const httpWire =
  (own: Readonly<Record<string, string>>): OpenWire =>
  async (server, hear) => {
    const leaving = new AbortController();
    let session: Record<string, string> = {};

    async function post(message: JsonObject): Promise<void> {
      const response = await server.fetch(
        new Request(ENDPOINT, {
          method: "POST",
          headers: { ...requestHeaders(server, message), ...own, ...session },
          body: JSON.stringify(message),
          signal: leaving.signal,
        }),
      );
      const id = response.headers.get(SESSION);
      if (message.method === "initialize" && id !== null)
        session = { [SESSION]: id, ...versionHeader(message.params) };
      await take(response, message);
    }

    async function take(response: Response, message: JsonObject): Promise<void> {
      if (response.headers.get("content-type") !== "text/event-stream")
        return takeText(response.status, await response.text(), message);
      let isDone = false;
      const lastId = await readEvents(response, (event) => {
        if (event.id === message.id && event.method === undefined) isDone = true;
        hear(event);
      });
      if (!isDone && lastId !== undefined && !leaving.signal.aborted) await resume(lastId, message);
    }

    /** The server closed the connection on purpose: the rest is fetched as `Last-Event-ID` has it. */
    async function resume(lastId: string, message: JsonObject): Promise<void> {
      const headers = { accept: "text/event-stream", "last-event-id": lastId, ...own, ...session };
      await take(await server.fetch(new Request(ENDPOINT, { headers, signal: leaving.signal })), message);
    }

    function takeText(status: number, text: string, { id }: JsonObject): void {
      const parsed = parse(text);
      if (isObject(parsed)) hear({ ...parsed, id: parsed.id ?? id });
      else if (status >= 400) throw new Error(`The server refused the request: ${status} ${text}`);
    }

    return {
      send: post,
      async close() {
        leaving.abort();
        if (session[SESSION] !== undefined) await end(server, { ...own, ...session });
      },
    };
  };

const versionHeader = (params: unknown): Record<string, string> =>
  isObject(params) ? { "mcp-protocol-version": String(params.protocolVersion) } : {};

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

async function end(server: Server, headers: Record<string, string>): Promise<void> {
  await server.fetch(new Request(ENDPOINT, { method: "DELETE", headers }));
}
