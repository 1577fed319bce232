// Tells equal things apart by which of them it is.

export class Occurrences {
  readonly #counts = new Map<string, number>();

  /** `name`, then `name.2`, `name.3`. */
  name(name: string): string {
    const count = (this.#counts.get(name) ?? 0) + 1;
    this.#counts.set(name, count);
    return count === 1 ? name : `${name}.${count}`;
  }
}
