// Waits until something is said in a session.

import type { TranscriptEntry } from "../../broker/transcript.js";
import type { ApiParts } from "./api-parts.js";

/** How often to look without a hint. */
const LOOK_MS = 2_000;

/** What was said after an entry, at once or as soon as something is; `undefined` when it is no session. */
export async function waitForEntries(
  { broker, clock }: ApiParts,
  id: string,
  after: number,
  waitMs: number,
  gone: AbortSignal,
): Promise<{ readonly entries: readonly TranscriptEntry[]; readonly ended: boolean } | undefined> {
  const until = clock.now() + waitMs;
  let wake = (): void => {};
  const leave = waitMs > 0 ? await broker.transcripts.listen(id, () => wake()) : () => {};
  const stop = (): void => wake();
  gone.addEventListener("abort", stop);
  try {
    for (;;) {
      // Before reading: what is said meanwhile is not slept over.
      const hint = new Promise<void>((resolve) => {
        wake = resolve;
      });
      const read = await broker.transcripts.read(id, after);
      const left = until - clock.now();
      if (read === undefined || read.entries.length > 0 || read.ended || left <= 0 || gone.aborted)
        return read;
      const timer = clock.setTimer(Math.min(left, LOOK_MS), stop);
      await hint;
      timer.cancel();
    }
  } finally {
    leave();
    gone.removeEventListener("abort", stop);
  }
}
