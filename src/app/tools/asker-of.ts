// Who asks with a tool of the app: the client, by its own word and by its token.

import type { Asker } from "../../core/elicitation/elicitation.js";
import type { CallContext } from "../../server/context.js";
import type { ToolParts } from "./tool-parts.js";
import { principalOf } from "./tool-reply.js";

export function askerOf(
  { runOfSession }: Pick<ToolParts, "runOfSession">,
  ctx: CallContext,
): Asker & { readonly principalId: string } {
  const { id: principalId, name } = principalOf(ctx);
  return {
    server: ctx.client.name ?? name,
    // The name is the client's own word; what the operator knows it by is its token.
    origin:
      ctx.sessionId === undefined && ctx.request.headers.authorization === undefined ? name : `token ${name}`,
    method: "tools/call",
    target: "elicit",
    client: [ctx.client.name ?? name, ctx.client.version].filter(Boolean).join(" "),
    principalId,
    // What one session asks belongs together; where there are none, each call is for itself.
    runId: ctx.sessionId === undefined ? ctx.run.id : runOfSession(ctx.sessionId),
  };
}
