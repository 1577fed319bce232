// Counts what files take indeed, in a round over all of them: a process that died in between may have left a number wrong.

import type { FoundFile } from "./file-records.js";
import type { FileRooms, Taken } from "./file-room.js";

export interface FileCount {
  /** Before the first file of a round. */
  begin(): Promise<void>;
  add(file: FoundFile): void;
  /** After the last one: corrects what has not changed since the round began. Where a file cannot be read, nothing. */
  end(): Promise<void>;
}

const NOTHING: Taken = { bytes: 0, version: 0 };

export function createFileCount(rooms: FileRooms): FileCount {
  let sinceAll = NOTHING;
  let sinceOwners: ReadonlyMap<string, Taken> = new Map();
  let all = 0;
  let owners = new Map<string, number>();

  return {
    async begin() {
      sinceAll = await rooms.all.look();
      sinceOwners = await rooms.lookAtOwners();
      all = 0;
      owners = new Map([...sinceOwners.keys()].map((owner) => [owner, 0]));
    },
    add({ note }) {
      all += note?.bytes ?? Number.NaN;
      if (note !== undefined) owners.set(note.owner, (owners.get(note.owner) ?? 0) + note.bytes);
    },
    async end() {
      if (Number.isNaN(all)) return;
      await rooms.all.correct(all, sinceAll);
      for (const [owner, bytes] of owners)
        await rooms.of(owner).correct(bytes, sinceOwners.get(owner) ?? NOTHING);
    },
  };
}
