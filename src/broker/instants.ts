// Leases that lapse at their instant: nobody renews them, and what hangs on them outlives its asker's process, and is
// moved on to later ones. The coarser they are, the fewer there are to look at.

import { andThen, isPromise, type MaybePromise } from "../core/maybe-promise.js";
import { leaseKey } from "./lease-record.js";
import type { BrokerParts } from "./parts.js";

export interface Instants {
  /** A lease that lapses at that instant, or a little later. */
  until(instant: number): Instant;
  /** True while a lease is surely written, or on its way: a record may be gone later, from an engine that is full. */
  isKnown(id: string): boolean;
}

/** A lease that lapses at its instant. */
export interface Instant {
  readonly id: string;
  /**
   * Once it is written; absent when it is known to be. What hangs on it may be written right behind it: an engine takes
   * what one process asks of it in that order.
   */
  readonly written: Promise<void> | undefined;
}

/** What the ids of leases begin with that lapse at the instant after it. */
const UNTIL = "until:";

/** `knownMs` is for how long a lease that was written need not be looked at again. */
export function createInstants(
  { engine, clock }: Pick<BrokerParts, "engine" | "clock">,
  knownMs: number,
): Instants {
  /** Those that are written, and until when that is known. */
  const known = new Map<string, number>();
  /** Those that are being written. */
  const writing = new Map<string, Promise<void>>();

  /** Nothing may be there before it that hangs on it: without its record no sweep finds what does. */
  function write(id: string, end: number): MaybePromise<void> {
    const now = clock.now();
    for (const [other, until] of known) if (until <= now) known.delete(other);
    return andThen(engine.records.put(leaseKey(id), String(end), { ifVersion: 0 }), () => {
      known.set(id, Math.min(now + knownMs, end));
    });
  }

  function writeOnce(id: string, end: number): Promise<void> | undefined {
    const earlier = writing.get(id);
    if (earlier !== undefined) return earlier;
    const written = write(id, end);
    if (!isPromise(written)) return undefined;
    // Whoever asks after it failed tries again.
    const settled = written.finally(() => writing.delete(id));
    writing.set(id, settled);
    // Whoever could not even ask does not wait for it.
    settled.catch(() => {});
    return settled;
  }

  const isWritten = (id: string): boolean => (known.get(id) ?? 0) > clock.now();

  return {
    isKnown: (id) => isWritten(id) || writing.has(id),
    until(instant) {
      const now = clock.now();
      const end = roundUp(Math.max(instant, now + 1), now);
      const id = `${UNTIL}${end}`;
      return { id, written: isWritten(id) ? undefined : writeOnce(id, end) };
    },
  };
}

/** True when what hangs on one lease belongs on another: on a process before its time, and never on an earlier instant. */
export function isBetterLease(lease: string, known: string): boolean {
  if (!known.startsWith(UNTIL)) return lease !== known;
  return lease.startsWith(UNTIL) && untilOf(lease) > untilOf(known);
}

const untilOf = (lease: string): number => Number(lease.slice(UNTIL.length));

const secondMs = 1_000;
const minuteMs = 60 * secondMs;
const hourMs = 60 * minuteMs;
const dayMs = 24 * hourMs;

/** The coarser the further away. */
function roundUp(instant: number, now: number): number {
  const distanceMs = instant - now;
  const step =
    distanceMs < minuteMs
      ? secondMs
      : distanceMs < 12 * hourMs
        ? minuteMs
        : distanceMs < 30 * dayMs
          ? hourMs
          : dayMs;
  return Math.ceil(instant / step) * step;
}
