// Tells equal things apart by which of them it is.

import { FewMap } from "../core/few-map.js";

export class Occurrences extends FewMap<string, number> {
  /** `name`, then `name.2`, `name.3`. */
  name(name: string): string {
    const count = (this.get(name) ?? 0) + 1;
    this.set(name, count);
    return count === 1 ? name : `${name}.${count}`;
  }
}
