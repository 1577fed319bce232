// The tools around `elicit`: have an answer later, take a question back.

import { isOpenStatus } from "../../core/engine/change-elicitation.js";
import { BeckonError } from "../../core/errors.js";
import { type ToolResult, text } from "../../protocol/content.js";
import type { CallContext } from "../../server/context.js";
import { type ToolParts, whereAnswered } from "./tool-parts.js";
import { principalOf, sayError } from "./tool-reply.js";
import { withSigns } from "./with-signs.js";

/** Executes `get_answer`. */
export async function serveGetAnswer(
  parts: ToolParts,
  { id, wait_seconds = 0 }: { readonly id: string; readonly wait_seconds?: number | undefined },
  ctx: CallContext,
): Promise<ToolResult> {
  const wait = () =>
    parts.questions.answer(id, principalOf(ctx).id, { waitMs: wait_seconds * 1000, signal: ctx.signal });
  const state =
    wait_seconds > 0
      ? await withSigns(parts.clock, ctx, `Waiting for an answer ${await whereAnswered(parts, id)}`, wait)
      : await wait();
  return state === undefined ? unknown(id) : parts.tell(state);
}

/** Executes `cancel_elicitation`. */
export async function serveCancel(
  { broker, questions }: ToolParts,
  {
    id,
    reason = "The agent no longer needs it.",
  }: { readonly id: string; readonly reason?: string | undefined },
  ctx: CallContext,
): Promise<ToolResult> {
  const { id: principalId, name } = principalOf(ctx);
  const elicitation = await broker.get(id);
  if (elicitation?.asker.principalId !== principalId) return unknown(id);
  const change = await broker.withdraw(id, reason, { by: name, from: "mcp" });
  await questions.delivered(id);
  if (change.ok && change.elicitation.status === "withdrawn")
    return said(`The question ${id} is withdrawn.`, id, "withdrawn");
  const status = (await broker.get(id))?.status ?? "withdrawn";
  return said(
    isOpenStatus(status)
      ? `The question ${id} is still open. Try again.`
      : `The question ${id} was ${status} before; get_answer says what came of it.`,
    id,
    status,
  );
}

const said = (words: string, id: string, status: string): ToolResult => ({
  content: [text(words)],
  structuredContent: { id, status },
});

const unknown = (id: string): ToolResult =>
  sayError(
    new BeckonError(
      "unknown-name",
      `There is no question of yours with the id ${JSON.stringify(id)}. list_elicitations names those that are open.`,
    ),
  );
