// Leases: records that an asker's process renews while it lives. What hangs on one that lapsed is withdrawn by anybody.
// Those until an instant are nobody's: see instants.ts.
//
// A lease is over when somebody has written so over the version that had lapsed: from then on its holder cannot renew it,
// and nobody hangs anything on it. What was about to be hung on it meanwhile is found by a second look, a while later.

import type { KeptRecord } from "../core/engine/records.js";
import { BeckonError } from "../core/errors.js";
import { andThen, type MaybePromise } from "../core/maybe-promise.js";
import type { Lease } from "./broker.js";
import { createInstants, type Instant } from "./instants.js";
import { endOf, isOver, LEASES, leaseKey, overSince } from "./lease-record.js";
import { nextTurn } from "./next-turn.js";
import type { BrokerParts } from "./parts.js";
import { requireReason } from "./require-reason.js";
import { withdrawLeased } from "./withdraw-leased.js";

export interface Leases {
  /** Hears when the lease was lost: this process was silent for too long, and what hung on it is withdrawn. */
  take(onLost?: () => void): MaybePromise<Lease>;
  /** A lease that nobody has to renew: it lapses at that instant, or a little later. */
  until(instant: number): Instant;
  /** True while somebody holds it, here or elsewhere. */
  isHeld(id: string): MaybePromise<boolean>;
  /** Withdraws what hangs on leases that lapsed. */
  sweep(): Promise<void>;
  /** Lets go of those that are held here. */
  close(): Promise<void>;
}

/** A lease that this process renews. */
interface Held {
  readonly id: string;
  /** Of the record, as this process wrote it last. */
  version: number;
  /** Nobody can take it away before. */
  until: number;
  readonly onLost: () => void;
  letGo(): Promise<number>;
}

const PAGE = 200;
/** How often a lease is renewed in its time, and how often more when that fails. */
const RENEWALS = 3;
const RETRIES = 20;

export function createLeases(parts: BrokerParts, leaseMs: number): Leases {
  const { engine, clock, wheel, logger } = parts;
  const { records } = engine;
  const instants = createInstants(parts, leaseMs);
  const held = new Map<string, Held>();
  /** Those whose elicitations are being withdrawn. */
  const letGoOf = new Set<string>();
  let isClosed = false;

  /** Writes over the version that this process knows; false when somebody else has written since. */
  function renew(lease: Held): MaybePromise<boolean> {
    const until = clock.now() + leaseMs;
    const options = { ifVersion: lease.version };
    return andThen(records.put(leaseKey(lease.id), String(until), options), (version) => {
      if (version === undefined) return false;
      lease.version = version;
      lease.until = until;
      return true;
    });
  }

  async function keep(lease: Held): Promise<void> {
    while (!(await renew(lease)) && held.get(lease.id) === lease) {
      const found = await records.get(leaseKey(lease.id));
      if (found !== undefined && isOver(found)) {
        held.delete(lease.id);
        logger.warn("A lease was lost: this process was silent for too long.", { id: lease.id });
        return lease.onLost();
      }
      // Its own write, of which the reply was lost; or it is gone with everything that hung on it, and begins anew.
      lease.version = found?.version ?? 0;
    }
  }

  function keepUp(lease: Held, isFailing = false): void {
    if (isClosed || held.get(lease.id) !== lease) return;
    // Counted from when it was asked for: what is slow to be written lapses as soon as what is not.
    const soon = lease.until - clock.now() - leaseMs * (1 - 1 / RENEWALS);
    wheel.schedule(isFailing ? leaseMs / RETRIES : Math.max(soon, 0), async () => {
      if (isClosed || held.get(lease.id) !== lease) return;
      try {
        await keep(lease);
        keepUp(lease);
      } catch (error) {
        logger.error("A lease could not be renewed.", { error });
        keepUp(lease, true);
      }
    });
  }

  async function release(id: string, reason: string): Promise<number> {
    held.delete(id);
    letGoOf.add(id);
    try {
      // From here on nobody may hang anything on it, on whatever node.
      await records.put(leaseKey(id), overSince(clock.now()));
      return await withdrawLeased(parts, id, reason);
    } finally {
      // Whatever is left is found when the record is swept.
      letGoOf.delete(id);
    }
  }

  function toLease({ id }: Held, letGo: (reason: string) => Promise<number>): Lease {
    return {
      id,
      release(reason) {
        requireReason(reason);
        return letGo(reason);
      },
    };
  }

  async function sweepOne(record: KeptRecord): Promise<void> {
    const { key, value, version } = record;
    const id = key.slice(LEASES.length);
    const now = clock.now();
    if (letGoOf.has(id)) return;
    if (!isOver(record)) {
      if (Number(value) > now) return;
      const isOurs = await records.put(key, overSince(now), { ifVersion: version });
      // It was renewed after all, or somebody else sweeps.
      if (isOurs === undefined) return;
    }
    await withdrawLeased(parts, id, "The asker has gone.");
    if (isOver(record) && now - endOf(record) >= leaseMs) await records.remove(key, version);
  }

  return {
    take(onLost = () => {}) {
      if (isClosed) refuseClosed();
      const id = parts.newId();
      let released: Promise<number> | undefined;
      const letGo = (reason: string): Promise<number> => {
        released ??= release(id, reason).catch((error) => {
          // Whoever asks again tries again.
          released = undefined;
          throw error;
        });
        return released;
      };
      const lease: Held = { id, version: 0, until: 0, onLost, letGo: () => letGo("The asker stopped.") };
      return andThen(renew(lease), (isWritten) => {
        if (!isWritten)
          throw new BeckonError("invalid-option", "newId made an id twice. Make ids that nobody can guess.");
        if (isClosed) return letGo("The asker stopped.").then(() => refuseClosed());
        held.set(id, lease);
        keepUp(lease);
        return toLease(lease, letGo);
      });
    },
    until: instants.until,
    isHeld(id) {
      if (letGoOf.has(id)) return false;
      const now = clock.now();
      if ((held.get(id)?.until ?? 0) > now || instants.isKnown(id)) return true;
      return andThen(
        records.get(leaseKey(id)),
        (record) => record !== undefined && Number(record.value) > now,
      );
    },
    async sweep() {
      for (let after: string | undefined; ; ) {
        const page: readonly KeptRecord[] = await records.list(LEASES, after, PAGE);
        for (const record of page) await sweepOne(record);
        after = page.at(-1)?.key;
        if (page.length < PAGE) return;
        await nextTurn();
      }
    },
    async close() {
      isClosed = true;
      const ends = await Promise.allSettled([...held.values()].map((lease) => lease.letGo()));
      for (const end of ends) if (end.status === "rejected") throw end.reason;
    },
  };
}

function refuseClosed(): never {
  throw new BeckonError("closed", "The broker is closed. Take a lease of another one.");
}
