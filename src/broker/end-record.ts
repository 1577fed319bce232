// Ends an elicitation: writes the outcome over one version, then tells whoever waits, watches or counts.

import type { ElicitationRecord, ElicitationStatus } from "../core/engine/elicitations.js";
import { isPromise, type MaybePromise } from "../core/maybe-promise.js";
import { isOpenStatus, isOverdue } from "./change-record.js";
import { tellChange } from "./hints.js";
import { type Outcome, sealOutcome, toAnswer } from "./outcome.js";
import type { BrokerParts } from "./parts.js";
import { tellEnded } from "./telemetry.js";

const NO_SECRETS: readonly string[] = [];

/** The final record; `undefined` when somebody else was faster. `secrets` are the fields whose values are some. */
export function endRecord(
  parts: BrokerParts,
  record: ElicitationRecord,
  status: ElicitationStatus,
  outcome: Outcome,
  secrets: readonly string[] = NO_SECRETS,
): MaybePromise<ElicitationRecord | undefined> {
  const { engine, atRest, retentionMs } = parts;
  const change = {
    status,
    forgetAt: outcome.at + retentionMs,
    outcome: sealOutcome(atRest, record.id, outcome),
  };
  const ended = engine.elicitations.change(record.id, record.version, change, outcome.at);
  if (isPromise(ended)) return ended.then((made) => tell(parts, made, outcome, secrets));
  return tell(parts, ended, outcome, secrets);
}

function tell(
  { engine, logger, waits, claims }: BrokerParts,
  record: ElicitationRecord | undefined,
  outcome: Outcome,
  secrets: readonly string[],
): ElicitationRecord | undefined {
  if (record === undefined) return undefined;
  if (claims.size > 0) forgetClaim(claims, record.id);
  if (waits.size > 0) waits.answer(record.id, () => toAnswer(record.status, outcome));
  tellChange(engine, logger, record.id);
  tellEnded(record, outcome, secrets);
  return record;
}

/** Nobody needs to see any more when the claim of what is over lapses. */
function forgetClaim(claims: BrokerParts["claims"], id: string): void {
  claims.get(id)?.cancel();
  claims.delete(id);
}

/** Notes that the deadline of an elicitation is over. */
export function expireRecord(
  parts: BrokerParts,
  record: ElicitationRecord,
): MaybePromise<ElicitationRecord | undefined> {
  return endRecord(parts, record, "expired", outcomeOf(parts.clock.now(), undefined));
}

/** Takes an elicitation back, of which nobody will want the answer. */
export function withdrawRecord(
  parts: BrokerParts,
  record: ElicitationRecord,
  reason: string,
): MaybePromise<ElicitationRecord | undefined> {
  const now = parts.clock.now();
  return isOverdue(record, now)
    ? expireRecord(parts, record)
    : endRecord(parts, record, "withdrawn", outcomeOf(now, reason));
}

/** An outcome without a person in it. */
const outcomeOf = (at: number, reason: string | undefined): Outcome => ({
  at,
  by: undefined,
  from: undefined,
  reason,
  key: undefined,
  content: undefined,
});

/** The record, ended if its deadline is over; `undefined` when that must be looked at again. */
export function currentRecord(
  parts: BrokerParts,
  record: ElicitationRecord,
): MaybePromise<ElicitationRecord | undefined> {
  return isOpenStatus(record.status) && isOverdue(record, parts.clock.now())
    ? expireRecord(parts, record)
    : record;
}
