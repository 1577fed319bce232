// Tells an open page how its question stands: at once when it is over, otherwise when it ends or after a while.

import { pageHeaders } from "../security/headers.js";
import { isEnded } from "./ended-page.js";
import type { PageParts } from "./page-parts.js";
import type { Visit } from "./visit.js";

/** `over`, or `open` and the deadline if there is one. The head goes out at once, so that nobody waits for the rest. */
export function sendState(parts: PageParts, visit: Visit): Response {
  const gone = new AbortController();
  const body = new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        controller.enqueue(Buffer.from(await stateOf(parts, visit, gone)));
        controller.close();
      },
      cancel: () => gone.abort(),
    },
    { highWaterMark: 0 },
  );
  return new Response(body, { headers: { ...pageHeaders, "content-type": "text/plain; charset=utf-8" } });
}

async function stateOf(
  { broker, clock, holdMs }: PageParts,
  visit: Visit,
  gone: AbortController,
): Promise<string> {
  const { id } = visit.elicitation;
  const timer = clock.setTimer(holdMs, () => gone.abort());
  try {
    if (!isEnded(visit.elicitation)) await broker.wait(id, { signal: gone.signal });
  } catch (error) {
    // That nobody waits any longer is no failure.
    if (!gone.signal.aborted) throw error;
  } finally {
    timer.cancel();
  }
  const now = await broker.get(id);
  return now === undefined || isEnded(now) ? "over" : `open ${now.expiresAt ?? ""}`;
}
