// Loads what was answered to the same asker before.

import type { AskerResource, HistoryEntry } from "../../api/resources.js";
import type { InboxVisit } from "../visit.js";

/** As many as are read at a glance. */
const MOST = 3;
const PAGE = 20;
/** How far back they are looked for among those of others with the same name. */
const MOST_PAGES = 5;

/** The latest first. */
export async function loadEarlier(
  { client }: InboxVisit,
  asker: AskerResource,
): Promise<readonly HistoryEntry[]> {
  const earlier: HistoryEntry[] = [];
  let cursor: string | undefined;
  for (let page = 0; page < MOST_PAGES && earlier.length < MOST; page += 1) {
    const found = await client.history({
      asker: asker.server,
      limit: PAGE,
      ...(cursor !== undefined && { cursor }),
    });
    earlier.push(...found.entries.filter(({ elicitation }) => isSameAsker(elicitation.asker, asker)));
    cursor = found.cursor;
    if (cursor === undefined) break;
  }
  return earlier.slice(0, MOST);
}

/** An asker says itself what it is called; where it is, it does not. */
export const isSameAsker = (one: AskerResource, other: AskerResource): boolean =>
  one.server === other.server && one.origin === other.origin;
