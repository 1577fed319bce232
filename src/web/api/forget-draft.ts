// Removes what somebody had typed once it is answered.

import { personOf } from "./caller.js";
import type { Visit } from "./route.js";

/** Removes the caller's draft: of the elicitation, or of a form of its session. */
export async function forgetDraft({ parts, caller }: Visit, id: string, entry?: number): Promise<void> {
  try {
    await parts.broker.drafts.remove(id, personOf(caller), entry);
  } catch (error) {
    // It is answered all the same, and the broker removes what is left of it in time.
    parts.logger.warn("A draft cannot be removed.", { id, error });
  }
}
