// What was answered, for the audit: with the names of what is as sensitive as a secret, which may not be redacted yet.

import { sensitiveNames } from "../../agent/with-handles.js";
import type { Broker } from "../../broker/broker.js";
import type { AskedRecords } from "../questions/asked-records.js";
import type { LineParts } from "./audit-line.js";

export function createAnswerOf(broker: Broker, asked: AskedRecords): LineParts["answerOf"] {
  return async ({ id }) => {
    const answer = await broker.getAnswer(id);
    const spec = (await asked.get(id))?.spec;
    return {
      content: answer?.action === "accept" ? answer.content : undefined,
      sensitive: new Set(spec === undefined ? [] : sensitiveNames(spec).keys()),
    };
  };
}
