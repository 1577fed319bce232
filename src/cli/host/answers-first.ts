// Answers from a file what it has an answer for, and says which of them do not fit.

import type { Elicitation } from "../../core/elicitation/elicitation.js";
import type { Responder } from "../../core/elicitation/responder.js";
import { matches, type PolicyRule } from "../../responders/policy-rule.js";
import { composed } from "../../responders/with-fallback.js";
import { withPolicy } from "../../responders/with-policy.js";

/** What a file of answers is put before. */
export interface AnswersFirstOptions {
  readonly rules: readonly PolicyRule[];
  /** Hears of a question that was cancelled because its answer does not fit its form. */
  readonly onMisfit: (elicitation: Elicitation, reason: string) => void;
}

/**
 * Asks the responder only what the file leaves to a person. Whoever wrote into it that a question is cancelled knows of
 * that; that an answer does not fit they do not.
 */
export function answersFirst(responder: Responder, { rules, onMisfit }: AnswersFirstOptions): Responder {
  const ruled = withPolicy(responder, { rules });
  return composed([ruled], async (elicitation, told) => {
    const answer = await ruled(elicitation, told);
    const rule = rules.find(({ when }) => matches(when, elicitation));
    if (typeof rule?.do === "object" && answer?.action === "cancel") onMisfit(elicitation, answer.reason);
    return answer;
  });
}
