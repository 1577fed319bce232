// Keys in their order (by UTF-16 code unit), in chunks small enough that adding one to a million moves few.

/** How many keys a chunk holds before it is split in two. */
const maxChunk = 512;

/** A set of keys that is always in order. */
export class SortedKeys {
  /** None is empty, but the first may be. */
  readonly #chunks: string[][] = [[]];

  /** Adds a key that is not in the set. */
  add(key: string): void {
    const at = this.#chunkFor(key);
    const chunk = this.#chunk(at);
    chunk.splice(firstNotBefore(chunk, key), 0, key);
    if (chunk.length > maxChunk) this.#chunks.splice(at + 1, 0, chunk.splice(maxChunk / 2));
  }

  /** Removes a key that is in the set. */
  remove(key: string): void {
    const at = this.#chunkFor(key);
    const chunk = this.#chunk(at);
    chunk.splice(firstNotBefore(chunk, key), 1);
    if (chunk.length === 0 && this.#chunks.length > 1) this.#chunks.splice(at, 1);
  }

  /** The keys from `start` on, in order. The set must not change meanwhile. */
  *from(start: string): Generator<string> {
    let at = this.#chunkFor(start);
    let index = firstNotBefore(this.#chunk(at), start);
    for (; at < this.#chunks.length; at += 1, index = 0) {
      const chunk = this.#chunk(at);
      for (; index < chunk.length; index += 1) yield chunk[index] ?? "";
    }
  }

  /** The last chunk that does not begin behind the key. */
  #chunkFor(key: string): number {
    let low = 0;
    let high = this.#chunks.length - 1;
    while (low < high) {
      const middle = (low + high + 1) >>> 1;
      if ((this.#chunk(middle)[0] ?? "") <= key) low = middle;
      else high = middle - 1;
    }
    return low;
  }

  #chunk(at: number): string[] {
    return this.#chunks[at] ?? [];
  }
}

function firstNotBefore(chunk: readonly string[], key: string): number {
  let low = 0;
  let high = chunk.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((chunk[middle] ?? "") < key) low = middle + 1;
    else high = middle;
  }
  return low;
}
