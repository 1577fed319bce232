// Tells every change as it happens, as server-sent events.

import type { BrokerEvent } from "../../../broker/broker.js";
import { BeckonError } from "../../../core/errors.js";
import { ApiError } from "../api-error.js";
import type { ApiParts } from "../api-parts.js";
import type { Caller } from "../caller.js";
import { isVisible } from "../find-elicitation.js";
import { followView, type ViewFollower } from "../follow-view.js";
import type { ChangeResource } from "../resources.js";
import { defineRoute, type Route } from "../route.js";
import { apiHeaders } from "../send.js";
import { optional, text, whole } from "../shape/shapes.js";
import { showOne } from "../show.js";

export const watchRoute: Route = defineRoute({
  method: "GET",
  path: "/elicitations/watch",
  summary: "Hear of every change",
  scopes: [],
  query: {
    after: optional(
      whole("Begin after this event; from now on, if absent.", { min: 0, max: Number.MAX_SAFE_INTEGER }),
    ),
    feedId: optional(text("The `feedId` of the list that you show; any, if absent.", { max: 64 })),
    view: optional(text("The `view` of the list that you show; what it is now, if absent.", { max: 64 })),
  },
  responses: {
    200: {
      description:
        "Events `change` with a number as id; `view` when who is muted has changed, or what you have put aside; and `lost` when the feed no longer holds what came after, or is another one.",
      type: "text/event-stream",
      schema: { $ref: "#/components/schemas/Change" },
    },
  },
  refuses: ["limited"],
  async run({ parts, caller, request, query }) {
    const isOther = query.feedId !== undefined && query.feedId !== (await parts.broker.feedId());
    const after = lastEventId(request) ?? query.after;
    const body =
      request.method === "HEAD"
        ? null
        : isOther
          ? LOST
          : eventStream(parts, caller, { after, view: query.view }, request);
    return new Response(body, {
      headers: { ...apiHeaders, "content-type": "text/event-stream", "x-accel-buffering": "no" },
    });
  },
});

function lastEventId(request: Request): number | undefined {
  const given = request.headers.get("last-event-id") ?? "";
  if (given === "") return undefined;
  const number = /^\d{1,16}$/.test(given) ? Number(given) : Number.NaN;
  if (!Number.isSafeInteger(number))
    throw new ApiError("invalid", "The Last-Event-ID header is not the number of an event.");
  return number;
}

const LOST = "event: lost\ndata: {}\n\n";

/** How long a browser waits before it comes back, in milliseconds. */
const RETRY_MS = 2_000;

/** After so long whoever watches has to come back, and show again who they are. In milliseconds. */
const LONGEST_MS = 5 * 60_000;

function eventStream(
  parts: ApiParts,
  caller: Caller,
  { after, view }: { readonly after: number | undefined; readonly view: string | undefined },
  request: Request,
): ReadableStream<Uint8Array> {
  const leave = parts.watches.enter(caller.id);
  const gone = new AbortController();
  const stop = (): void => {
    leave();
    gone.abort();
  };
  request.signal.addEventListener("abort", stop);
  const { broker, clock, heartbeatMs, logger } = parts;
  const watching = broker.watch({ ...(after !== undefined && { after }), signal: gone.signal });
  const events = watching[Symbol.asyncIterator]();
  let next: Promise<IteratorResult<BrokerEvent>> | undefined;
  let position = after;
  const endsAt = clock.now() + LONGEST_MS;
  let following: Promise<ViewFollower> | undefined;
  // Somebody who says what they have seen hears at once that it is no longer so.
  let isHinted = view !== undefined;
  let beat = (): void => {};
  const wake = (): void => {
    isHinted = true;
    beat();
  };
  /** True once nobody reads any more: what comes then has nowhere to go. */
  let isCancelled = false;

  function end(): void {
    leave();
    // Through the request, which must not be collected before: its signal would never fire then.
    request.signal.removeEventListener("abort", stop);
    following?.then(
      (follower) => follower.close(),
      () => {},
    );
  }

  /** The next event, or `undefined` when it is time for a sign of life, or something may have changed places. */
  async function nextOrBeat(): Promise<IteratorResult<BrokerEvent> | undefined> {
    next ??= events.next();
    if (isHinted) return undefined;
    const silence = new Promise<undefined>((resolve) => {
      beat = () => resolve(undefined);
    });
    const timer = clock.setTimer(heartbeatMs, beat);
    try {
      return await Promise.race([next, silence]);
    } finally {
      timer.cancel();
    }
  }

  return new ReadableStream<Uint8Array>(
    {
      start: (controller) => controller.enqueue(Buffer.from(`retry: ${RETRY_MS}\n\n`)),
      async pull(controller) {
        try {
          following ??= followView(parts, caller, view, wake);
          const follower = await following;
          for (;;) {
            const event = await nextOrBeat();
            if (isCancelled) return;
            if (clock.now() >= endsAt) {
              end();
              stop();
              controller.close();
              return;
            }
            if (event === undefined) {
              isHinted = false;
              const now = await follower.next();
              if (isCancelled) return;
              controller.enqueue(Buffer.from(now === undefined ? heartbeat(position) : toViewEvent(now)));
              return;
            }
            next = undefined;
            if (event.done === true) {
              end();
              controller.close();
              return;
            }
            position = event.value.number;
            const change = await toChange(parts, caller, event.value);
            if (isCancelled) return;
            if (change === undefined) continue;
            controller.enqueue(
              Buffer.from(`id: ${position}\nevent: change\ndata: ${JSON.stringify(change)}\n\n`),
            );
            return;
          }
        } catch (error) {
          end();
          if (isCancelled) return;
          if (error instanceof BeckonError && error.code === "events-lost") {
            controller.enqueue(Buffer.from(LOST));
            controller.close();
            return;
          }
          // Whoever watches sees that it broke off, and comes back.
          logger.error("Watching through the API failed.", { error });
          controller.error(error);
        }
      },
      async cancel() {
        isCancelled = true;
        end();
        stop();
        await events.return?.();
      },
    },
    { highWaterMark: 0 },
  );
}

/** Says where the feed is, too: what this caller may not see need not be read again. */
const heartbeat = (position: number | undefined): string =>
  position === undefined ? ":\n\n" : `id: ${position}\n:\n\n`;

const toViewEvent = (view: string): string => `event: view\ndata: ${JSON.stringify({ view })}\n\n`;

/** What the caller may know of it; `undefined` for nothing. */
async function toChange(
  parts: ApiParts,
  caller: Caller,
  event: BrokerEvent,
): Promise<ChangeResource | undefined> {
  const { number, at, status, version, id, elicitation } = event;
  if (elicitation === undefined || !isVisible(caller, elicitation)) return undefined;
  return { number, at, status, version, id, elicitation: await showOne(parts, caller, elicitation) };
}
