// Which events of the change feed are told: the creation of an elicitation, and the change that ended it.

import type { BrokerEvent } from "../broker/broker.js";
import type { WebhookType } from "./endpoint.js";

/** How many ended elicitations are remembered. */
const MOST = 1_000;

/**
 * Says what events are to a receiver, read in order; `undefined` for those that are none of theirs: claims, their ends,
 * attached leases, and whatever is written to an elicitation after its end.
 */
export function createTypeOf(): (event: BrokerEvent) => WebhookType | undefined {
  const ended = new Set<string>();

  /** By the instant of its end; within the same millisecond, by which came first. */
  function isFirstEnd({ id, at, elicitation }: BrokerEvent): boolean {
    if (ended.has(id)) return false;
    ended.add(id);
    const [oldest] = ended;
    if (ended.size > MOST && oldest !== undefined) ended.delete(oldest);
    const endedAt = elicitation?.settled?.at;
    return endedAt === undefined || endedAt === at;
  }

  return (event) => {
    switch (event.status) {
      case "pending":
        return event.version === 1 ? "elicitation.created" : undefined;
      case "active":
        return undefined;
      case "accepted":
      case "declined":
      case "cancelled":
      case "expired":
      case "withdrawn":
        return isFirstEnd(event) ? "elicitation.settled" : undefined;
    }
  };
}
