// Elicitations that were just read: whoever changes one has mostly looked at it before, and need not read it again.

import { isOpenStatus } from "../../core/engine/change-elicitation.js";
import type { ElicitationRecord } from "../../core/engine/elicitations.js";

/** Records as they were in the file at some time. Only their version says whether they still are. */
export interface JustRead {
  note(record: ElicitationRecord | undefined): void;
  /** The record that was noted last, if it is of that version. */
  take(id: string, version: number): ElicitationRecord | undefined;
}

/** How many are kept: they are mostly taken in the same turn. */
const maxKept = 256;

/** Creates it, with nothing in it. */
export function createJustRead(): JustRead {
  const kept = new Map<string, ElicitationRecord>();

  return {
    note(record) {
      // What is final may not be opened again: that is refused only where the file still has it.
      if (record === undefined || !isOpenStatus(record.status)) return;
      if (kept.size >= maxKept) kept.clear();
      kept.set(record.id, record);
    },
    take(id, version) {
      const record = kept.get(id);
      if (record === undefined) return undefined;
      kept.delete(id);
      return record.version === version ? record : undefined;
    },
  };
}
