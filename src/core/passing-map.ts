// A map for what comes and goes quickly.
//
// A `Map` from which entries are deleted soon makes itself a new table, and its old table refers to the new one. Once an
// old table is among the old objects of the heap it keeps all tables after it, and all that was in them, from being
// collected young. So here entries are only emptied, and when many are empty those that are not move to a map of
// their own, to which nothing leads.

/** How many empty entries are put up with, whatever the size. */
const MOST_EMPTY = 256;

/** Values by key, for entries that live briefly. */
export class PassingMap<Key, Value extends NonNullable<unknown>> {
  #entries = new Map<Key, Value | undefined>();
  #size = 0;

  /** How many entries there are. */
  get size(): number {
    return this.#size;
  }

  /** How many entries it has room for in its table, those that are empty among them. */
  get places(): number {
    return this.#entries.size;
  }

  get(key: Key): Value | undefined {
    return this.#entries.get(key);
  }

  set(key: Key, value: Value): void {
    if (this.#entries.get(key) === undefined) this.#size += 1;
    this.#entries.set(key, value);
  }

  delete(key: Key): void {
    if (this.#entries.get(key) === undefined) return;
    this.#entries.set(key, undefined);
    this.#size -= 1;
    const empty = this.#entries.size - this.#size;
    if (empty > MOST_EMPTY && empty > this.#size) this.#move();
  }

  *[Symbol.iterator](): Generator<[Key, Value]> {
    for (const [key, value] of this.#entries) if (value !== undefined) yield [key, value];
  }

  clear(): void {
    this.#entries = new Map();
    this.#size = 0;
  }

  #move(): void {
    const entries = new Map<Key, Value | undefined>();
    for (const [key, value] of this) entries.set(key, value);
    this.#entries = entries;
  }
}
