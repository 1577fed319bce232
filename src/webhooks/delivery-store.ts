// Keeps deliveries in the engine, so that they survive a restart and two nodes do not both make them.

import type { Clock } from "../core/clock.js";
import type { Engine } from "../core/engine/engine.js";
import {
  type Delivery,
  deadKey,
  deadLetterId,
  disabledKey,
  doneKey,
  type HeldDelivery,
  pendingKey,
  pendingPrefix,
  toDelivery,
  toValue,
} from "./delivery.js";

/** What is kept of deliveries. */
export interface DeliveryStore {
  /** Keeps a new one, unless some node did already; gives it as it is kept. */
  add(delivery: Delivery): Promise<Delivery | undefined>;
  /** All pending ones of an endpoint, in order. */
  pending(endpoint: string): AsyncIterable<Delivery>;
  /** True when an endpoint has so many pending ones. */
  hasPending(endpoint: string, count: number): Promise<boolean>;
  /** Takes one for an attempt; otherwise says when to look again, or that it is gone. */
  take(delivery: Delivery, until: number): Promise<HeldDelivery | { readonly againAt: number } | undefined>;
  /** Writes how it stands after an attempt; nothing if another node has it by now. */
  keep(held: HeldDelivery, delivery: Delivery): Promise<void>;
  /** It arrived, or there is nothing left to tell. */
  finish(held: HeldDelivery): Promise<void>;
  /** It is given up. */
  bury(delivery: Delivery, version?: number): Promise<void>;
  isDisabled(endpoint: string): Promise<boolean>;
  disable(endpoint: string): Promise<void>;
  enable(endpoint: string): Promise<boolean>;
}

const PAGE = 250;
/** How late a node may be that reads the change feed. */
const DONE_MS = 60 * 60 * 1_000;

/** `keepMs` after it was last touched, what nobody works on any more is forgotten. */
export function createDeliveryStore({ records }: Engine, clock: Clock, keepMs: number): DeliveryStore {
  const forgetAt = (): number => clock.now() + keepMs;

  async function* pending(endpoint: string): AsyncGenerator<Delivery> {
    const prefix = pendingPrefix(endpoint);
    let after: string | undefined;
    for (;;) {
      const page = await records.list(prefix, after, PAGE);
      for (const record of page) yield toDelivery(record);
      if (page.length < PAGE) return;
      after = page.at(-1)?.key;
    }
  }

  return {
    async add(delivery) {
      const key = pendingKey(delivery);
      const options = { ifVersion: 0, expiresAt: forgetAt() };
      if ((await records.put(key, toValue(delivery), options)) !== undefined) return delivery;
      const kept = await records.get(key);
      return kept === undefined ? undefined : toDelivery(kept);
    },
    pending,
    async hasPending(endpoint, count) {
      let found = 0;
      for await (const _ of pending(endpoint)) {
        found += 1;
        if (found >= count) return true;
      }
      return false;
    },
    async take(delivery, until) {
      const key = pendingKey(delivery);
      const kept = await records.get(key);
      if (kept === undefined) return undefined;
      // Done is written before pending is removed, so whoever comes late sees it.
      if ((await records.get(doneKey(delivery))) !== undefined) {
        await records.remove(key, kept.version);
        return undefined;
      }
      const found = toDelivery(kept);
      if (found.nextAt > clock.now()) return { againAt: found.nextAt };
      const taken = { ...found, nextAt: until };
      const version = await records.put(key, toValue(taken), {
        ifVersion: kept.version,
        expiresAt: forgetAt(),
      });
      return version === undefined ? { againAt: until } : { delivery: found, version };
    },
    async keep({ version }, delivery) {
      const options = { ifVersion: version, expiresAt: forgetAt() };
      await records.put(pendingKey(delivery), toValue(delivery), options);
    },
    async finish({ delivery, version }) {
      await records.put(doneKey(delivery), "", { expiresAt: clock.now() + DONE_MS });
      await records.remove(deadKey(deadLetterId(delivery)));
      await records.remove(pendingKey(delivery), version);
    },
    async bury(delivery, version) {
      await records.put(deadKey(deadLetterId(delivery)), toValue(delivery), { expiresAt: forgetAt() });
      if (version !== undefined) await records.remove(pendingKey(delivery), version);
    },
    isDisabled: async (endpoint) => (await records.get(disabledKey(endpoint))) !== undefined,
    disable: async (endpoint) => void (await records.put(disabledKey(endpoint), "")),
    enable: async (endpoint) => records.remove(disabledKey(endpoint)),
  };
}
