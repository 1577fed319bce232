// Entries filed by tick in a hierarchy of slots: filing, leaving and finding what is next cost the same for ten and for a million.
//
// A slot of level L is 32^L ticks wide. An entry lies at the level where its tick first differs from the
// present one (in groups of 5 bits), so everything at a lower level comes before everything at a higher
// one, and the first occupied slot of the lowest occupied level is the next that needs attention.

import { Link } from "./link.js";

const slotsPerLevel = 32;
/** Enough levels for every safe integer. */
const levels = 11;
const widths: readonly number[] = Array.from({ length: levels + 1 }, (_, level) => slotsPerLevel ** level);

/** What can be filed. An entry leaves by `leave()`, at any time. */
export class TickEntry extends Link {
  /** The tick it is filed under. */
  tick = 0;
}

/** Files entries by whole-numbered tick, from the past to any distance. */
export class TickSlots {
  /** The list of those whose tick has come, in the order of their ticks. Whoever reads it takes them out. */
  readonly due: Link = new Link();
  #present = 0;
  /** Taken from a slot whose time has come, and not filed anew yet. */
  readonly #moving = new Link();
  readonly #slots: readonly Link[] = Array.from({ length: levels * slotsPerLevel }, () => new Link());
  /** One bit for each slot of a level; a set bit may belong to a slot that everything has left. */
  readonly #occupied: number[] = new Array<number>(levels).fill(0);

  /** The tick up to which everything has come due. */
  get present(): number {
    return this.#present;
  }

  /** Files an entry, and gives the tick at which it needs attention first: its own, or an earlier one. */
  file(entry: TickEntry, tick: number): number {
    entry.tick = tick;
    // Written this way round so that what is no number is due, and not lost.
    if (!(tick > this.#present)) {
      entry.joinBefore(this.due);
      return this.#present;
    }
    const reachable = Math.min(tick, Number.MAX_SAFE_INTEGER);
    const level = levelOf(reachable, this.#present);
    const width = widthOf(level);
    const place = Math.floor(reachable / width);
    const index = place % slotsPerLevel;
    entry.joinBefore(this.#slot(level, index));
    this.#occupied[level] = this.#bits(level) | (1 << index);
    return place * width;
  }

  /**
   * Moves the present forward and what comes due by it to `due`. Files at most `moves` entries anew; gives
   * false when some are left for the next call.
   */
  advance(target: number, moves: number): boolean {
    let movesLeft = moves;
    for (;;) {
      for (let entry = this.#moving.next; entry instanceof TickEntry; entry = this.#moving.next) {
        if (movesLeft <= 0) return false;
        movesLeft -= 1;
        this.file(entry, entry.tick);
      }
      const next = this.#nextOccupied();
      if (next === undefined || next.start > target) break;
      this.#present = Math.max(this.#present, next.start);
      this.#moving.takeAll(next.slot);
    }
    this.skipTo(target);
    return true;
  }

  /** Moves the present forward when the caller knows that no entry needs attention by then. */
  skipTo(tick: number): void {
    if (tick > this.#present) this.#present = tick;
  }

  /** The next tick at which something needs attention; `Infinity` when nothing is filed. */
  nextTick(): number {
    if (this.due.next !== this.due || this.#moving.next !== this.#moving) return this.#present;
    return this.#nextOccupied()?.start ?? Infinity;
  }

  /** One of those that come first (exact for the near ones, by slot for the far ones). */
  first(): TickEntry | undefined {
    if (this.due.next instanceof TickEntry) return this.due.next;
    if (this.#moving.next instanceof TickEntry) return this.#moving.next;
    const next = this.#nextOccupied()?.slot.next;
    return next instanceof TickEntry ? next : undefined;
  }

  /** Everything that is not due yet, slot by slot. Nothing may be filed meanwhile. */
  *later(): Generator<TickEntry> {
    for (const head of [this.#moving, ...this.#slots]) {
      for (let entry = head.next; entry instanceof TickEntry; entry = entry.next) yield entry;
    }
  }

  #nextOccupied(): { readonly slot: Link; readonly start: number } | undefined {
    for (let level = 0; level < levels; level += 1) {
      for (let bits = this.#bits(level); bits !== 0; bits = this.#bits(level)) {
        const index = 31 - Math.clz32(bits & -bits);
        const slot = this.#slot(level, index);
        if (slot.next !== slot) return { slot, start: this.#startOf(level, index) };
        this.#occupied[level] = bits & ~(1 << index);
      }
    }
    return undefined;
  }

  #startOf(level: number, index: number): number {
    const above = widthOf(level + 1);
    return Math.floor(this.#present / above) * above + index * widthOf(level);
  }

  #slot(level: number, index: number): Link {
    // Every level and index has its slot; the other branch is for the type.
    return this.#slots[level * slotsPerLevel + index] ?? this.due;
  }

  #bits(level: number): number {
    return this.#occupied[level] ?? 0;
  }
}

function levelOf(tick: number, present: number): number {
  let level = 0;
  while (level < levels - 1) {
    const above = widthOf(level + 1);
    if (Math.floor(tick / above) === Math.floor(present / above)) break;
    level += 1;
  }
  return level;
}

function widthOf(level: number): number {
  return widths[level] ?? Infinity;
}
