// What a change makes of a session.

import type { SessionChange, SessionRecord } from "./sessions.js";

/** The session after a change; the same one where nothing is different. */
export function changeSession(record: SessionRecord, change: SessionChange): SessionRecord {
  if ("logLevel" in change) return { ...record, logLevel: change.logLevel };
  if ("unsubscribe" in change) {
    return { ...record, subscriptions: record.subscriptions.filter((uri) => uri !== change.unsubscribe) };
  }
  if (record.subscriptions.includes(change.subscribe)) return record;
  return { ...record, subscriptions: [...record.subscriptions, change.subscribe] };
}
