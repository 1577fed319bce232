// The query behind a list of elicitations: one text for each shape of filter, so that few are ever prepared.

import { isOpenStatus } from "../../core/engine/change-elicitation.js";
import type {
  ElicitationFilter,
  ElicitationOrder,
  ElicitationStatus,
} from "../../core/engine/elicitations.js";
import type { Value } from "./database.js";
import { columns } from "./elicitation-row.js";
import { FILED, UNFILED } from "./fresh-elicitations.js";

/** A query and its values. */
export interface Listing {
  readonly sql: string;
  readonly values: readonly Value[];
}

const qualified = columns
  .split(", ")
  .map((name) => `e.${name}`)
  .join(", ");

/** Where a list goes on: after a position, in one direction or the other. */
export interface Start {
  /** Absent at the beginning. */
  readonly after: number | undefined;
  readonly order: ElicitationOrder;
}

/** The list from a start on; `undefined` when the filter lets nothing through. */
export function listQuery(filter: ElicitationFilter, start: Start, limit: number): Listing | undefined {
  const statuses = filter.status && [...new Set(filter.status)];
  if (statuses?.length === 0) return undefined;
  const { tag, lease, audience } = filter;
  // Where there is a tag its own table comes first, since it is in the right order.
  if (tag !== undefined) {
    const tagged = "elicitation_tags AS t CROSS JOIN elicitations AS e ON e.position = t.position";
    return select(tagged, "t", { ...filter, status: statuses }, start, limit);
  }
  if (filter.run !== undefined) {
    const from = "elicitations AS e INDEXED BY elicitations_of_run";
    const filed = select(from, "e", { ...filter, status: statuses }, start, limit, `e.${FILED}`);
    return merge([filed, unfiled()]);
  }
  const isOnlyOpen = statuses?.every(isOpenStatus) ?? false;
  if (statuses === undefined) return select("elicitations AS e NOT INDEXED", "e", filter, start, limit);
  if (isOnlyOpen && lease !== undefined) return merge([indexed("elicitations_of_lease"), unfiled()]);
  if (isOnlyOpen && audience !== undefined) return merge([indexed("elicitations_of_audience"), unfiled()]);
  return merge([...statuses.map((status) => ofStatus(status)), unfiled()]);

  function indexed(index: string): Listing {
    const from = `elicitations AS e INDEXED BY ${index}`;
    return select(from, "e", { ...filter, status: statuses }, start, limit, `e.${FILED}`, "e.is_open = 1");
  }

  function ofStatus(status: ElicitationStatus): Listing {
    const from = "elicitations AS e INDEXED BY elicitations_of_status";
    return select(from, "e", { ...filter, status: [status] }, start, limit, `e.${FILED}`);
  }

  function unfiled(): Listing {
    const from = "elicitations AS e NOT INDEXED";
    return select(from, "e", { ...filter, status: statuses }, start, limit, UNFILED);
  }

  /** Each part is found in order by itself; of all of them the first are taken. */
  function merge(listings: readonly Listing[]): Listing {
    const sql = `${listings.map((one) => `SELECT * FROM (${one.sql})`).join(" UNION ALL ")} ORDER BY position ${directionOf(start)} LIMIT ?`;
    return { sql, values: [...listings.flatMap(({ values }) => values), limit] };
  }
}

type Conditions = Omit<ElicitationFilter, "status"> & {
  readonly status?: readonly ElicitationStatus[] | undefined;
};

/** One SELECT, in the order of what `ordered` names: the tags or the elicitations. */
function select(
  from: string,
  ordered: "t" | "e",
  { status, audience, asker, lease, run, tag }: Conditions,
  start: Start,
  limit: number,
  ...given: readonly string[]
): Listing {
  const conditions = [...given];
  const values: Value[] = [];
  const demand = (condition: string, ...wanted: readonly Value[]): void => {
    conditions.push(condition);
    values.push(...wanted);
  };
  if (tag !== undefined) demand("t.tag = ?", tag);
  if (start.after !== undefined)
    demand(`${ordered}.position ${start.order === "newest" ? "<" : ">"} ?`, start.after);
  if (status?.length === 1) demand("e.status = ?", status[0]);
  else if (status) demand(`e.status IN (${status.map(() => "?").join(", ")})`, ...status);
  if (audience !== undefined) demand("e.audience = ?", audience);
  if (asker !== undefined) demand("e.asker = ?", asker);
  if (lease !== undefined) demand("e.lease = ?", lease);
  if (run !== undefined) demand("e.run = ?", run);
  const sql = `SELECT ${qualified}, e.position AS position FROM ${from} WHERE ${conditions.join(" AND ") || "TRUE"} ORDER BY ${ordered}.position ${directionOf(start)} LIMIT ?`;
  return { sql, values: [...values, limit] };
}

const directionOf = ({ order }: Start): string => (order === "newest" ? "DESC" : "ASC");
