// One stream of the event log: its last events, in a bounded queue.

import { Buffer } from "node:buffer";
import type { LoggedEvent, LogPage } from "../../core/engine/event-log.js";
import { Link } from "../../core/link.js";

/** What an event costs besides its text. */
const bytesPerEvent = 32;

/** The last events of one stream, and its place among the streams. */
export class StreamLog extends Link {
  readonly name: string;
  endedAt: number | undefined = undefined;
  lastSequence = 0;
  /** The kept events are those from `#first` on; the ones before are gone and wait to be cut off. */
  #data: string[] = [];
  #first = 0;
  #bytes = 0;

  constructor(name: string) {
    super();
    this.name = name;
  }

  /** Adds an event, drops the oldest past the bounds, and gives by how many bytes the stream grew. */
  append(data: string, maxEvents: number, maxBytes: number): number {
    const before = this.#bytes;
    this.lastSequence += 1;
    // A list that is written with its first member is as long as it must be.
    if (this.#data.length === 0) this.#data = [data];
    else this.#data.push(data);
    this.#bytes += bytesOf(data);
    while (this.#data.length - this.#first > maxEvents || this.#bytes > maxBytes) this.#dropOldest();
    return this.#bytes - before;
  }

  /** The events after sequence `after`. */
  read(after: number): LogPage {
    const firstSequence = this.lastSequence - (this.#data.length - this.#first) + 1;
    const from = Math.max(after + 1, firstSequence);
    const events: LoggedEvent[] = [];
    for (let sequence = from; sequence <= this.lastSequence; sequence += 1) {
      const data = this.#data[this.#first + sequence - firstSequence];
      if (data !== undefined) events.push({ sequence, data });
    }
    return { events, evicted: Math.max(after, 0) + 1 < firstSequence, ended: this.endedAt !== undefined };
  }

  /** Drops all events and gives how many bytes that were. */
  clear(): number {
    const bytes = this.#bytes;
    this.#data = [];
    this.#first = 0;
    this.#bytes = 0;
    return bytes;
  }

  #dropOldest(): void {
    this.#bytes -= bytesOf(this.#data[this.#first] ?? "");
    this.#data[this.#first] = "";
    this.#first += 1;
    if (this.#first * 2 < this.#data.length) return;
    this.#data = this.#data.slice(this.#first);
    this.#first = 0;
  }
}

function bytesOf(data: string): number {
  return Buffer.byteLength(data) + bytesPerEvent;
}
