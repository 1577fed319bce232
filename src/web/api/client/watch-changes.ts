// Watches the changes, over as many connections as it takes.

import type { Clock } from "../../../core/clock.js";
import { pause } from "../../../core/pause.js";
import type { WatchInput } from "../api-client.js";
import { ApiError } from "../api-error.js";
import type { ChangeResource, ElicitationPage } from "../resources.js";
import { readEvents } from "./read-events.js";
import type { SendRequest } from "./send-request.js";

/** How long to wait before connecting again, in milliseconds: longer each time, up to a bound. */
const FIRST_WAIT_MS = 500;
const LONGEST_WAIT_MS = 30_000;

export async function* watchChanges(
  send: SendRequest,
  clock: Clock,
  { after, signal, onView, ...seen }: WatchInput = {},
): AsyncGenerator<ChangeResource> {
  let { view } = seen;
  const start = after === undefined ? await currentFeed(send, signal) : { feed: after, feedId: seen.feedId };
  const { feedId } = start;
  let position = start.feed;
  let waitMs = FIRST_WAIT_MS;
  let wasConnected = false;
  const isOver = (): boolean => signal?.aborted === true;
  while (!isOver()) {
    try {
      const response = await send({
        path: "/elicitations/watch",
        query: { after: position, feedId, view },
        ...(signal && { signal }),
      });
      wasConnected = true;
      for await (const { event, data } of readEvents(response.body ?? new ReadableStream(), signal)) {
        if (event === "lost")
          throw new ApiError("events-lost", "The change feed no longer holds what came after. List again.");
        if (event === "view") {
          // As the OpenAPI document says.
          view = (JSON.parse(data) as { readonly view: string }).view;
          onView?.(view);
        }
        if (event !== "change") continue;
        // As the OpenAPI document says.
        const change = JSON.parse(data) as ChangeResource;
        position = change.number;
        waitMs = FIRST_WAIT_MS;
        yield change;
      }
    } catch (error) {
      if (isOver()) return;
      // Refusals are final, and so is a server that was never there. A connection that broke is made again.
      const isLimited = error instanceof ApiError && error.code === "limited";
      const isFinal = error instanceof ApiError && error.status < 500 && !isLimited;
      if (isFinal || !wasConnected) throw error;
      if (isLimited) waitMs = Math.max(waitMs, error.retryAfterMs ?? 0);
    }
    if (isOver()) return;
    await pause(clock, waitMs, signal);
    waitMs = Math.min(waitMs * 2, LONGEST_WAIT_MS);
  }
}

/** Where the feed is now, so that nothing is missed between two connections. */
async function currentFeed(
  send: SendRequest,
  signal: AbortSignal | undefined,
): Promise<Pick<ElicitationPage, "feed" | "feedId">> {
  const response = await send({ path: "/elicitations", query: { limit: 1 }, ...(signal && { signal }) });
  // As the OpenAPI document says.
  return (await response.json()) as ElicitationPage;
}
