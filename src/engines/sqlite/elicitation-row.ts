// An elicitation as a row of its table, and back.

import { isOpenStatus } from "../../core/engine/change-elicitation.js";
import type { ElicitationRecord, Opaque } from "../../core/engine/elicitations.js";
import { BeckonError } from "../../core/errors.js";
import { numberAt, numberOrNoneAt, stringsAt, textAt, textOrNoneAt } from "./columns.js";
import type { Row, Value } from "./database.js";

/** The columns of a record, in the order of {@link toRecord}. */
export const columns: string =
  "id, key, mode, status, audience, asker, principal, lease, tags, created_at, expires_at, forget_at, version, body, outcome, run";

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

/** What a statement of some shape is run with. There is a bit in the shape for each column that it names and others do not. */
export interface Shaped {
  readonly shape: number;
  readonly values: readonly Value[];
}

/** What few records have. */
const optional = "key, audience, principal, lease, expires_at, forget_at, outcome, run".split(", ");

/** The values of the statement that adds a record. Most have no key of their own: their id is enough, and an index less. */
export function insertOf(record: ElicitationRecord): Shaped {
  const values: Value[] = [
    record.id,
    record.key,
    record.mode,
    record.status,
    record.asker,
    record.tags.length === 0 ? "[]" : JSON.stringify(record.tags),
    record.createdAt,
    record.version,
    textOf(record.body),
    isOpenStatus(record.status) ? 1 : 0,
    record.status === "pending" ? 1 : 0,
  ];
  let shape = 0;
  const add = (at: number, value: Value): void => {
    if (value === undefined) return;
    shape |= 1 << at;
    values.push(value);
  };
  if (record.key !== record.id) add(0, record.key);
  add(1, record.audience);
  add(2, record.principal);
  add(3, record.lease);
  add(4, record.expiresAt);
  add(5, record.forgetAt);
  add(6, record.outcome && textOf(record.outcome));
  add(7, record.run);
  return { shape, values };
}

/**
 * The statement that adds a record of this shape. All in one, since most are new: one that has its key already is found by
 * its place, which is taken.
 */
export function insertSql(shape: number, nextPosition: string): string {
  const names = namesOf(optional, shape);
  const byId =
    names[0] === "key" ? ", (SELECT position FROM elicitations WHERE id = ?2 AND key IS NULL)" : "";
  return `INSERT OR IGNORE INTO elicitations (position, is_filed, id, mode, status, asker, tags, created_at, version, body,
      is_open, tells_creation${names.map((name) => `, ${name}`).join("")})
    VALUES (coalesce((SELECT position FROM elicitations WHERE key = ?2)${byId}, ${nextPosition}), 0, ?1, ?3, ?4, ?5, ?6, ?7,
      ?8, ?9, ?10, ?11${names.map((_, at) => `, ?${12 + at}`).join("")})`;
}

/** What a change may touch. */
const changeable = "status, is_open, lease, expires_at, forget_at, body, outcome".split(", ");

/** The values of the statement that makes one record of another. What does not change touches no index. */
export function updateOf(
  { position, record: before }: Found,
  after: ElicitationRecord,
  changedAt: number,
): Shaped {
  const values: Value[] = [position, before.version, after.version, changedAt];
  let shape = 0;
  const set = (at: number, old: Value, value: Value): void => {
    if (old === value) return;
    shape |= 1 << at;
    values.push(value);
  };
  set(0, before.status, after.status);
  set(1, isOpenStatus(before.status) ? 1 : 0, isOpenStatus(after.status) ? 1 : 0);
  set(2, before.lease, after.lease);
  set(3, before.expiresAt, after.expiresAt);
  set(4, before.forgetAt, after.forgetAt);
  set(5, textOf(before.body), textOf(after.body));
  set(6, before.outcome && textOf(before.outcome), after.outcome && textOf(after.outcome));
  return { shape, values };
}

/** The statement that makes a change of this shape, to exactly the version that is known. */
export function updateSql(shape: number): string {
  const names = namesOf(changeable, shape).map((name, at) => `, ${name} = ?${5 + at}`);
  return `UPDATE elicitations SET version = ?3, changed_at = ?4${names.join("")} WHERE position = ?1 AND version = ?2`;
}

const namesOf = (names: readonly string[], shape: number): readonly string[] =>
  names.filter((_, at) => (shape & (1 << at)) !== 0);
