// What comes due when: entries by instant, shown from that instant on until they leave.

import type { Clock } from "../../core/clock.js";
import { TickEntry, TickSlots } from "../../core/tick-slots.js";

/** Entries by the instant at which they come due, in whole milliseconds. */
export interface Agenda {
  /** Enters an entry, leaving where it was. */
  enter(entry: TickEntry, at: number): void;
  /** At most `limit` entries whose instant is at or before `at`. They stay until they leave. */
  due(at: number, limit: number): TickEntry[];
}

/** Creates an empty agenda. */
export function createAgenda(clock: Clock): Agenda {
  const slots = new TickSlots();
  const origin = clock.now();

  return {
    enter(entry, at) {
      slots.file(entry, Math.ceil(at - origin));
    },
    due(at, limit) {
      const tick = Math.floor(at - origin);
      // The present of the slots stays behind the clock's, however far ahead somebody looks: what is due
      // is gone through on every call.
      slots.advance(Math.min(tick, Math.floor(clock.now() - origin)), Infinity);
      const found: TickEntry[] = [];
      for (let entry = slots.due.next; entry instanceof TickEntry; entry = entry.next) {
        if (found.length >= limit) return found;
        if (entry.tick <= tick) found.push(entry);
      }
      if (tick <= slots.present) return found;
      for (const entry of slots.later()) {
        if (found.length >= limit) return found;
        if (entry.tick <= tick) found.push(entry);
      }
      return found;
    },
  };
}
