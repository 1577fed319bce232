// The event log in memory: every stream bounded, and all of them together.

import type { Clock } from "../../core/clock.js";
import type { EventLog } from "../../core/engine/event-log.js";
import { requirePositive } from "../../core/engine/require-positive.js";
import { BeckonError } from "../../core/errors.js";
import { Link } from "../../core/link.js";
import type { Gate } from "./gate.js";
import { StreamLog } from "./stream-log.js";
import type { Synchronous } from "./synchronous.js";

/**
 * How much of what went out is kept. Past a bound of its own a stream loses its oldest events. Past
 * `maxBytes` streams that have ended go first, the longest ended before the others; then those that are
 * open lose their events, the longest silent before the others. Past `maxStreams` streams are forgotten
 * in the same order.
 */
export interface MemoryEventLogOptions {
  /** How many events of one stream are kept. @default 1000 */
  readonly maxEventsPerStream?: number;
  /** How many bytes of one stream are kept, each event counting its UTF-8 length and 32. @default 1_048_576 */
  readonly maxBytesPerStream?: number;
  /** How many streams are kept. @default 100000 */
  readonly maxStreams?: number;
  /** How many bytes of all streams are kept. @default 67_108_864 */
  readonly maxBytes?: number;
  /** How long a stream is kept after its end, in milliseconds. @default 300_000 */
  readonly retentionMs?: number;
}

const defaults = {
  maxEventsPerStream: 1_000,
  maxBytesPerStream: 2 ** 20,
  maxStreams: 100_000,
  maxBytes: 64 * 2 ** 20,
  retentionMs: 5 * 60_000,
};

/** How many expired streams one call clears away at most: more than it can add, so the rest shrinks. */
const sweptPerCall = 4;

/** Creates the event log of a memory engine. */
export function createMemoryEventLog(
  gate: Gate,
  clock: Clock,
  options: MemoryEventLogOptions = {},
): Synchronous<EventLog> {
  const bounds = { ...defaults, ...options };
  requirePositive("memory", bounds);
  let streams = new Map<string, StreamLog>();
  /** The longest silent comes first. */
  let open = new Link();
  /** The longest ended comes first. */
  let ended = new Link();
  let totalBytes = 0;
  gate.whenClosed(() => {
    streams = new Map();
    open = new Link();
    ended = new Link();
  });

  function forget(stream: StreamLog): void {
    totalBytes -= stream.clear();
    streams.delete(stream.name);
    stream.leave();
  }

  function isExpired(stream: StreamLog): boolean {
    return stream.endedAt !== undefined && clock.now() - stream.endedAt >= bounds.retentionMs;
  }

  function find(name: string): StreamLog | undefined {
    const stream = streams.get(name);
    if (stream === undefined || !isExpired(stream)) return stream;
    forget(stream);
    return undefined;
  }

  function findOrOpen(name: string): StreamLog {
    sweep();
    const known = find(name);
    if (known !== undefined) return known;
    if (streams.size >= bounds.maxStreams) makeRoom();
    const stream = new StreamLog(name);
    streams.set(name, stream);
    stream.joinBefore(open);
    return stream;
  }

  function sweep(): void {
    for (let left = sweptPerCall; left > 0; left -= 1) {
      const oldest = ended.next;
      if (!(oldest instanceof StreamLog) || !isExpired(oldest)) return;
      forget(oldest);
    }
  }

  function makeRoom(): void {
    const oldest = ended.next instanceof StreamLog ? ended.next : open.next;
    if (oldest instanceof StreamLog) forget(oldest);
  }

  function shrink(): void {
    while (totalBytes > bounds.maxBytes) {
      if (ended.next instanceof StreamLog) {
        forget(ended.next);
      } else if (open.next instanceof StreamLog) {
        // The stream itself stays: its numbers must go on, and a reader must learn what it missed.
        totalBytes -= open.next.clear();
        open.next.joinBefore(open);
      } else {
        return;
      }
    }
  }

  return {
    open(name) {
      gate.check();
      findOrOpen(name);
    },
    append(name, data) {
      gate.check();
      const stream = findOrOpen(name);
      if (stream.endedAt !== undefined) {
        throw new BeckonError("closed", `Stream ${name} has ended. Nothing can be added to it.`);
      }
      totalBytes += stream.append(data, bounds.maxEventsPerStream, bounds.maxBytesPerStream);
      stream.joinBefore(open);
      shrink();
      return stream.lastSequence;
    },
    read(name, after) {
      gate.check();
      return find(name)?.read(after);
    },
    end(name) {
      gate.check();
      const stream = find(name);
      if (stream === undefined || stream.endedAt !== undefined) return;
      stream.endedAt = clock.now();
      stream.joinBefore(ended);
      sweep();
    },
    drop(name) {
      gate.check();
      const stream = streams.get(name);
      if (stream !== undefined) forget(stream);
    },
  };
}
