// What comes due when: entries by instant, shown from that instant on until they leave.

import type { Clock } from "../../core/clock.js";
import { TickEntry, TickSlots } from "../../core/tick-slots.js";

/** Entries by the instant at which they come due, in whole milliseconds. */
export interface Agenda {
  /** Enters an entry, leaving where it was. */
  enter(entry: TickEntry, at: number): void;
  /** At most `limit` entries whose instant is at or before `at`. They stay until they leave. */
  due(at: number, limit: number): TickEntry[];
  /** One of those that come due first. */
  first(): TickEntry | undefined;
}

/** How many entries are filed anew for each that is asked for: no more work at a time than somebody wants done. */
const movesPerEntry = 16;

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
      const target = Math.min(tick, Math.floor(clock.now() - origin));
      const found: TickEntry[] = [];
      for (let isDone = false; !isDone && found.length < limit; ) {
        isDone = slots.advance(target, limit * movesPerEntry);
        found.length = 0;
        for (
          let entry = slots.due.next;
          entry instanceof TickEntry && found.length < limit;
          entry = entry.next
        )
          if (entry.tick <= tick) found.push(entry);
      }
      if (found.length >= limit) return found;
      if (tick <= slots.present) return found;
      for (const entry of slots.later()) {
        if (found.length >= limit) return found;
        if (entry.tick <= tick) found.push(entry);
      }
      return found;
    },
    first: () => slots.first(),
  };
}
