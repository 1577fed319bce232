// Lists elicitations, a page at a time.

import type { ElicitationFilter, ElicitationRecord } from "../core/engine/elicitations.js";
import { BeckonError } from "../core/errors.js";
import { andThen, isPromise, type MaybePromise } from "../core/maybe-promise.js";
import type { ElicitationList, KeptElicitation, ListFilter, ListPage } from "./broker.js";
import { isOpenStatus, isOverdue } from "./change-record.js";
import { type BrokerParts, keptOf } from "./parts.js";
import { findRecord } from "./read.js";

const DEFAULT_LIMIT = 100;
const MOST = 1_000;

export function listElicitations(
  parts: BrokerParts,
  filter: ListFilter = {},
  { cursor, limit = DEFAULT_LIMIT, order = "oldest" }: ListPage = {},
): MaybePromise<ElicitationList> {
  if (!(Number.isSafeInteger(limit) && limit >= 1 && limit <= MOST))
    throw new BeckonError(
      "invalid-arguments",
      `A page has the limit ${String(limit)}. Give a whole number from 1 to ${MOST}.`,
    );
  const known = cursor === undefined ? undefined : requireCursor(parts, cursor);
  return andThen(known, () =>
    andThen(parts.engine.elicitations.list(toEngineFilter(filter), cursor, limit, order), (records) =>
      andThen(currentOnes(parts, records), (current) => ({
        elicitations: current.flatMap((record) => readable(parts, record, filter)),
        cursor: records.length < limit ? undefined : records.at(-1)?.id,
      })),
    ),
  );
}

function requireCursor(parts: BrokerParts, cursor: string): MaybePromise<void> {
  const found = typeof cursor === "string" ? parts.engine.elicitations.get(cursor) : undefined;
  return andThen(found, (record) => {
    if (record === undefined)
      throw new BeckonError(
        "invalid-arguments",
        "The cursor is of no list, or of one that is forgotten. Begin anew.",
      );
  });
}

function toEngineFilter({ status, audience, asker, run, tag }: ListFilter): ElicitationFilter {
  // A claim that has lapsed makes a pending one of what the engine still has as active.
  const asked =
    status?.includes("pending") && !status.includes("active") ? [...status, "active" as const] : status;
  return {
    ...(asked !== undefined && { status: asked }),
    ...(audience !== undefined && { audience }),
    ...(asker !== undefined && { asker }),
    ...(run !== undefined && { run }),
    ...(tag !== undefined && { tag }),
  };
}

/** Ends what is overdue. */
function currentOnes(
  parts: BrokerParts,
  records: readonly ElicitationRecord[],
): MaybePromise<readonly ElicitationRecord[]> {
  const now = parts.clock.now();
  if (!records.some((record) => isOpenStatus(record.status) && isOverdue(record, now))) return records;
  const current = records.map((record) =>
    isOpenStatus(record.status) && isOverdue(record, now) ? findRecord(parts, record.id) : record,
  );
  const present = (found: readonly (ElicitationRecord | undefined)[]) =>
    found.filter((record) => record !== undefined);
  return current.some(isPromise)
    ? Promise.all(current).then(present)
    : // None of them is a promise.
      present(current as readonly (ElicitationRecord | undefined)[]);
}

/** One that does not open takes none of the others along. */
function readable(
  parts: BrokerParts,
  record: ElicitationRecord,
  { status }: ListFilter,
): readonly KeptElicitation[] {
  let kept: KeptElicitation;
  try {
    kept = keptOf(parts, record);
  } catch (error) {
    parts.logger.warn("An elicitation cannot be read.", { id: record.id, error });
    return [];
  }
  return status === undefined || status.includes(kept.status) ? [kept] : [];
}
