// The keys of records, put in order where somebody lists them.
//
// Most records are never listed, and keeping a million keys in order costs more than everything else about them. So the
// keys of a namespace (`run:` in `run:42`) are put in order when they are first listed, and kept in order from then on.

import { SortedKeys } from "./sorted-keys.js";

export class RecordKeys {
  /** Those in order, by namespace. */
  readonly #sorted = new Map<string, SortedKeys>();
  readonly #unsorted: () => Iterable<string>;
  /** All of them, once somebody listed across namespaces. */
  #all: SortedKeys | undefined;

  /** `unsorted` gives all keys that were added and not removed. */
  constructor(unsorted: () => Iterable<string>) {
    this.#unsorted = unsorted;
  }

  /** Adds a key that is not there. */
  add(key: string): void {
    this.#sortedWith(key)?.add(key);
  }

  /** Removes a key that is there. */
  remove(key: string): void {
    this.#sortedWith(key)?.remove(key);
  }

  /** The keys in order among which this one is, if any are. */
  #sortedWith(key: string): SortedKeys | undefined {
    return this.#all ?? (this.#sorted.size === 0 ? undefined : this.#sorted.get(namespaceOf(key)));
  }

  /** The keys with a prefix from `start` on, in order, and then others. They must not change meanwhile. */
  from(prefix: string, start: string): Iterable<string> {
    return (prefix.includes(":") ? this.#inOrder(namespaceOf(prefix)) : this.#allInOrder()).from(start);
  }

  #inOrder(namespace: string): SortedKeys {
    const known = this.#all ?? this.#sorted.get(namespace);
    if (known) return known;
    const sorted = sort([...this.#unsorted()].filter((key) => namespaceOf(key) === namespace));
    this.#sorted.set(namespace, sorted);
    return sorted;
  }

  #allInOrder(): SortedKeys {
    this.#all ??= sort([...this.#unsorted()]);
    this.#sorted.clear();
    return this.#all;
  }
}

/** Sorted first, each goes to the end, which moves nothing. */
function sort(keys: string[]): SortedKeys {
  const sorted = new SortedKeys();
  for (const key of keys.sort(byCodeUnit)) sorted.add(key);
  return sorted;
}

const byCodeUnit = (one: string, other: string): number => (one < other ? -1 : one > other ? 1 : 0);

const namespaceOf = (key: string): string => key.slice(0, key.indexOf(":") + 1);
