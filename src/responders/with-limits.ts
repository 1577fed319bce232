// Keeps one server from asking too often, too much at once, or at all.

import { type Clock, systemClock } from "../core/clock.js";
import type { Responder } from "../core/elicitation/responder.js";
import { BeckonError } from "../core/errors.js";
import { composed } from "./with-fallback.js";

/** How much each server may ask. */
export interface LimitsOptions {
  /** How many questions a minute; what is not used is saved up to this many. @default 10 */
  readonly perMinute?: number;
  /** How many questions may be open at once. @default 5 */
  readonly open?: number;
  /** @default the machine's */
  readonly clock?: Clock;
}

/** A responder with limits, and a list of servers that nobody wants to hear. */
export interface LimitedResponder extends Responder {
  /** Cancels what this server asks from now on. */
  mute(server: string): void;
  /** Takes that back. */
  unmute(server: string): void;
  /** The servers that are muted, sorted. */
  muted(): readonly string[];
}

interface Tally {
  tokens: number;
  at: number;
  open: number;
}

const MINUTE_MS = 60_000;

/** At a limit the answer is `unavailable`, with the time to wait; for a muted server it is `cancel`, with the reason. */
export function withLimits(responder: Responder, options: LimitsOptions = {}): LimitedResponder {
  const { perMinute = 10, open: mostOpen = 5, clock = systemClock } = options;
  requirePositive("perMinute", perMinute);
  requirePositive("open", mostOpen);
  const tallies = new Map<string, Tally>();
  const muted = new Set<string>();

  function tallyOf(server: string): Tally {
    const now = clock.now();
    const tally = tallies.get(server) ?? { tokens: perMinute, at: now, open: 0 };
    tally.tokens = Math.min(perMinute, tally.tokens + ((now - tally.at) * perMinute) / MINUTE_MS);
    tally.at = now;
    tallies.set(server, tally);
    return tally;
  }

  /** Servers that have asked nothing for a while are not remembered. */
  function forgetIdle(): void {
    for (const server of tallies.keys()) {
      const { tokens, open } = tallyOf(server);
      if (open === 0 && tokens >= perMinute) tallies.delete(server);
    }
  }

  const limited = composed([responder], async (elicitation, told) => {
    const { server } = elicitation.asker;
    if (muted.has(server)) return { action: "cancel", reason: `The server ${server} is muted.` };
    forgetIdle();
    const tally = tallyOf(server);
    if (tally.open >= mostOpen) return { action: "unavailable", reason: "limited" };
    if (tally.tokens < 1) {
      const retryAfterMs = Math.ceil(((1 - tally.tokens) * MINUTE_MS) / perMinute);
      return { action: "unavailable", reason: "limited", retryAfterMs };
    }
    tally.tokens -= 1;
    tally.open++;
    try {
      return await responder(elicitation, told);
    } finally {
      tally.open--;
    }
  });
  return Object.assign(limited, {
    mute: (server: string) => void muted.add(server),
    unmute: (server: string) => void muted.delete(server),
    muted: () => [...muted].sort(),
  });
}

function requirePositive(name: string, value: number): void {
  if (!(value >= 1)) throw new BeckonError("invalid-option", `${name} is ${value}, which is less than 1.`);
}
