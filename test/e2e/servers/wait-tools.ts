// Tools whose questions end in another way than by an answer, or are asked outside of a call.

import { field, form, type Server } from "beckon";
import * as z from "zod";
import { Slots } from "./slots.js";

const keyed = z.object({ key: z.string() });

/** How long `decide` waits for its answer. */
export const DECIDE_MS = 5000;

export function addWaitTools(server: Server): void {
  const ends = new Slots<string>();
  const answers = new Slots<string>();
  server.tool("decide", { description: "Waits for an answer until a deadline" }, async (_, ctx) =>
    JSON.stringify(await ctx.elicit(form("Decide now.", { text: field.string() }), { timeoutMs: DECIDE_MS })),
  );
  server.tool("ponder", { description: "Waits for an answer", input: keyed }, async ({ key }, ctx) => {
    ctx.defer(() => ends.put(key, "cleaned up"));
    const answer = await ctx.elicit(form("Take your time.", { text: field.string() }));
    answers.put(key, answer.action);
    return answer.action;
  });
  server.tool("pondered", { description: "Tells that ponder has cleaned up", input: keyed }, ({ key }) =>
    ends.get(key),
  );
  server.tool("beside", { description: "Asks outside of the call", input: keyed }, ({ key }, ctx) => {
    if (ctx.sessionId === undefined) return "There is no session.";
    void server
      .session(ctx.sessionId)
      .elicit(form("By the way?", { text: field.string() }))
      .then((answer) => answers.put(key, JSON.stringify(answer)));
    return "Asked.";
  });
  server.tool("said", { description: "Tells the answer", input: keyed }, ({ key }) => answers.get(key));
}
