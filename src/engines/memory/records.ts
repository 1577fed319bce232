// Keyed, expiring values in memory.

import type { Clock } from "../../core/clock.js";
import type { KeptRecord, RecordStore } from "../../core/engine/records.js";
import { requirePositive } from "../../core/engine/require-positive.js";
import { flatText } from "../../core/flat-text.js";
import { Link } from "../../core/link.js";
import { TickEntry, TickSlots } from "../../core/tick-slots.js";
import type { Gate } from "./gate.js";
import { RecordKeys } from "./record-keys.js";
import type { Synchronous } from "./synchronous.js";

/**
 * How much is kept. What is new in a full store costs others their place: those that expire soonest, or those that never
 * expire and were written longest ago where these take more than half of the store. So neither kind can drive out the
 * other: uploads cannot make a server forget which states were used.
 */
export interface MemoryRecordsOptions {
  /** How many records are kept. @default 1000000 */
  readonly maxRecords?: number;
  /** How long all keys and values together may be, in characters; 256 Mi unless set. @default 268_435_456 */
  readonly maxCharacters?: number;
}

const defaults = { maxRecords: 1_000_000, maxCharacters: 256 * 2 ** 20 };

/** How many expired records one write clears away at most: more than it can add, so the rest shrinks. */
const sweptPerWrite = 4;
/** How many entries one write files anew at most; an entry is filed a handful of times in its life. */
const movesPerWrite = 32;

class RecordEntry extends TickEntry {
  record: KeptRecord;

  constructor(record: KeptRecord) {
    super();
    this.record = record;
  }
}

/** Creates the records of a memory engine. */
export function createMemoryRecords(
  gate: Gate,
  clock: Clock,
  options: MemoryRecordsOptions = {},
): Synchronous<RecordStore> {
  const { maxRecords, maxCharacters } = { ...defaults, ...options };
  requirePositive("memory", { maxRecords, maxCharacters });
  let characters = 0;
  /** Of those that never expire: how many, and how long together. */
  let lastingCount = 0;
  let lastingCharacters = 0;
  let entries = new Map<string, RecordEntry>();
  let keys = new RecordKeys(() => entries.keys());
  /** Those that expire, by the millisecond in which they are gone. */
  let expiring = new TickSlots();
  /** Those that never expire, the longest unwritten first. */
  let lasting = new Link();
  const origin = clock.now();
  /** One count for all keys, so that no version comes back after a record was removed and made again. */
  let lastVersion = 0;
  gate.whenClosed(() => {
    entries = new Map();
    keys = new RecordKeys(() => entries.keys());
    expiring = new TickSlots();
    lasting = new Link();
  });

  function count(record: KeptRecord, by: 1 | -1): void {
    const size = by * sizeOf(record);
    characters += size;
    if (record.expiresAt !== undefined) return;
    lastingCount += by;
    lastingCharacters += size;
  }

  function discard(entry: RecordEntry): void {
    count(entry.record, -1);
    entries.delete(entry.record.key);
    keys.remove(entry.record.key);
    entry.leave();
  }

  function find(key: string): RecordEntry | undefined {
    const entry = entries.get(key);
    if (entry === undefined || !isExpired(entry.record, clock)) return entry;
    discard(entry);
    return undefined;
  }

  function sweep(): void {
    expiring.advance(Math.floor(clock.now() - origin), movesPerWrite);
    for (let left = sweptPerWrite; left > 0 && expiring.due.next instanceof RecordEntry; left -= 1) {
      discard(expiring.due.next);
    }
  }

  /** Takes the place of one; false when there is none. */
  function makeRoom(): boolean {
    const isLastingFull = lastingCharacters > maxCharacters / 2 || lastingCount > maxRecords / 2;
    const last = lasting.next;
    const first = isLastingFull && last instanceof RecordEntry ? last : (expiring.first() ?? last);
    if (!(first instanceof RecordEntry)) return false;
    discard(first);
    return true;
  }

  function add(record: KeptRecord): RecordEntry {
    if (entries.size >= maxRecords) makeRoom();
    const entry = new RecordEntry(record);
    entries.set(record.key, entry);
    keys.add(record.key);
    return entry;
  }

  return {
    get(key) {
      gate.check();
      return find(key)?.record;
    },
    put(key, value, { ifVersion, expiresAt } = {}) {
      gate.check();
      sweep();
      const known = find(key);
      if (ifVersion !== undefined && ifVersion !== (known?.record.version ?? 0)) return undefined;
      lastVersion += 1;
      // Not the key that was given now, which would be kept beside the one it is found by.
      const ownKey = known?.record.key ?? flatText(key);
      const record = { key: ownKey, value: flatText(value), version: lastVersion, expiresAt };
      if (known) count(known.record, -1);
      const entry = known ?? add(record);
      entry.record = record;
      count(record, 1);
      if (expiresAt === undefined) entry.joinBefore(lasting);
      else expiring.file(entry, Math.floor(expiresAt - origin) + 1);
      while (characters > maxCharacters && makeRoom());
      return lastVersion;
    },
    remove(key, ifVersion) {
      gate.check();
      const entry = find(key);
      if (entry === undefined || (ifVersion !== undefined && ifVersion !== entry.record.version))
        return false;
      discard(entry);
      return true;
    },
    list(prefix, after, limit) {
      gate.check();
      const listed: KeptRecord[] = [];
      for (const key of keys.from(prefix, after !== undefined && after > prefix ? after : prefix)) {
        if (listed.length >= limit || !key.startsWith(prefix)) break;
        const record = entries.get(key)?.record;
        if (record !== undefined && key !== after && !isExpired(record, clock)) listed.push(record);
      }
      return listed;
    },
  };
}

const sizeOf = ({ key, value }: KeptRecord): number => key.length + value.length;

/** A record still exists at the instant of its expiry, and no longer after it. */
function isExpired(record: KeptRecord, clock: Clock): boolean {
  return record.expiresAt !== undefined && clock.now() > record.expiresAt;
}
