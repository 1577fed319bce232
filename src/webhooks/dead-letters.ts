// Deliveries that were given up: to look at, to try again, to drop.

import type { Clock } from "../core/clock.js";
import type { Engine } from "../core/engine/engine.js";
import { BeckonError } from "../core/errors.js";
import { type Delivery, deadKey, deadLetterId, deadPrefix, toDelivery } from "./delivery.js";
import type { WebhookType } from "./endpoint.js";
import { webhookId } from "./payload.js";

/** A delivery that was given up. */
export interface DeadLetter {
  /** For `retry` and `drop`. */
  readonly id: string;
  /** The id that the receiver would have seen. */
  readonly webhookId: string;
  readonly endpoint: string;
  readonly type: WebhookType;
  /** The elicitation it tells of. */
  readonly elicitation: string;
  /** When the event happened. */
  readonly at: number;
  readonly attempts: number;
  /** How the last attempt failed. */
  readonly problem: string | undefined;
}

export interface DeadLetterList {
  readonly letters: readonly DeadLetter[];
  /** For the next page; absent on the last. */
  readonly cursor: string | undefined;
}

export interface DeadLetters {
  /** In the order of their events, endpoint by endpoint. */
  list(page?: {
    readonly endpoint?: string;
    readonly cursor?: string;
    /** From 1 to 1000. @default 100 */
    readonly limit?: number;
  }): Promise<DeadLetterList>;
  /** Tries one again, from its first attempt on; false when there is none, or its endpoint is not configured. */
  retry(id: string): Promise<boolean>;
  /** Forgets one; false when there is none. */
  drop(id: string): Promise<boolean>;
}

const PAGE = 100;
const MOST_PER_PAGE = 1_000;

/** `revive` takes a delivery in again; false when it has nowhere to go. */
export function createDeadLetters(
  { records }: Engine,
  clock: Clock,
  revive: (delivery: Delivery) => Promise<boolean>,
): DeadLetters {
  return {
    async list({ endpoint, cursor, limit = PAGE } = {}) {
      requireLimit(limit);
      const after = cursor === undefined ? undefined : deadKey(cursor);
      const page = await records.list(deadPrefix(endpoint), after, limit + 1);
      const letters = page.slice(0, limit).map((record) => letterOf(toDelivery(record)));
      return { letters, cursor: page.length > limit ? letters.at(-1)?.id : undefined };
    },
    async retry(id) {
      const kept = await records.get(deadKey(id));
      if (kept === undefined) return false;
      const delivery = toDelivery(kept);
      const fresh = { ...delivery, attempts: 0, nextAt: clock.now(), problem: undefined };
      if (!(await revive(fresh))) return false;
      // Of this version only: it may have been given up anew already.
      await records.remove(deadKey(id), kept.version);
      return true;
    },
    drop: async (id) => records.remove(deadKey(id)),
  };
}

function requireLimit(limit: number): void {
  if (Number.isSafeInteger(limit) && limit >= 1 && limit <= MOST_PER_PAGE) return;
  throw new BeckonError(
    "invalid-arguments",
    `A page has the limit ${String(limit)}. Give a whole number from 1 to ${MOST_PER_PAGE}.`,
  );
}

const letterOf = (delivery: Delivery): DeadLetter => ({
  id: deadLetterId(delivery),
  webhookId: webhookId(delivery),
  endpoint: delivery.endpoint,
  type: delivery.type,
  elicitation: delivery.id,
  at: delivery.at,
  attempts: delivery.attempts,
  problem: delivery.problem,
});
