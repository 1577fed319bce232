// Goes through elicitations for those that a caller may see, a bounded number at a time.

import type { KeptElicitation, ListFilter } from "../../broker/broker.js";
import type { ApiParts } from "./api-parts.js";

/** How many are read at a time. */
const LEAST_PAGE = 20;
const MOST_PAGE = 200;

/** What was found, and where to go on; no cursor at the end. */
export interface Scanned {
  readonly found: readonly KeptElicitation[];
  readonly cursor: string | undefined;
  /** How many were looked at. */
  readonly looked: number;
}

/** What to look for, and how far. */
export interface Scan {
  readonly filter: ListFilter;
  readonly isWanted: (elicitation: KeptElicitation) => boolean;
  /** True for one after which nothing is wanted. */
  readonly isLast?: (elicitation: KeptElicitation) => boolean;
  /** Which end comes first. */
  readonly order: "oldest" | "newest";
  readonly cursor: string | undefined;
  /** How many to find at the most. */
  readonly limit: number;
  /** How many to look at at the most. */
  readonly most: number;
}

/** Looks at no more than it may: where that finds too few, the cursor leads on. */
export async function scanElicitations(
  { broker }: ApiParts,
  { filter, isWanted, isLast, order, limit, most, ...from }: Scan,
): Promise<Scanned> {
  const found: KeptElicitation[] = [];
  let { cursor } = from;
  let looked = 0;
  while (looked < most) {
    const page = await broker.list(filter, {
      limit: Math.min(MOST_PAGE, Math.max(LEAST_PAGE, limit - found.length)),
      order,
      ...(cursor !== undefined && { cursor }),
    });
    for (const elicitation of page.elicitations) {
      if (isLast?.(elicitation)) return { found, cursor: undefined, looked };
      looked += 1;
      if (!isWanted(elicitation)) continue;
      found.push(elicitation);
      if (found.length === limit) return { found, cursor: elicitation.id, looked };
    }
    cursor = page.cursor;
    if (cursor === undefined) break;
    // An engine in memory gives its pages at once: others have their turn in between.
    await new Promise((resolve) => setImmediate(resolve));
  }
  return { found, cursor, looked };
}
