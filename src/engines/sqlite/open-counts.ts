// How many open elicitations a principal has, and an asker for nobody who is known.
//
// Triggers of the schema keep the count of those that are filed; the others are few enough to look through. So what is
// settled soon is never counted, and to count costs the same however many are open.

import type { ElicitationRecord } from "../../core/engine/elicitations.js";
import type { Database } from "./database.js";
import { UNFILED } from "./fresh-elicitations.js";

/** Prepares the counts. */
export function createOpenCounts(
  database: Database,
): (whose: Pick<ElicitationRecord, "principal" | "asker">) => number {
  const ofPrincipal = database.query(countOf("'p' || ?1", "principal = ?1"));
  const ofAsker = database.query(countOf("'a' || ?1", "principal IS NULL AND asker = ?1"));
  return ({ principal, asker }) => {
    const count = principal === undefined ? ofAsker.first(asker) : ofPrincipal.first(principal);
    return Number(count?.[0]);
  };
}

const countOf = (owner: string, condition: string): string =>
  `SELECT coalesce((SELECT filed FROM open_counts WHERE owner = ${owner}), 0)
     + (SELECT count(*) FROM elicitations NOT INDEXED WHERE is_open = 1 AND ${condition} AND ${UNFILED})`;
