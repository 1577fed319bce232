// How much files take, all together and for each owner: numbers in the engine, on which every node counts.

import type { KeptRecord, RecordStore } from "../core/engine/records.js";
import type { BrokerParts } from "./parts.js";

/** How much room there is for something. */
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

/** The room of all files, and of those of each owner. */
export interface FileRooms {
  readonly all: FileRoom;
  of(owner: string): FileRoom;
  /** How much each owner has taken who has lately taken or given something. */
  lookAtOwners(): Promise<ReadonlyMap<string, Taken>>;
}

/** Kept for ever, since versions count only while a record lives. */
const ALL = "files-taken";
const OF_OWNERS = "files-taken-by:";
/** How long the number of an owner is kept after its last change. If there are files still, it is counted anew. */
const OWNER_MS = 90 * 24 * 60 * 60_000;
const PAGE = 200;

export function createFileRooms(
  { engine: { records }, clock }: BrokerParts,
  { maxTotalBytes, maxBytesPerPrincipal }: { maxTotalBytes: number; maxBytesPerPrincipal: number },
): FileRooms {
  return {
    all: createFileRoom(records, ALL, maxTotalBytes, () => undefined),
    of: (owner) =>
      createFileRoom(records, OF_OWNERS + owner, maxBytesPerPrincipal, () => clock.now() + OWNER_MS),
    async lookAtOwners() {
      const owners = new Map<string, Taken>();
      for (let after: string | undefined; ; ) {
        const page = await records.list(OF_OWNERS, after, PAGE);
        for (const record of page) owners.set(record.key.slice(OF_OWNERS.length), toTaken(record));
        after = page.at(-1)?.key;
        if (page.length < PAGE) return owners;
      }
    },
  };
}

const NOTHING: Taken = { bytes: 0, version: 0 };

const toTaken = ({ value, version }: KeptRecord): Taken => ({ bytes: Number(value), version });

function createFileRoom(
  records: RecordStore,
  key: string,
  maxBytes: number,
  expiry: () => number | undefined,
): FileRoom {
  async function look(): Promise<Taken> {
    const kept = await records.get(key);
    return kept === undefined ? NOTHING : toTaken(kept);
  }

  async function write(bytes: number, { version }: Taken): Promise<boolean> {
    const expiresAt = expiry();
    const options = { ifVersion: version, ...(expiresAt !== undefined && { expiresAt }) };
    return (await records.put(key, String(bytes), options)) !== undefined;
  }

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
