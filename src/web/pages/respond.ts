// Puts a question up as a page, and waits for what comes of it.

import type { Answer } from "../../core/elicitation/answer.js";
import type { FormElicitation } from "../../core/elicitation/elicitation.js";
import type { RespondOptions } from "../../core/elicitation/responder.js";
import type { PageParts } from "./page-parts.js";

/** Asks on a page. It stays up between rounds and after a restart, until it is answered, too late, taken down or nobody's. */
export async function respondWithPage(
  parts: PageParts,
  elicitation: FormElicitation,
  options: RespondOptions,
): Promise<Answer> {
  const { broker, identify, logger } = parts;
  const { id, audience, asker } = elicitation;
  if (identify !== undefined && (audience ?? asker.principalId) === undefined) {
    logger.warn("A question to nobody in particular was put on no page, since nobody could open it.", { id });
    return { action: "unavailable", reason: "nobody" };
  }
  try {
    const answer = await broker.responder({ kept: true })(elicitation, options);
    return answer ?? { action: "cancel", reason: "The page is gone." };
  } catch (error) {
    if (!options.signal.aborted) throw error;
    // Nobody wants the answer any more. One that was given in the same moment still counts.
    await broker.withdraw(id, WITHDRAWN, { from: "asker" });
    return (await broker.getAnswer(id)) ?? { action: "cancel", reason: WITHDRAWN };
  }
}

const WITHDRAWN = "The question is no longer asked.";

/** Takes a page down, whoever put it up. */
export async function takeDown({ broker }: PageParts, id: string): Promise<void> {
  await broker.withdraw(id, WITHDRAWN, { from: "asker" });
  await broker.redact(id);
}
