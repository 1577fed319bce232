// Elicitations that were just made or read: whoever changes one has mostly looked at it before, and need not read it again.

import { isOpenStatus } from "../../core/engine/change-elicitation.js";
import type { Found } from "./elicitation-row.js";

/** Rows as they were in the file at some time. Only their version says whether they still are. */
export interface JustRead {
  note(found: Found | undefined): void;
  /** The row that was noted last, if it is of that version. */
  take(id: string, version: number): Found | undefined;
}

/** How many are kept: they are mostly taken in the same turn. */
const maxKept = 256;

/** Creates it, with nothing in it. */
export function createJustRead(): JustRead {
  const kept = new Map<string, Found>();

  return {
    note(found) {
      // What is final may not be opened again: that is refused only where the file still has it.
      if (found === undefined || !isOpenStatus(found.record.status)) return;
      if (kept.size >= maxKept) kept.clear();
      kept.set(found.record.id, found);
    },
    take(id, version) {
      const found = kept.get(id);
      if (found === undefined) return undefined;
      kept.delete(id);
      return found.record.version === version ? found : undefined;
    },
  };
}
