// Which node executes the rounds of a slot: one at a time, and another one when that node dies.

import type { RecordStore } from "../core/engine/records.js";
import type { Logger } from "../core/logger.js";
import { recover } from "../core/maybe-promise.js";
import type { ChangeHints } from "./changes.js";
import type { NodeLease } from "./node-lease.js";

/** A slot that this node executes. */
export interface RoundClaim {
  /** False when this node's lease lapsed and another one has the slot now. */
  isHeld(): Promise<boolean>;
  /** Lets others have the slot; never fails. */
  release(): Promise<void>;
}

export interface RoundClaims {
  /** Waits until the slot is this node's, or until `find` has the reply that another node made. */
  take(
    slot: string,
    expiresAt: number,
    find: () => Promise<string | undefined>,
  ): Promise<RoundClaim | { readonly reply: string }>;
}

export interface RoundClaimsOptions {
  /** A claim is the name of a node: it is not sealed, so that nodes with other keys can read it too. */
  readonly records: RecordStore;
  readonly lease: NodeLease;
  readonly hints: ChangeHints;
  readonly logger: Logger;
}

export function createRoundClaims({ records, lease, hints, logger }: RoundClaimsOptions): RoundClaims {
  /** Makes the slot this node's, unless a node that lives has it or another one was quicker. */
  async function attempt(slot: string, expiresAt: number): Promise<RoundClaim | undefined> {
    const key = claimKey(slot);
    const term = await lease.hold();
    const known = await records.get(key);
    // A claim of this node's own is one that it could not release: here, a slot is executed once at a time.
    if (known !== undefined && known.value !== lease.node() && (await lease.isAlive(known.value)))
      return undefined;
    const version = await records.put(key, lease.node(), { ifVersion: known?.version ?? 0, expiresAt });
    return version === undefined ? undefined : claimOf(slot, expiresAt, version, term);
  }

  function claimOf(slot: string, expiresAt: number, first: number, firstTerm: number): RoundClaim {
    const key = claimKey(slot);
    let version: number | undefined = first;
    let term = firstTerm;
    const putDown = lease.pickUp();
    return {
      async isHeld() {
        const now = await lease.hold();
        if (version === undefined || now === term) return version !== undefined;
        version = await records.put(key, lease.node(), { ifVersion: version, expiresAt });
        term = now;
        return version !== undefined;
      },
      async release() {
        putDown();
        const known = version;
        version = undefined;
        // What was made of the round counts, whatever becomes of the claim: this node may take its own again.
        if (known !== undefined)
          await recover<unknown>(
            () => records.remove(key, known),
            (error) => logger.error("The claim on a round could not be released.", { error }),
          );
        hints.tell(claimTopic(slot));
      },
    };
  }

  return {
    async take(slot, expiresAt, find) {
      const claim = await attempt(slot, expiresAt);
      if (claim !== undefined) return claim;
      const changes = hints.watch(claimTopic(slot));
      try {
        // Looked at once more before the first wait: the slot may have become free before anybody listened.
        for (;;) {
          const reply = await find();
          if (reply !== undefined) return { reply };
          const claim = await attempt(slot, expiresAt);
          if (claim !== undefined) return claim;
          await changes.next();
        }
      } finally {
        changes.stop();
      }
    },
  };
}

const claimKey = (slot: string): string => `claim:${slot}`;
const claimTopic = (slot: string): string => `slot:${slot}`;
