// Takes back what a run asked on pages of the server and of the application, when nobody goes on with it.

import type { AskingParts } from "../asking/asking-parts.js";
import { elicitationId } from "../asking/elicitation-id.js";
import type { RunRecord } from "./run-record.js";

/** What a responder was asked hangs on the process that asked, and goes with it. */
export async function endAsks({ hosted, outside }: AskingParts, { runId, asks }: RunRecord): Promise<void> {
  for (const { key, digest, attempt } of asks) {
    const id = elicitationId(runId, key, digest, attempt);
    hosted?.asks.takeDown(id, "the call was cancelled");
    await outside.close(id);
  }
}
