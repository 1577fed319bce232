// How much may be asked for one principal: a bucket that refills continuously, and a cap on what is open.

import type { CreationRate, ElicitationRecord } from "../core/engine/elicitations.js";
import { BeckonError } from "../core/errors.js";

/** How much may be asked for one principal. Those whom nobody knows count as one, for each server that asks. */
export interface BrokerLimits {
  /** How many a minute, refilled continuously. @default 10 */
  readonly perMinute?: number;
  /** How many at once after a silence. @default as many as a minute brings */
  readonly burst?: number;
  /** How many may be open at the same time. @default 100 */
  readonly maxOpen?: number;
}

export interface Limits {
  readonly maxOpen: number;
  /** The bucket of the principal of a record. */
  rateOf(record: ElicitationRecord): CreationRate;
  /** How long to wait when too many are open: nobody knows when a person answers, so it is a guess. */
  readonly fullRetryMs: number;
}

const defaults = { perMinute: 10, maxOpen: 100 };
const minuteMs = 60_000;

/** `undefined` when there are none. */
export function createLimits(options: BrokerLimits | false = {}): Limits | undefined {
  if (options === false) return undefined;
  const perMinute = options.perMinute ?? defaults.perMinute;
  const capacity = options.burst ?? Math.max(1, perMinute);
  const maxOpen = options.maxOpen ?? defaults.maxOpen;
  requireAbove("limits.perMinute", perMinute, 0);
  requireAbove("limits.burst", capacity, 0.999);
  if (!(maxOpen >= 1))
    throw new BeckonError("invalid-option", `limits.maxOpen is ${maxOpen}. Give a number from 1 up.`);
  const bucket = { capacity, refillMs: minuteMs / perMinute };
  return {
    maxOpen,
    rateOf: (record) => ({ key: keyOf(record), bucket }),
    fullRetryMs: Math.max(bucket.refillMs, minuteMs / 2),
  };
}

function requireAbove(name: string, value: unknown, least: number): void {
  if (typeof value !== "number" || !(value > least && value < Infinity))
    throw new BeckonError("invalid-option", `${name} is ${String(value)}. Give a number above 0.`);
}

const keyOf = ({ principal, asker }: ElicitationRecord): string =>
  principal === undefined ? `elicitation:anonymous:${asker}` : `elicitation:principal:${principal}`;
