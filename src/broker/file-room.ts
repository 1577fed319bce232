// How much the files of all elicitations take together: one number in the engine, on which every node counts.

import type { RecordStore } from "../core/engine/records.js";

export interface FileRoom {
  /** Takes so many bytes more; false when there is no room for them. */
  take(bytes: number): Promise<boolean>;
  /** Gives so many bytes back. */
  give(bytes: number): Promise<void>;
  /** How much is taken, and since which change. */
  look(): Promise<Taken>;
  /** Says how much is taken indeed, unless that has changed since somebody looked. */
  correct(bytes: number, since: Taken): Promise<void>;
}

export interface Taken {
  readonly bytes: number;
  readonly version: number;
}

/** Kept for ever, since versions count only while a record lives. */
const KEY = "files-taken";

export function createFileRoom(records: RecordStore, maxBytes: number): FileRoom {
  async function look(): Promise<Taken> {
    const kept = await records.get(KEY);
    return kept === undefined
      ? { bytes: 0, version: 0 }
      : { bytes: Number(kept.value), version: kept.version };
  }

  const write = async (bytes: number, { version }: Taken): Promise<boolean> =>
    (await records.put(KEY, String(bytes), { ifVersion: version })) !== undefined;

  return {
    look,
    async take(bytes) {
      for (;;) {
        const taken = await look();
        if (taken.bytes + bytes > maxBytes) return false;
        if (bytes === 0 || (await write(taken.bytes + bytes, taken))) return true;
      }
    },
    async give(bytes) {
      while (bytes > 0) {
        const taken = await look();
        if (await write(Math.max(0, taken.bytes - bytes), taken)) return;
      }
    },
    async correct(bytes, since) {
      if (bytes !== since.bytes) await write(bytes, since);
    },
  };
}
