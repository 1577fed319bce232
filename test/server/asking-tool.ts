// A tool that asks its client, straight through the requests to clients.

import type { Server } from "../../src/index.js";
import type { Outlet } from "../../src/server/call/call.js";
import type { ServerParts } from "../../src/server/parts.js";
import { transportParts } from "../../src/server/server.js";
import type { ClientRequests, OpenRequest } from "../../src/server/sessions/client-requests.js";

/** What became of the questions of a server. */
export interface Asking {
  readonly requests: ClientRequests;
  /** The questions asked, by id. */
  readonly open: Map<string, OpenRequest>;
  /** The ways they went, by id. */
  readonly outlets: Map<string, Outlet>;
}

/** Adds the tool `ask`, which sends the question of the given id and returns the reply as text. */
export function addAskingTool(server: Server): Asking {
  const parts: { -readonly [Name in keyof ServerParts]: ServerParts[Name] } = server[transportParts].server;
  const { clientRequests } = parts;
  const open = new Map<string, OpenRequest>();
  const outlets = new Map<string, Outlet>();
  // The one place where a handler's context hands its call to something of the server's.
  parts.readResource = (call, uri) =>
    new Promise((resolve) => {
      const id = uri.slice("ask:".length);
      const request = clientRequests.send(
        { sessionId: call.sessionId ?? "", outlet: call.outlet },
        { id, method: "elicitation/create", paramsJson: '{"message":"How many?"}' },
        { replied: (reply) => resolve([{ uri, text: JSON.stringify(reply) }]) },
      );
      open.set(id, request);
      outlets.set(id, call.outlet);
      call.whenEnded(() => request.withdraw("the call is over"));
    });
  const input = { type: "object", properties: { id: { type: "string" } }, required: ["id"] } as const;
  server.tool("ask", { input }, async ({ id }, ctx) => {
    const [reply] = await ctx.readResource(`ask:${id}`);
    return reply !== undefined && "text" in reply ? String(reply.text) : "";
  });
  return { requests: clientRequests, open, outlets };
}

/** The call of the tool `ask`. */
export const askCall = (id: string, callId: string | number = 1): object => ({
  jsonrpc: "2.0",
  id: callId,
  method: "tools/call",
  params: { name: "ask", arguments: { id } },
});

/** A client's response to a question. */
export const answer = (
  id: unknown,
  result: object = { action: "accept", content: { guests: 2 } },
): object => ({
  jsonrpc: "2.0",
  id,
  result,
});
