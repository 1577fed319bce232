// Loads everything that waits, and sorts it.

import type { ElicitationResource, MuteResource } from "../../api/resources.js";
import type { InboxVisit } from "../visit.js";
import { type Entry, toEntries } from "./entries.js";

/** Everything that waits. */
export interface Waiting {
  readonly elicitations: readonly ElicitationResource[];
  readonly entries: readonly Entry[];
  /** How many there are to do; what is put aside or muted does not count. */
  readonly count: number;
  /** True when there are more than are shown. */
  readonly hasMore: boolean;
  /** What the server's clock says. */
  readonly now: number;
  /** News come after this. */
  readonly feed: number;
  /** Names the feed that this is of. */
  readonly feedId: string;
  /** Stands for what is muted and put aside. */
  readonly view: string;
  /** Who is muted, where something here is. */
  readonly mutes: readonly MuteResource[];
}

/** More than anybody looks through; the rest comes up as these are done. */
const MOST = 400;

export async function loadWaiting({ client }: InboxVisit): Promise<Waiting> {
  const first = await client.list({ status: ["open"], limit: MOST });
  const entries = toEntries(first.elicitations);
  return {
    elicitations: first.elicitations,
    entries,
    count: entries.filter(({ place }) => place === "waiting").length,
    hasMore: first.cursor !== undefined,
    now: first.now,
    feed: first.feed,
    feedId: first.feedId,
    view: first.view,
    mutes: first.elicitations.some(({ muted }) => muted) ? await client.mutes.list() : [],
  };
}
