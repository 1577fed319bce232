// Watches the change feed from a point on, without losing or repeating an event.

import { BeckonError } from "../core/errors.js";
import type { BrokerEvent } from "./broker.js";
import type { FeedFollower } from "./follow-feed.js";
import type { BrokerParts } from "./parts.js";
import { showEvents } from "./show-events.js";

const PAGE = 100;

export interface WatchOptions {
  readonly after?: number;
  readonly signal?: AbortSignal;
}

/** What comes from the moment of this call on, however late somebody begins to read. */
export function watchElicitations(
  parts: BrokerParts,
  follower: FeedFollower,
  { after, signal }: WatchOptions = {},
): AsyncIterable<BrokerEvent> {
  if (after !== undefined && !(Number.isSafeInteger(after) && after >= 0))
    throw new BeckonError(
      "invalid-arguments",
      `Watching begins after ${String(after)}. Give the number of an event.`,
    );
  const begun = follower.begin();
  // Whoever reads gets the failure; if nobody does it has no one to tell.
  begun.catch(() => {});
  return { [Symbol.asyncIterator]: () => read(parts, follower, after ?? begun, after !== undefined, signal) };
}

async function* read(
  parts: BrokerParts,
  follower: FeedFollower,
  start: number | Promise<number>,
  isResumed: boolean,
  signal: AbortSignal | undefined,
): AsyncGenerator<BrokerEvent, void, undefined> {
  const isOver = (): boolean => follower.isClosed || signal?.aborted === true;
  const leave = follower.enter();
  try {
    let position = await start;
    if (isResumed) await requireHeld(parts, position);
    while (!isOver()) {
      const events = follower.recentAfter(position) ?? (await readPage(parts, position));
      for (const event of events) {
        if (isOver()) return;
        position = event.number;
        yield event;
      }
      if (events.length === 0) await follower.changedAfter(position, signal);
    }
  } finally {
    leave();
  }
}

async function readPage(parts: BrokerParts, position: number): Promise<readonly BrokerEvent[]> {
  const events = await parts.engine.elicitations.changes(position, PAGE);
  const [next] = events;
  if (next !== undefined && next.number !== position + 1) await requireHeld(parts, position);
  return showEvents(parts, events);
}

/** While the feed holds the event at a position it holds everything after it. */
async function requireHeld({ engine }: BrokerParts, position: number): Promise<void> {
  const [found] = await engine.elicitations.changes(Math.max(0, position - 1), 1);
  const isHeld = position === 0 ? found === undefined || found.number === 1 : found?.number === position;
  if (!isHeld)
    throw new BeckonError(
      "events-lost",
      `The change feed no longer holds what came after event ${position}. List the elicitations again, and watch from now on.`,
    );
}
