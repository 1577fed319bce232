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
      const isDone = await take(response, message);
      if (!isDone && message.method !== undefined && message.id !== undefined)
        throw new Error(`The server's response to ${message.method} ended without a reply.`);
      if (message.method === "notifications/initialized") await listen();
    }

    /** Hears what belongs to no call, on the session's own stream. */
    async function listen(lastId?: string): Promise<void> {
      const response = await get(lastId);
      // Without a session there is none.
      if (!isStream(response)) return void (await response.body?.cancel());
      readEvents(response, hear)
        .then((id) => (id === undefined || leaving.signal.aborted ? undefined : listen(id)))
        // The client leaves, or the server stops.
        .catch(() => {});
    }

    /** Hands over what comes; true when the reply to the message was there. */
    async function take(response: Response, message: JsonObject): Promise<boolean> {
      if (!isStream(response)) return takeText(response.status, await response.text(), message);
      let isDone = false;
      const lastId = await readEvents(response, (event) => {
        if (event.id === message.id && event.method === undefined) isDone = true;
        hear(event);
      });
      if (isDone || lastId === undefined || leaving.signal.aborted) return isDone;
      // The server closed the connection on purpose.
      return take(await get(lastId), message);
    }

    /** Opens the session's stream, or goes on with one as `Last-Event-ID` has it. */
    function get(lastId: string | undefined): Promise<Response> {
      const from = lastId === undefined ? {} : { "last-event-id": lastId };
      const headers = { accept: "text/event-stream", ...from, ...own, ...session };
      return server.fetch(new Request(ENDPOINT, { headers, signal: leaving.signal }));
    }

    function takeText(status: number, text: string, { id }: JsonObject): boolean {
      const parsed = parse(text);
      if (isObject(parsed)) hear({ ...parsed, id: parsed.id ?? id });
      else if (status >= 400) throw new Error(`The server refused the request: ${status} ${text}`);
      return isObject(parsed);
    }

    return {
      send: post,
      async close() {
        leaving.abort();
        if (session[SESSION] !== undefined) await end(server, { ...own, ...session });
      },
    };
  };

const isStream = (response: Response): boolean =>
  response.headers.get("content-type") === "text/event-stream";

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
