// An elicitation as a row of its table, and back.

import { isOpenStatus } from "../../core/engine/change-elicitation.js";
import type { ElicitationRecord, Opaque } from "../../core/engine/elicitations.js";
import { BeckonError } from "../../core/errors.js";
import { numberAt, numberOrNoneAt, stringsAt, textAt, textOrNoneAt } from "./columns.js";
import type { Row, Value } from "./database.js";

/** The columns of a record, in the order of {@link toValues} and {@link toRecord}. */
export const columns: string =
  "id, key, mode, status, audience, asker, principal, lease, tags, created_at, expires_at, forget_at, version, body, outcome";

/** What a record has in its columns. Most have no key of their own: their id is enough, and an index less to write. */
export function toValues(record: ElicitationRecord): readonly Value[] {
  return [
    record.id,
    record.key === record.id ? null : record.key,
    record.mode,
    record.status,
    record.audience,
    record.asker,
    record.principal,
    record.lease,
    JSON.stringify(record.tags),
    record.createdAt,
    record.expiresAt,
    record.forgetAt,
    record.version,
    textOf(record.body),
    record.outcome && textOf(record.outcome),
  ];
}

/** The record that a row holds. */
export function toRecord(row: Row): ElicitationRecord {
  return {
    id: textAt(row, 0),
    key: textOrNoneAt(row, 1) ?? textAt(row, 0),
    // The words are those that were written.
    mode: textAt(row, 2) as ElicitationRecord["mode"],
    status: textAt(row, 3) as ElicitationRecord["status"],
    audience: textOrNoneAt(row, 4),
    asker: textAt(row, 5),
    principal: textOrNoneAt(row, 6),
    lease: textOrNoneAt(row, 7),
    tags: stringsAt(row, 8),
    createdAt: numberAt(row, 9),
    expiresAt: numberOrNoneAt(row, 10),
    forgetAt: numberOrNoneAt(row, 11),
    version: numberAt(row, 12),
    body: textAt(row, 13),
    outcome: textOrNoneAt(row, 14),
  };
}

/** A file holds text only: this engine does not say that it keeps objects. */
function textOf(opaque: Opaque): string {
  if (typeof opaque === "string") return opaque;
  throw new BeckonError(
    "invalid-arguments",
    "The body or outcome of an elicitation is no text. Write it as text.",
  );
}

/** The columns in which a changed record differs, and their values. What does not change touches no index. */
export function updateOf(
  before: ElicitationRecord,
  after: ElicitationRecord,
): { readonly sql: string; readonly values: readonly Value[] } {
  const names = ["version"];
  const values: Value[] = [after.version];
  const set = (name: string, old: Value, value: Value): void => {
    if (old === value) return;
    names.push(name);
    values.push(value);
  };
  set("status", before.status, after.status);
  set("is_open", isOpenStatus(before.status) ? 1 : 0, isOpenStatus(after.status) ? 1 : 0);
  set("lease", before.lease, after.lease);
  set("expires_at", before.expiresAt, after.expiresAt);
  set("forget_at", before.forgetAt, after.forgetAt);
  set("body", textOf(before.body), textOf(after.body));
  set("outcome", before.outcome && textOf(before.outcome), after.outcome && textOf(after.outcome));
  const sql = `UPDATE elicitations SET ${names.join(" = ?, ")} = ? WHERE id = ? AND version = ? AND created_at = ?`;
  return { sql, values };
}
