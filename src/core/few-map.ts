// A map for few entries: the first costs no table.

/** Values by key, in the order in which they came. */
export class FewMap<Key, Value extends NonNullable<unknown>> {
  #firstKey: Key | undefined;
  #first: Value | undefined;
  /** Those after the first; once there are some, new ones only come here. */
  #others: Map<Key, Value> | undefined;

  get size(): number {
    return (this.#first === undefined ? 0 : 1) + (this.#others?.size ?? 0);
  }

  get(key: Key): Value | undefined {
    return this.#first !== undefined && this.#firstKey === key ? this.#first : this.#others?.get(key);
  }

  has(key: Key): boolean {
    return this.get(key) !== undefined;
  }

  set(key: Key, value: Value): void {
    if (this.#first !== undefined && this.#firstKey === key) this.#first = value;
    else if (this.#first === undefined && this.#others === undefined) {
      this.#firstKey = key;
      this.#first = value;
    } else {
      this.#others ??= new Map();
      this.#others.set(key, value);
    }
  }

  delete(key: Key): void {
    if (this.#first !== undefined && this.#firstKey === key) {
      this.#firstKey = undefined;
      this.#first = undefined;
    } else this.#others?.delete(key);
  }

  *[Symbol.iterator](): Generator<[Key, Value]> {
    // While there is a first one, it came with its key.
    if (this.#first !== undefined) yield [this.#firstKey as Key, this.#first];
    if (this.#others !== undefined) yield* this.#others;
  }
}
