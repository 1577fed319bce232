// Has the client show a question that the inbox has too: the first answer counts, wherever it is given.

import type { ElicitSpec } from "../../agent/spec.js";
import { specToForm } from "../../agent/spec-to-form.js";
import type { Told } from "../../agent/tell-model.js";
import { DISMISSED } from "../../server/asking/asked-question.js";
import type { CallContext } from "../../server/context.js";
import type { ToolParts } from "./tool-parts.js";
import { principalOf } from "./tool-reply.js";

/** As long as timers understand: whoever looks at a question is not hurried. */
const PATIENT_MS = 2 ** 31 - 1;

/**
 * Asks until the client says something, the question is settled elsewhere, or the asker's own patience is over; then
 * the client is told that it need not go on, where its era can. What it says is settled in the broker. False when the
 * client could not show it after all, or what came of it was nobody's act: the question is the inbox's then.
 */
export async function offerToClient(
  parts: Pick<ToolParts, "broker" | "questions" | "logger">,
  spec: ElicitSpec,
  id: string,
  ctx: CallContext,
): Promise<boolean> {
  const { broker, questions, logger } = parts;
  const { message, schema } = specToForm(spec);
  const { id: principalId } = principalOf(ctx);
  const waitMs = spec.waitSeconds === undefined ? PATIENT_MS : spec.waitSeconds * 1000;
  const over = new AbortController();
  const left = new AbortController();
  // Also when this execution is left for the next round, in which nothing after the question runs.
  ctx.defer(() => left.abort());
  void questions.answer(id, principalId, { waitMs, signal: left.signal }).then(
    () => over.abort(),
    (error: unknown) => {
      if (!left.signal.aborted) logger.error("An answer from elsewhere cannot be waited for.", { id, error });
    },
  );
  const said: Told = await ctx.elicit(
    { message, requestedSchema: schema },
    { key: "question", signal: over.signal },
  );
  left.abort();
  // What ended from here is no word of the client's.
  if (over.signal.aborted) return true;
  if (said.action === "timeout" || said.action === "unavailable") return false;
  if (said.action === "cancel" && said.reason !== DISMISSED) {
    logger.warn("A client could not show a question. It stays in the inbox.", { id, reason: said.reason });
    return false;
  }
  await ctx.step("settle", async () => {
    const change = await broker.settle(id, said, { by: principalId, from: "client" });
    if (!change.ok && change.reason !== "settled")
      logger.error("What a client answered could not be kept. The question stays in the inbox.", {
        id,
        reason: change.reason,
      });
    return null;
  });
  return true;
}
