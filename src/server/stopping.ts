// Whether the server is stopping. Not an AbortSignal: some workers tie those to the request that made them.

/** The state of stopping, and word of its beginning. */
export class Stopping {
  #begun = false;
  readonly #listeners = new Set<() => void>();

  get begun(): boolean {
    return this.#begun;
  }

  begin(): void {
    this.#begun = true;
    for (const listener of this.#listeners) listener();
    this.#listeners.clear();
  }

  /** Calls back when it begins; the function calls that off. */
  whenBegun(listener: () => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }
}
