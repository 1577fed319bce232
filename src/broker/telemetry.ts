// Tells diagnostics channels what happens to elicitations: only while somebody listens, and never what was answered.

import { type Channel, channel } from "node:diagnostics_channel";
import type { ElicitationRecord } from "../core/engine/elicitations.js";
import { type BrokerElicitationEvent, channels } from "../core/events.js";

const created: Channel = channel(channels.elicitationCreated);
const claimed: Channel = channel(channels.elicitationClaimed);
const settled: Channel = channel(channels.elicitationSettled);
const expired: Channel = channel(channels.elicitationExpired);
const withdrawn: Channel = channel(channels.elicitationWithdrawn);
const limited: Channel = channel(channels.elicitationLimited);

export function tellCreated(record: ElicitationRecord, bytes: number): void {
  if (created.hasSubscribers) created.publish({ ...eventOf(record), bytes });
}

export function tellClaimed(record: ElicitationRecord): void {
  if (claimed.hasSubscribers) claimed.publish(eventOf(record));
}

export function tellLimited(record: ElicitationRecord, retryAfterMs: number): void {
  if (limited.hasSubscribers) limited.publish({ ...eventOf(record), retryAfterMs });
}

/** An elicitation ended. `bytes` is the size of its answer. */
export function tellEnded(record: ElicitationRecord, at: number, bytes: number): void {
  switch (record.status) {
    case "expired":
      if (expired.hasSubscribers) expired.publish({ ...eventOf(record), durationMs: at - record.createdAt });
      return;
    case "withdrawn":
      if (withdrawn.hasSubscribers)
        withdrawn.publish({ ...eventOf(record), durationMs: at - record.createdAt });
      return;
    case "accepted":
      return tellSettled(record, at, bytes, "accept");
    case "declined":
      return tellSettled(record, at, bytes, "decline");
    case "cancelled":
      return tellSettled(record, at, bytes, "cancel");
    case "pending":
    case "active":
      return;
  }
}

function tellSettled(
  record: ElicitationRecord,
  at: number,
  bytes: number,
  action: NonNullable<BrokerElicitationEvent["action"]>,
): void {
  if (settled.hasSubscribers)
    settled.publish({ ...eventOf(record), action, bytes, durationMs: at - record.createdAt });
}

const eventOf = ({ id, mode, asker, principal }: ElicitationRecord): BrokerElicitationEvent => ({
  id,
  mode,
  asker,
  principalId: principal,
});
