// A node's sign of life: a record that is renewed while the node has something in hand, and lapses when it dies.

import { randomBytes } from "node:crypto";
import type { Clock } from "../core/clock.js";
import type { RecordStore } from "../core/engine/records.js";
import type { Logger } from "../core/logger.js";
import { andThen, type MaybePromise, recover } from "../core/maybe-promise.js";
import type { TimerWheel, WheelTimer } from "../core/timer-wheel.js";

/** The lease of this node, and what can be known of the others. */
export interface NodeLease {
  /** How long a node counts as alive after its last sign. */
  readonly leaseMs: number;
  /** The node's name, which no other has. */
  node(): string;
  /**
   * Sees to it that the lease has time left; gives its term. A term ends when the lease lapsed: then others may have
   * taken what this node had in hand.
   */
  hold(): MaybePromise<number>;
  /** Counts something in hand: the lease is renewed until it is put down, which may be done twice. */
  pickUp(): () => void;
  /** Calls back when the lease lapsed and holds again: what was in hand may be another's. */
  whenLapsed(listener: () => void): void;
  /** True while a node renews its lease. */
  isAlive(node: string): MaybePromise<boolean>;
  close(): void;
}

export interface NodeLeaseOptions {
  readonly records: RecordStore;
  readonly leaseMs: number;
  readonly clock: Clock;
  readonly wheel: TimerWheel;
  readonly logger: Logger;
}

/** How often a lease is renewed in its time, and how often more when that fails. */
const RENEWALS = 4;
const RETRIES = 20;
/** This node's own lease is over for it before it is for others, by this part of it: their clocks may be ahead. */
const MARGIN = 0.1;
/** How much of it is left when something begins: a write that waits for a lock lands before it is another's. */
const LEFT = 0.6;

export function createNodeLease({ records, leaseMs, clock, wheel, logger }: NodeLeaseOptions): NodeLease {
  // Made on first use: workers have no randomness before their first request.
  let name: string | undefined;
  let until = 0;
  let term = 0;
  let inHand = 0;
  let closed = false;
  let timer: WheelTimer | undefined;
  const listeners: (() => void)[] = [];
  const node = (): string => {
    name ??= randomBytes(9).toString("base64url");
    return name;
  };

  function renew(): MaybePromise<number> {
    const from = clock.now();
    return andThen(records.put(leaseKey(node()), "", { expiresAt: from + leaseMs }), () => {
      // Others saw it lapse in between, or may have.
      const hasLapsed = clock.now() >= until;
      until = Math.max(until, from + leaseMs * (1 - MARGIN));
      if (!hasLapsed) return term;
      term += 1;
      if (inHand > 0) for (const listener of listeners) listener();
      return term;
    });
  }

  function renewLater(isRetry = false): void {
    if (closed || inHand === 0) return;
    timer ??= wheel.schedule(leaseMs / (isRetry ? RETRIES : RENEWALS), () => {
      timer = undefined;
      let hasFailed = false;
      const renewed = recover<unknown>(renew, (error) => {
        hasFailed = true;
        logger.error("The lease of this node could not be renewed.", { error });
      });
      void andThen(renewed, () => renewLater(hasFailed));
    });
  }

  return {
    leaseMs,
    node,
    hold: () => (until - clock.now() > leaseMs * LEFT ? term : renew()),
    pickUp() {
      let isHeld = true;
      inHand += 1;
      renewLater();
      return () => {
        if (!isHeld) return;
        isHeld = false;
        inHand -= 1;
        if (inHand > 0) return;
        timer?.cancel();
        timer = undefined;
      };
    },
    whenLapsed: (listener) => void listeners.push(listener),
    isAlive: (other) => andThen(records.get(leaseKey(other)), (record) => record !== undefined),
    close() {
      closed = true;
      timer?.cancel();
    },
  };
}

const leaseKey = (node: string): string => `node:${node}`;
