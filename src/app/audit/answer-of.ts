// What was answered, for the audit: with the names of what is as sensitive as a secret, which may not be redacted yet.

import type { Broker } from "../../broker/broker.js";
import type { SensitiveFields } from "../questions/sensitive-fields.js";
import type { LineParts } from "./audit-line.js";

export function createAnswerOf(broker: Broker, sensitiveFields: SensitiveFields): LineParts["answerOf"] {
  return async (elicitation) => {
    const answer = await broker.getAnswer(elicitation.id);
    // In this order: what was deleted before the answer was read is known.
    const { settled } = (await broker.get(elicitation.id)) ?? elicitation;
    return {
      content: answer?.action === "accept" ? answer.content : undefined,
      sensitive: await sensitiveFields(elicitation),
      deleted: settled?.deleted ?? [],
    };
  };
}
