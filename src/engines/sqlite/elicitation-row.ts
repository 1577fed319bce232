// An elicitation as a row of its table, and back.

import { isOpenStatus } from "../../core/engine/change-elicitation.js";
import type { ElicitationRecord, Opaque } from "../../core/engine/elicitations.js";
import { BeckonError } from "../../core/errors.js";
import { numberAt, numberOrNoneAt, stringsAt, textAt, textOrNoneAt } from "./columns.js";
import type { Row, Value } from "./database.js";

/** The columns of a record, in the order of {@link toValues} and {@link toRecord}. */
export const columns: string =
  "id, key, mode, status, audience, asker, principal, lease, tags, created_at, expires_at, forget_at, version, body, outcome, run";

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
    record.tags.length === 0 ? "[]" : JSON.stringify(record.tags),
    record.createdAt,
    record.expiresAt,
    record.forgetAt,
    record.version,
    textOf(record.body),
    record.outcome && textOf(record.outcome),
    record.run,
  ];
}

/** A row found, and the record that it holds. No other elicitation of the file ever has its position. */
export interface Found {
  readonly position: number;
  readonly record: ElicitationRecord;
}

/** The row of a query for `columns` and the position behind them. */
export function toFound(row: Row): Found {
  return { position: numberAt(row, 16), record: toRecord(row) };
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
    run: textOrNoneAt(row, 15),
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

/** The statement that makes one record of another, and its values. What does not change touches no index. */
export function updateOf(
  { position, record: before }: Found,
  after: ElicitationRecord,
  at: number,
): { readonly sql: string; readonly values: readonly Value[] } {
  let names = "version = ?, changed_at = ?";
  const values: Value[] = [after.version, at];
  const set = (name: string, old: Value, value: Value): void => {
    if (old === value) return;
    names += `, ${name} = ?`;
    values.push(value);
  };
  set("status", before.status, after.status);
  set("is_open", isOpenStatus(before.status) ? 1 : 0, isOpenStatus(after.status) ? 1 : 0);
  set("lease", before.lease, after.lease);
  set("expires_at", before.expiresAt, after.expiresAt);
  set("forget_at", before.forgetAt, after.forgetAt);
  set("body", textOf(before.body), textOf(after.body));
  set("outcome", before.outcome && textOf(before.outcome), after.outcome && textOf(after.outcome));
  values.push(position, before.version);
  return { sql: `UPDATE elicitations SET ${names} WHERE position = ? AND version = ?`, values };
}
