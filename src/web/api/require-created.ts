// What came of asking for a new elicitation.

import type { Creation } from "../../broker/broker.js";
import { ApiError } from "./api-error.js";

/** The elicitation. Throws when too much is asked. */
export function requireCreated(creation: Creation): Extract<Creation, { ok: true }> {
  if (creation.ok) return creation;
  const { retryAfterMs } = creation;
  const seconds = Math.ceil(retryAfterMs / 1_000);
  throw new ApiError(
    "limited",
    `You have asked too much for now. Come back in ${seconds === 1 ? "a second" : `${seconds} seconds`}.`,
    { retryAfterMs },
  );
}
