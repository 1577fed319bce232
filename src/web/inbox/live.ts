// Tells an open inbox what changes: which question, and how it stands. What it is about the page fetches itself.

import { ApiError } from "../api/api-error.js";
import type { ChangeResource } from "../api/resources.js";
import { pageHeaders } from "../security/headers.js";
import type { InboxParts } from "./inbox-parts.js";
import type { InboxVisit } from "./visit.js";

/** How long a browser waits before it comes back, and how often it gets a sign of life. */
const RETRY_MS = 2_000;
const BEAT_MS = 15_000;

/** A stream of changes, from where the browser has left off. */
export function sendLive(parts: InboxParts, visit: InboxVisit, request: Request): Response {
  const gone = new AbortController();
  const stop = (): void => gone.abort();
  request.signal.addEventListener("abort", stop);
  // It ends now and then, so that whoever has signed out hears no more.
  const end = parts.clock.setTimer(parts.streamMs, stop);
  const after = readAfter(request);
  const { searchParams } = new URL(request.url);
  const view = searchParams.get("view") ?? undefined;
  const feedId = searchParams.get("feed") ?? undefined;
  let hasMoved = false;
  let wake = (): void => {};
  const changes = visit.client.watch({
    ...(after !== undefined && { after }),
    ...(feedId !== undefined && { feedId }),
    ...(view !== undefined && { view }),
    onView() {
      hasMoved = true;
      wake();
    },
    signal: gone.signal,
  });
  const events = changes[Symbol.asyncIterator]();
  let next: Promise<IteratorResult<ChangeResource>> | undefined;

  async function nextOrBeat(): Promise<IteratorResult<ChangeResource> | "beat"> {
    next ??= events.next();
    if (hasMoved) return "beat";
    const silence = new Promise<"beat">((resolve) => {
      wake = () => resolve("beat");
    });
    const timer = parts.clock.setTimer(BEAT_MS, wake);
    try {
      return await Promise.race([next, silence]);
    } finally {
      timer.cancel();
    }
  }

  function close(): void {
    end.cancel();
    request.signal.removeEventListener("abort", stop);
  }

  const body = new ReadableStream<Uint8Array>({
    start: (controller) => controller.enqueue(Buffer.from(`retry: ${RETRY_MS}\n\n`)),
    async pull(controller) {
      try {
        const event = await nextOrBeat();
        if (event === "beat") {
          const sign = hasMoved ? "event: view\ndata: {}\n\n" : ": still here\n\n";
          hasMoved = false;
          return controller.enqueue(Buffer.from(sign));
        }
        next = undefined;
        if (!event.done) return controller.enqueue(Buffer.from(toEvent(event.value)));
        close();
        controller.close();
      } catch (error) {
        close();
        if (error instanceof ApiError && error.code === "events-lost")
          controller.enqueue(Buffer.from("event: lost\ndata: {}\n\n"));
        // At the limit the page asks now and then instead, and comes back.
        else if (!gone.signal.aborted && !(error instanceof ApiError && error.code === "limited"))
          parts.logger.error("Following changes failed.", { error });
        controller.close();
      }
    },
    cancel() {
      close();
      stop();
    },
  });
  return new Response(body, {
    headers: { ...pageHeaders, "content-type": "text/event-stream", "x-accel-buffering": "no" },
  });
}

const toEvent = ({ number, id, status }: ChangeResource): string =>
  `id: ${number}\nevent: change\ndata: ${JSON.stringify({ id, status })}\n\n`;

function readAfter(request: Request): number | undefined {
  const given = request.headers.get("last-event-id") ?? new URL(request.url).searchParams.get("after") ?? "";
  return /^\d{1,15}$/.test(given) ? Number(given) : undefined;
}
