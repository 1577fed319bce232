// Takes an elicitation back on somebody's behalf.

import type { ElicitationRecord } from "../core/engine/elicitations.js";
import { andThen, type MaybePromise } from "../core/maybe-promise.js";
import type { Acting, Change } from "./broker.js";
import { changeRecord, isOpenStatus, isOverdue } from "./change-record.js";
import { endRecord, expireRecord } from "./end-record.js";
import { type BrokerParts, keptOf } from "./parts.js";
import { requireReason } from "./require-reason.js";

export function withdrawElicitation(
  parts: BrokerParts,
  id: string,
  reason: string,
  { by, from }: Acting = {},
): MaybePromise<Change> {
  requireReason(reason);
  const attempt = (record: ElicitationRecord): MaybePromise<Change | undefined> => {
    if (!isOpenStatus(record.status)) return settled(parts, record);
    const at = parts.clock.now();
    if (isOverdue(record, at))
      return andThen(expireRecord(parts, record), (expired) => expired && settled(parts, expired));
    const outcome = { at, by, from, reason, key: undefined, content: undefined };
    return andThen(
      endRecord(parts, record, "withdrawn", outcome),
      (ended) => ended && { ok: true, elicitation: keptOf(parts, ended), again: false },
    );
  };
  return changeRecord(parts.engine.elicitations, id, attempt);
}

const settled = (parts: BrokerParts, record: ElicitationRecord): Change => ({
  ok: false,
  reason: "settled",
  elicitation: keptOf(parts, record),
});
