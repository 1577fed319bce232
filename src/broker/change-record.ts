// Compare-and-set: whoever changes an elicitation reads it, decides, writes over exactly that version, or reads again.

import type { ElicitationRecord, ElicitationStore } from "../core/engine/elicitations.js";
import { isPromise, type MaybePromise } from "../core/maybe-promise.js";
import type { Acting } from "./acting.js";
import type { Change } from "./broker.js";

export { isOpenStatus } from "../core/engine/change-elicitation.js";

const UNKNOWN: Change = { ok: false, reason: "unknown" };

/** What is done to a record; `undefined` when it came too late. */
type Attempt = (record: ElicitationRecord) => MaybePromise<Change | undefined>;

/**
 * Tries until an attempt was made on the record as it was. Begins with the record as it was `lately`, if that is known:
 * mostly it still is, and need not be read.
 */
export function changeRecord(
  store: ElicitationStore,
  id: string,
  attempt: Attempt,
  lately?: ElicitationRecord,
): MaybePromise<Change> {
  if (lately !== undefined) return attemptLately(store, id, lately, attempt);
  for (;;) {
    const found = store.get(id);
    if (isPromise(found)) return found.then((record) => attemptLater(store, id, record, attempt));
    if (found === undefined) return UNKNOWN;
    const change = attempt(found);
    if (isPromise(change)) return change.then((made) => made ?? changeRecord(store, id, attempt));
    if (change !== undefined) return change;
  }
}

/** What did not succeed says nothing: the record may have changed. */
async function attemptLately(
  store: ElicitationStore,
  id: string,
  record: ElicitationRecord,
  attempt: Attempt,
): Promise<Change> {
  const change = await attempt(record);
  return change?.ok === true ? change : changeRecord(store, id, attempt);
}

async function attemptLater(
  store: ElicitationStore,
  id: string,
  record: ElicitationRecord | undefined,
  attempt: Attempt,
): Promise<Change> {
  if (record === undefined) return UNKNOWN;
  return (await attempt(record)) ?? changeRecord(store, id, attempt);
}

/** What somebody who is not asked is told. */
export const NOT_ASKED: Change = { ok: false, reason: "not-asked" };

/**
 * True when this person may answer: the audience, or anybody where there is none. Where several are asked together, the
 * one for whom it is asked is none of them: it is asked of somebody else than the caller.
 */
export const isAsked = (
  { audience, principal }: ElicitationRecord,
  { by, groups }: { readonly [Name in "by" | "groups"]?: Acting[Name] | undefined },
): boolean =>
  audience === undefined ||
  audience === by ||
  (by !== undefined && by !== principal && groups?.includes(audience) === true);

/** True when the deadline of an open elicitation is over, whether or not somebody has noted it. */
export const isOverdue = ({ expiresAt }: ElicitationRecord, now: number): boolean =>
  expiresAt !== undefined && expiresAt <= now;
