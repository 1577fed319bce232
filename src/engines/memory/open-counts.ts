// How many open elicitations each principal has, and each asker for nobody who is known.

import type { ElicitationRecord } from "../../core/engine/elicitations.js";

type Whose = Pick<ElicitationRecord, "principal" | "asker">;

/** Changed in its place, so that counting costs one look into a map. */
interface Count {
  count: number;
}

export class OpenCounts {
  readonly #ofPrincipals = new Map<string, Count>();
  readonly #ofAskers = new Map<string, Count>();

  of(whose: Whose): number {
    return this.#mapOf(whose).get(nameOf(whose))?.count ?? 0;
  }

  add(whose: Whose): void {
    const counts = this.#mapOf(whose);
    const known = counts.get(nameOf(whose));
    if (known === undefined) counts.set(nameOf(whose), { count: 1 });
    else known.count += 1;
  }

  remove(whose: Whose): void {
    const counts = this.#mapOf(whose);
    const known = counts.get(nameOf(whose));
    if (known === undefined) return;
    known.count -= 1;
    if (known.count === 0) counts.delete(nameOf(whose));
  }

  #mapOf({ principal }: Whose): Map<string, Count> {
    return principal === undefined ? this.#ofAskers : this.#ofPrincipals;
  }
}

const nameOf = ({ principal, asker }: Whose): string => principal ?? asker;
