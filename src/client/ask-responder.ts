// Gets the answer to one question from the responder, and says it as a client does.

import type { Answer } from "../core/elicitation/answer.js";
import { checkContent } from "../core/elicitation/check-content.js";
import type { Elicitation } from "../core/elicitation/elicitation.js";
import type { Responder, RespondOptions } from "../core/elicitation/responder.js";
import type { Logger } from "../core/logger.js";
import { messageOf } from "../core/message-of.js";
import { problemLine } from "../core/problem.js";
import type { ElicitResult } from "../protocol/elicitation/read-elicit-result.js";

/** What a client says when nobody has answered. */
export const CANCELLED: ElicitResult = { action: "cancel" };

/**
 * Asks, and holds the whole answer against its form. Only a person's yes is `accept` and only a person's no is
 * `decline`; everything else, also an answer that does not fit and a responder that fails, is `cancel`. `onUnshown`
 * hears of a question that the responder gave nobody, or whose answer is none.
 */
export async function askResponder(
  responder: Responder,
  elicitation: Elicitation,
  options: RespondOptions,
  logger: Logger,
  onUnshown: (reason: string) => void,
): Promise<ElicitResult> {
  const about = { id: elicitation.id, server: elicitation.asker.server, target: elicitation.asker.target };
  let answer: Answer | undefined;
  try {
    answer = await responder(elicitation, options);
  } catch (error) {
    logger.error("A responder failed, and the question was cancelled.", { ...about, error });
    onUnshown(messageOf(error));
    return CANCELLED;
  }
  switch (answer?.action) {
    case "accept": {
      // To go to a page is all that a person can say about it here.
      if (elicitation.mode === "url") return { action: "accept" };
      const checked = checkContent(elicitation.schema, answer.content);
      if (checked.problems === undefined) return { action: "accept", content: checked.value };
      const problems = checked.problems.map(problemLine);
      logger.error("An answer does not fit its form, and the question was cancelled.", {
        ...about,
        problems,
      });
      onUnshown(`The answer does not fit its form: ${problems.join(" ")}`);
      return CANCELLED;
    }
    case "decline":
      return { action: "decline" };
    case "cancel":
      logger.info("A question was cancelled.", { ...about, reason: answer.reason });
      return CANCELLED;
    case "timeout":
    case "unavailable":
      logger.info("A question got no answer.", { ...about, action: answer.action });
      return CANCELLED;
    case undefined:
      logger.warn("Nobody took a question, and it was cancelled.", about);
      onUnshown("Nobody took it.");
      return CANCELLED;
  }
}
