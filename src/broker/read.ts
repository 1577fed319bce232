// Reads elicitations and answers. What is overdue is ended before it is shown.

import type { Answer, FormContent } from "../core/elicitation/answer.js";
import type { ElicitationRecord } from "../core/engine/elicitations.js";
import { andThen, type MaybePromise } from "../core/maybe-promise.js";
import type { KeptElicitation } from "./broker.js";
import { isOpenStatus } from "./change-record.js";
import { currentRecord } from "./end-record.js";
import { tellChange } from "./hints.js";
import { openOutcome, sealOutcome, toAnswer } from "./outcome.js";
import { type BrokerParts, bodyOf, keptOf } from "./parts.js";
import { withoutFields } from "./without-fields.js";

/** The record as it is now; one whose deadline is over has ended. */
export function findRecord(parts: BrokerParts, id: string): MaybePromise<ElicitationRecord | undefined> {
  return andThen(parts.engine.elicitations.get(id), (record) => {
    if (record === undefined) return undefined;
    return andThen(currentRecord(parts, record), (current) => current ?? findRecord(parts, id));
  });
}

export function getElicitation(parts: BrokerParts, id: string): MaybePromise<KeptElicitation | undefined> {
  return andThen(findRecord(parts, id), (record) => record && keptOf(parts, record));
}

export function getAnswer(parts: BrokerParts, id: string): MaybePromise<Answer<FormContent> | undefined> {
  return andThen(findRecord(parts, id), (record) => record && answerOf(parts, record));
}

/** What came of a record; `undefined` while it is open. */
export function answerOf(
  parts: BrokerParts,
  { id, status, outcome }: ElicitationRecord,
): Answer<FormContent> | undefined {
  return outcome === undefined ? undefined : toAnswer(status, openOutcome(parts.atRest, id, outcome));
}

/** Deletes the secrets of a settled answer, and the values of further fields. */
export function redactAnswer(
  parts: BrokerParts,
  id: string,
  further: readonly string[] = [],
): MaybePromise<void> {
  return andThen(parts.engine.elicitations.get(id), (record) => {
    if (record === undefined || isOpenStatus(record.status) || record.outcome === undefined) return;
    const outcome = openOutcome(parts.atRest, id, record.outcome);
    const { content } = outcome;
    if (content === undefined) return;
    const secrets = bodyOf(parts, record).schema?.secrets ?? [];
    const fields = [...new Set([...secrets, ...further])].filter((field) => Object.hasOwn(content, field));
    if (fields.length === 0) return;
    const deleted = [...(outcome.deleted ?? []), ...fields];
    const redacted = { ...outcome, content: withoutFields(content, fields), deleted };
    const change = { outcome: sealOutcome(parts.atRest, id, redacted) };
    return andThen(
      parts.engine.elicitations.change(id, record.version, change, parts.clock.now()),
      (changed) => {
        if (changed === undefined) return redactAnswer(parts, id, further);
        tellChange(parts.engine, parts.logger, id);
      },
    );
  });
}
