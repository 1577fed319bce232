// A session to try the contract with.

import type { SessionRecord } from "../../core/engine/sessions.js";

export function session(id: string, seenAt = 1_000): SessionRecord {
  return {
    id,
    principalId: "ada",
    revision: "2025-11-25",
    client: '{"info":{"name":"client","version":"1"},"capabilities":{}}',
    createdAt: 1_000,
    seenAt,
    logLevel: undefined,
    subscriptions: [],
  };
}
