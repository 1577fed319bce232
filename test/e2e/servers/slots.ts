// Values that one part puts down and another waits for.

/** Values by key, for which one may wait. */
export class Slots<T> {
  readonly #slots = new Map<string, { readonly value: Promise<T>; readonly put: (value: T) => void }>();

  get(key: string): Promise<T> {
    return this.#slot(key).value;
  }

  put(key: string, value: T): void {
    this.#slot(key).put(value);
  }

  #slot(key: string): { readonly value: Promise<T>; readonly put: (value: T) => void } {
    const known = this.#slots.get(key);
    if (known) return known;
    let put: (value: T) => void = () => {};
    const value = new Promise<T>((resolve) => {
      put = resolve;
    });
    const made = { value, put };
    this.#slots.set(key, made);
    return made;
  }
}
