// The keys of records, put in order where somebody lists them.
//
// Most records are never listed, and keeping a million keys in order costs more than everything else about them. So the
// keys of a namespace (`run:` in `run:42`) lie as they come until they are first listed, and are kept in order from then on.

import { SortedKeys } from "./sorted-keys.js";

export class RecordKeys {
  /** Those in order, by namespace. */
  readonly #sorted = new Map<string, SortedKeys>();
  /** Those as they came, by namespace. */
  readonly #loose = new Map<string, Set<string>>();
  /** All of them, once somebody listed across namespaces. */
  #all: SortedKeys | undefined;

  /** Adds a key that is not there. */
  add(key: string): void {
    const namespace = namespaceOf(key);
    const sorted = this.#all ?? this.#sorted.get(namespace);
    if (sorted) return sorted.add(key);
    const loose = this.#loose.get(namespace);
    if (loose) loose.add(key);
    else this.#loose.set(namespace, new Set([key]));
  }

  /** Removes a key that is there. */
  remove(key: string): void {
    const namespace = namespaceOf(key);
    const sorted = this.#all ?? this.#sorted.get(namespace);
    if (sorted) return sorted.remove(key);
    const loose = this.#loose.get(namespace);
    loose?.delete(key);
    if (loose?.size === 0) this.#loose.delete(namespace);
  }

  /** The keys with a prefix from `start` on, in order, and then others. They must not change meanwhile. */
  from(prefix: string, start: string): Iterable<string> {
    return (prefix.includes(":") ? this.#inOrder(namespaceOf(prefix)) : this.#allInOrder()).from(start);
  }

  #inOrder(namespace: string): SortedKeys {
    const known = this.#all ?? this.#sorted.get(namespace);
    if (known) return known;
    const sorted = sort(this.#loose.get(namespace) ?? []);
    this.#loose.delete(namespace);
    this.#sorted.set(namespace, sorted);
    return sorted;
  }

  #allInOrder(): SortedKeys {
    this.#all ??= sort(
      [...this.#loose.values(), ...[...this.#sorted.values()].map((keys) => keys.from(""))].flatMap(
        (keys) => [...keys],
      ),
    );
    this.#loose.clear();
    this.#sorted.clear();
    return this.#all;
  }
}

/** Sorted first, each goes to the end, which moves nothing. */
function sort(keys: Iterable<string>): SortedKeys {
  const sorted = new SortedKeys();
  for (const key of [...keys].sort(byCodeUnit)) sorted.add(key);
  return sorted;
}

const byCodeUnit = (one: string, other: string): number => (one < other ? -1 : one > other ? 1 : 0);

const namespaceOf = (key: string): string => key.slice(0, key.indexOf(":") + 1);
