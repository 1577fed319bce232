// Has the client show a question itself, and writes down what came of it.

import type { ElicitSpec } from "../../agent/spec.js";
import { specToForm } from "../../agent/spec-to-form.js";
import { type Told, tellModel } from "../../agent/tell-model.js";
import type { ToolResult } from "../../protocol/content.js";
import type { CallContext } from "../../server/context.js";
import type { ClientAudit, ClientEnd } from "../audit/client-audit.js";
import { askerOf } from "./asker-of.js";
import type { ToolParts } from "./tool-parts.js";
import { reply } from "./tool-reply.js";

/**
 * Asks in the way of the client's era; the answer is part of the call. Gives `undefined` when it cannot be written down
 * that something is asked: the inbox is asked then, whose audit is made up for later.
 */
export async function askClient(
  parts: ToolParts,
  spec: ElicitSpec,
  ctx: CallContext,
): Promise<ToolResult | undefined> {
  const note = parts.audit === undefined ? unaudited : await begin(parts, parts.audit, spec, ctx);
  if (note === undefined) return undefined;
  const { message, schema } = specToForm(spec);
  const timeoutMs = spec.timeoutSeconds === undefined ? {} : { timeoutMs: spec.timeoutSeconds * 1000 };
  const told: Told = await ctx.elicit(
    { message, requestedSchema: schema },
    { key: "question", ...timeoutMs },
  );
  await note(told);
  return reply(tellModel(spec, told), { told });
}

/** Writes down how it ended. */
type Note = (told: Told) => Promise<void>;

const unaudited: Note = async () => {};

/** Writes down that it is asked, once for all rounds; `undefined` when that cannot be done. */
async function begin(
  parts: ToolParts,
  audit: ClientAudit,
  spec: ElicitSpec,
  ctx: CallContext,
): Promise<Note | undefined> {
  const questionAt = (askedAt: number) => ({
    ...specToForm(spec),
    id: ctx.run.id,
    askedAt,
    asker: askerOf(parts, ctx),
    expiresAt: spec.timeoutSeconds === undefined ? undefined : askedAt + spec.timeoutSeconds * 1000,
  });
  const { askedAt } = await ctx.step("audit asked", async () => {
    const at = parts.clock.now();
    try {
      await audit.asked(questionAt(at));
      return { askedAt: at };
    } catch (error) {
      parts.logger.error("The audit cannot be written. The inbox is asked, and not the client.", { error });
      return { askedAt: null };
    }
  });
  if (askedAt === null) return undefined;
  const end = (how: ClientEnd): Promise<void> => audit.settled(questionAt(askedAt), how);
  let isOpen = true;
  ctx.defer(async () => {
    // A call that is cancelled comes back from nothing; one whose server stops may go on elsewhere.
    if (isOpen && ctx.signal.aborted && !parts.isStopping())
      await end({ action: "withdraw", reason: "The call was cancelled." });
  });
  return async (told) => {
    isOpen = false;
    await ctx.step("audit settled", async () => {
      await end(told);
      return null;
    });
  };
}
