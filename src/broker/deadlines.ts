// When to look for what is over: instants in coarse steps, so that a million deadlines need few timers.

import { createFarDeadlines, FAR_MS } from "./far-deadlines.js";
import type { BrokerParts } from "./parts.js";

export interface Deadlines {
  /** Looks for what is due at that instant, or a little later. */
  note(at: number): void;
  /** Looks at one claim when it may have lapsed. */
  noteClaim(id: string, until: number): void;
  /** Looks no more. */
  close(): void;
}

const SMALLEST_STEP_MS = 50;
const MINUTE_MS = 60_000;

/** How late an expiry may be noted, by how far it is away. An answer after the deadline is refused all the same. */
const stepFor = (distanceMs: number): number => (distanceMs < MINUTE_MS ? SMALLEST_STEP_MS : 250);

export function createDeadlines(
  { clock, wheel, claims }: Pick<BrokerParts, "clock" | "wheel" | "claims">,
  onDue: () => void,
  onClaim: (id: string) => void,
): Deadlines {
  /** Counted from here in the smallest of steps: small numbers are found sooner than instants. */
  const origin = Math.floor(clock.now() / FAR_MS) * FAR_MS;
  const noted = new Set<number>();
  let isClosed = false;
  const far = createFarDeadlines(wheel, (at) => noteNear(at, at - clock.now()));

  function noteNear(at: number, distanceMs: number): void {
    const step = stepFor(distanceMs);
    const instant = Math.ceil(at / step) * step;
    const place = (instant - origin) / SMALLEST_STEP_MS;
    if (noted.has(place)) return;
    noted.add(place);
    wheel.schedule(Math.max(0, distanceMs + instant - at), () => {
      noted.delete(place);
      onDue();
    });
  }

  return {
    note(at) {
      // What was written while the broker closed is found by another one.
      if (isClosed) return;
      const distanceMs = at - clock.now();
      if (distanceMs < FAR_MS) noteNear(at, distanceMs);
      else far.note(at, distanceMs);
    },
    noteClaim(id, until) {
      if (isClosed) return;
      claims.get(id)?.cancel();
      const timer = wheel.schedule(Math.max(0, until - clock.now()), () => {
        claims.delete(id);
        onClaim(id);
      });
      claims.set(id, timer);
    },
    close() {
      isClosed = true;
    },
  };
}
