// One timer for many deadlines: scheduling and cancelling cost the same for ten and for a million.

import { type Clock, systemClock } from "./clock.js";
import { BeckonError } from "./errors.js";
import { consoleLogger } from "./logger.js";
import { TickEntry, TickSlots } from "./tick-slots.js";

/** A deadline that can be called off, at any time and any number of times. */
export interface WheelTimer {
  cancel(): void;
}

/** Wakes many, with one timer of the clock, and with none while nobody waits. */
export interface TimerWheel {
  /** Calls `wake` once, never before `delayMs` have passed and normally at most one tick after. */
  schedule(delayMs: number, wake: () => void): WheelTimer;
  /** Forgets all deadlines. Closing twice is harmless. */
  close(): void;
}

/** How a timer wheel runs. */
export interface TimerWheelOptions {
  /** Where the time comes from. @default the machine's clock */
  readonly clock?: Clock;
  /** How late a wake-up may be, in milliseconds. @default 50 */
  readonly tickMs?: number;
  /** How many are woken in one turn of the event loop; the others follow in the next. @default 1000 */
  readonly budget?: number;
  /** Hears what a woken one threw. @default a line on standard error */
  readonly onError?: (error: unknown) => void;
}

const defaults = {
  clock: systemClock,
  tickMs: 50,
  budget: 1_000,
  onError: (error: unknown): void => consoleLogger.error("A timer failed.", { error }),
};

/** Filing an entry anew is that much cheaper than waking one. */
const movesPerWake = 16;

/** The longest delay that `setTimeout` understands; a longer one is reached in several. */
const longestTimerMs = 2 ** 31 - 1;

/** Creates a wheel. It holds no timer, and keeps no process alive, while nothing is scheduled. */
export function createTimerWheel(options: TimerWheelOptions = {}): TimerWheel {
  const { clock, tickMs, budget, onError } = { ...defaults, ...options };
  if (!(tickMs > 0 && tickMs < Infinity))
    throw invalid("tickMs", tickMs, "a positive number of milliseconds");
  if (!(budget >= 1)) throw invalid("budget", budget, "at least 1");

  const elapsed = createStopwatch(clock);
  let slots = new TickSlots();
  let scheduled = 0;
  let closed = false;
  let timer: { cancel(): void } | undefined;
  /** The tick the timer is set for: nothing needs attention before. Below all ticks while a turn runs. */
  let armedTick = Infinity;

  function arm(tick: number, elapsedMs: number): void {
    timer?.cancel();
    armedTick = tick;
    timer = clock.setTimer(Math.min(Math.max(tick * tickMs - elapsedMs, 0), longestTimerMs), turn);
  }

  function disarm(): void {
    timer?.cancel();
    timer = undefined;
    armedTick = Infinity;
  }

  function released(): void {
    if (closed) return;
    scheduled -= 1;
    if (scheduled === 0 && armedTick >= 0) disarm();
  }

  function turn(): void {
    timer = undefined;
    armedTick = -1;
    try {
      slots.advance(Math.floor(elapsed() / tickMs), budget * movesPerWake);
      wakeDue();
    } finally {
      armedTick = Infinity;
      if (scheduled > 0) arm(slots.nextTick(), elapsed());
    }
  }

  function wakeDue(): void {
    for (let left = budget; left > 0; left -= 1) {
      const entry = slots.due.next;
      if (!(entry instanceof WheelEntry)) return;
      const wake = entry.wake;
      entry.cancel();
      try {
        wake?.();
      } catch (error) {
        onError(error);
      }
    }
  }

  return {
    schedule(delayMs, wake) {
      if (closed)
        throw new BeckonError("closed", "The timer wheel is closed. Nothing more can be scheduled.");
      if (!(delayMs >= 0 && delayMs < Infinity))
        throw invalid("delayMs", delayMs, "a finite number from 0 up");
      const elapsedMs = elapsed();
      const presentTick = Math.floor(elapsedMs / tickMs);
      if (presentTick < armedTick) slots.skipTo(presentTick);
      const entry = new WheelEntry(wake, released);
      const attentionTick = slots.file(entry, Math.ceil((elapsedMs + delayMs) / tickMs));
      scheduled += 1;
      if (attentionTick < armedTick) arm(attentionTick, elapsedMs);
      return entry;
    },
    close() {
      closed = true;
      scheduled = 0;
      slots = new TickSlots();
      disarm();
    },
  };
}

class WheelEntry extends TickEntry implements WheelTimer {
  wake: (() => void) | undefined;
  readonly #released: () => void;

  constructor(wake: () => void, released: () => void) {
    super();
    this.wake = wake;
    this.#released = released;
  }

  cancel(): void {
    if (this.wake === undefined) return;
    this.wake = undefined;
    this.leave();
    this.#released();
  }
}

/** Milliseconds since its creation, standing still when the clock is set back. */
function createStopwatch(clock: Clock): () => number {
  let last = clock.now();
  let elapsedMs = 0;
  return () => {
    const now = clock.now();
    if (now > last) elapsedMs += now - last;
    last = now;
    return elapsedMs;
  };
}

function invalid(name: string, value: number, needed: string): BeckonError {
  return new BeckonError("invalid-option", `${name} is ${value}. Give ${needed}.`);
}
