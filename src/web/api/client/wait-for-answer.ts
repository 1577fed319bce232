// Waits for an answer longer than one request can.

import type { Clock } from "../../../core/clock.js";
import type { ElicitationStatus } from "../../../core/engine/elicitations.js";
import type { AnswerResource } from "../resources.js";
import type { SendRequest } from "./send-request.js";

/** How long one request waits, in seconds: short enough for whatever is between here and there. */
const PIECE_SECONDS = 60;

/** What came of it, or how it stands when the time is over. */
export async function waitForAnswer(
  send: SendRequest,
  clock: Clock,
  path: string,
  { waitSeconds = 0, signal }: { readonly waitSeconds?: number; readonly signal?: AbortSignal } = {},
): Promise<{ readonly status: ElicitationStatus; readonly answer?: AnswerResource }> {
  const until = clock.now() + waitSeconds * 1_000;
  for (;;) {
    const left = Math.max(0, Math.ceil((until - clock.now()) / 1_000));
    const piece = Math.min(left, PIECE_SECONDS);
    const response = await send({
      path,
      ...(piece > 0 && { query: { wait_seconds: piece } }),
      ...(signal && { signal }),
    });
    // As the OpenAPI document says.
    const now = (await response.json()) as { status: ElicitationStatus; answer?: AnswerResource };
    if (now.answer !== undefined || clock.now() >= until) return now;
  }
}
