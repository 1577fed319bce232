// The name of the change feed. Numbers of one feed say nothing in another, such as that of an engine which has begun anew.

import { randomBytes } from "node:crypto";
import type { BrokerParts } from "./parts.js";

const KEY = "feed-id";

/** Finds the name that the engine keeps with its feed, and gives it one where it has none. */
export function createFeedId({ engine: { records } }: BrokerParts): () => Promise<string> {
  let known: Promise<string> | undefined;

  async function find(): Promise<string> {
    for (;;) {
      const kept = await records.get(KEY);
      if (kept !== undefined) return kept.value;
      // Of several nodes one names it.
      await records.put(KEY, randomBytes(9).toString("base64url"), { ifVersion: 0 });
    }
  }

  return () => {
    known ??= find().catch((error: unknown) => {
      known = undefined;
      throw error;
    });
    return known;
  };
}
