// The record of a lease: when it lapses, or since when it is over.

import type { KeptRecord } from "../core/engine/records.js";

/** What the keys of all of them begin with. */
export const LEASES = "elicitation-lease:";

export const leaseKey = (id: string): string => LEASES + id;

/** What stands in the record of a lease that is over: since when, below all instants at which one could lapse. */
export const overSince = (now: number): string => `-${now}`;

export const isOver = ({ value }: KeptRecord): boolean => value.startsWith("-");

export const endOf = ({ value }: KeptRecord): number => -Number(value);
