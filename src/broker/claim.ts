// Claims: who has an elicitation open just now. They are shown, they may move a deadline, and they block nobody.

import type { ElicitationRecord } from "../core/engine/elicitations.js";
import { BeckonError } from "../core/errors.js";
import { andThen, type MaybePromise } from "../core/maybe-promise.js";
import { type Body, type Claim, type MoreOfBody, sealBody } from "./body.js";
import type { Change, Claiming } from "./broker.js";
import { changeRecord, isAsked, isOpenStatus, isOverdue, NOT_ASKED } from "./change-record.js";
import type { Deadlines } from "./deadlines.js";
import { expireRecord } from "./end-record.js";
import { tellChange } from "./hints.js";
import { toKept } from "./kept-elicitation.js";
import { type BrokerParts, bodyOf, keptOf } from "./parts.js";
import { tellClaimed } from "./telemetry.js";

const DEFAULT_MS = 30_000;
const LONGEST_MS = 60 * 60 * 1_000;
const LONGEST_NAME = 1_024;

export function claimElicitation(
  parts: BrokerParts,
  deadlines: Deadlines,
  id: string,
  { by, groups, forMs = DEFAULT_MS }: Claiming,
): MaybePromise<Change> {
  if (typeof by !== "string" || by === "" || by.length > LONGEST_NAME)
    throw new BeckonError(
      "invalid-arguments",
      `A claim is by nobody. Name who claims, in 1 to ${LONGEST_NAME} characters.`,
    );
  if (typeof forMs !== "number" || !(forMs > 0 && forMs <= LONGEST_MS))
    throw new BeckonError(
      "invalid-arguments",
      `A claim is for ${String(forMs)} ms. Give a number above 0, up to an hour.`,
    );
  const attempt = (record: ElicitationRecord): MaybePromise<Change | undefined> => {
    if (!isAsked(record, { by, groups })) return NOT_ASKED;
    if (!isOpenStatus(record.status))
      return { ok: false, reason: "settled", elicitation: keptOf(parts, record) };
    const now = parts.clock.now();
    if (isOverdue(record, now))
      return andThen(
        expireRecord(parts, record),
        (expired) => expired && { ok: false, reason: "settled", elicitation: keptOf(parts, expired) },
      );
    return claimOpen(parts, deadlines, record, { by, until: now + Math.ceil(forMs) }, now);
  };
  return changeRecord(parts.engine.elicitations, id, attempt);
}

function claimOpen(
  parts: BrokerParts,
  deadlines: Deadlines,
  record: ElicitationRecord,
  claim: Claim,
  now: number,
): MaybePromise<Change | undefined> {
  const body = bodyOf(parts, record);
  const { more } = body;
  const isRenewal = more.claim?.by === claim.by && more.claim.until > now;
  const expiresAt = isRenewal ? movedDeadline(record, more, claim.until) : record.expiresAt;
  const firstDeadline =
    expiresAt === record.expiresAt ? more.firstDeadline : (more.firstDeadline ?? record.expiresAt);
  const claimed: Body = { ...body, more: { ...more, claim: Object.freeze(claim), firstDeadline } };
  const change = { status: "active", expiresAt, body: sealBody(parts.atRest, record.id, claimed) } as const;
  return andThen(parts.engine.elicitations.change(record.id, record.version, change, now), (changed) => {
    if (changed === undefined) return undefined;
    parts.recent.put(changed, claimed);
    if (expiresAt !== undefined) deadlines.note(expiresAt);
    deadlines.noteClaim(record.id, claim.until);
    tellChange(parts.engine, parts.logger, record.id);
    if (!isRenewal) tellClaimed(changed);
    return { ok: true, elicitation: toKept(changed, claimed, undefined, now), again: isRenewal };
  });
}

/** Never before the end of the claim, if that is possible without giving more than twice the time in all. */
function movedDeadline(
  { createdAt, expiresAt }: ElicitationRecord,
  { firstDeadline = expiresAt }: MoreOfBody,
  until: number,
): number | undefined {
  if (expiresAt === undefined || firstDeadline === undefined) return undefined;
  return Math.max(expiresAt, Math.min(until, firstDeadline + (firstDeadline - createdAt)));
}

/** Makes an elicitation pending again whose claim was not renewed. */
export function lapseClaim(parts: BrokerParts, record: ElicitationRecord): MaybePromise<void> {
  if (record.status !== "active") return;
  const now = parts.clock.now();
  const body = bodyOf(parts, record);
  const { more } = body;
  if (more.claim !== undefined && more.claim.until > now) return;
  const change = {
    status: "pending",
    body: sealBody(parts.atRest, record.id, { ...body, more: { ...more, claim: undefined } }),
  } as const;
  return andThen(parts.engine.elicitations.change(record.id, record.version, change, now), (changed) => {
    if (changed !== undefined) tellChange(parts.engine, parts.logger, record.id);
  });
}
