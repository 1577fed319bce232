// Tells diagnostics channels what happens to elicitations: only while somebody listens, and never what was answered.

import { type Channel, channel } from "node:diagnostics_channel";
import type { FormContent } from "../core/elicitation/answer.js";
import type { ElicitationRecord } from "../core/engine/elicitations.js";
import { type BrokerElicitationEvent, channels } from "../core/events.js";
import { type Body, writeBody } from "./body.js";
import type { Outcome } from "./outcome.js";

const created: Channel = channel(channels.elicitationCreated);
const claimed: Channel = channel(channels.elicitationClaimed);
const settled: Channel = channel(channels.elicitationSettled);
const expired: Channel = channel(channels.elicitationExpired);
const withdrawn: Channel = channel(channels.elicitationWithdrawn);
const limited: Channel = channel(channels.elicitationLimited);

export function tellCreated(record: ElicitationRecord, body: Body): void {
  if (created.hasSubscribers)
    created.publish({ ...eventOf(record), bytes: Buffer.byteLength(writeBody(body)) });
}

export function tellClaimed(record: ElicitationRecord): void {
  if (claimed.hasSubscribers) claimed.publish(eventOf(record));
}

export function tellLimited(record: ElicitationRecord, retryAfterMs: number): void {
  if (limited.hasSubscribers) limited.publish({ ...eventOf(record), retryAfterMs });
}

/** An elicitation ended. `secrets` are the fields whose values are some. */
export function tellEnded(record: ElicitationRecord, outcome: Outcome, secrets: readonly string[]): void {
  const { at } = outcome;
  switch (record.status) {
    case "expired":
      if (expired.hasSubscribers) expired.publish({ ...eventOf(record), durationMs: at - record.createdAt });
      return;
    case "withdrawn":
      if (withdrawn.hasSubscribers)
        withdrawn.publish({ ...eventOf(record), durationMs: at - record.createdAt });
      return;
    case "accepted":
      return tellSettled(record, outcome, secrets, "accept");
    case "declined":
      return tellSettled(record, outcome, secrets, "decline");
    case "cancelled":
      return tellSettled(record, outcome, secrets, "cancel");
    case "pending":
    case "active":
      return;
  }
}

function tellSettled(
  record: ElicitationRecord,
  { at, content }: Outcome,
  secrets: readonly string[],
  action: NonNullable<BrokerElicitationEvent["action"]>,
): void {
  if (!settled.hasSubscribers) return;
  const bytes = content === undefined ? 0 : sizeWithout(content, secrets);
  settled.publish({ ...eventOf(record), action, bytes, durationMs: at - record.createdAt });
}

/** How long a secret is would be something about it. */
const sizeWithout = (content: FormContent, names: readonly string[]): number =>
  Buffer.byteLength(
    JSON.stringify(content, (name, value: unknown) => (names.includes(name) ? undefined : value)),
  );

const eventOf = ({ id, mode, asker, principal }: ElicitationRecord): BrokerElicitationEvent => ({
  id,
  mode,
  asker,
  principalId: principal,
});
