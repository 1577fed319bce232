// How much room the state of a run has left, for what it learns and for what it asks. Counted on the safe side, and measured
// only when that count is near the end.

import type { PendingAsk } from "./ask.js";
import { type Entry, entryBytes, entryName, Journal } from "./journal.js";
import { measureState, type RunState } from "./state.js";
import { type StateSeal, tooLarge } from "./state-seal.js";

/** The run, as far as it is measured. */
export interface MeasuredRun {
  readonly journal: Journal;
  readonly open: readonly PendingAsk[];
  readonly unasked: readonly PendingAsk[];
  /** At most how many bytes of the journal are values that this execution added. */
  readonly valueBytes: number;
}

/** At most how many bytes an open question takes: keys have at most 200 characters. */
const MOST_ASK = 1536;
/** At most how many bytes it takes that something was too large. */
const MOST_FAILURE = 512;
/** What is smaller has room wherever it is kept. */
const SMALL = 32 * 1024;
/** The longest note, for questions that have none yet. */
const NOTE = " ".repeat(48);
/** The name under which a journal says that a question had no room: then no later one has, in any execution. */
const FULL = entryName("value", "full");

export class StateRoom {
  readonly #states: StateSeal;
  /** At most how many bytes there are so far, without the values. */
  #bytes: number;
  readonly #wasFull: boolean;

  constructor(states: StateSeal, state: RunState | undefined) {
    this.#states = states;
    this.#bytes = state?.bytes ?? 0;
    this.#wasFull = state?.journal.read(FULL) !== undefined;
  }

  /** Counts something learned, or only what is there already; throws when that is too much. */
  learn(run: MeasuredRun, name: string, entry: Entry | undefined): void {
    const bytes = entry === undefined ? 0 : entryBytes(name, entry);
    if (this.#bytes + run.valueBytes + bytes > SMALL && !this.#hasRoom(run, bytes)) {
      this.#bytes += MOST_FAILURE + entryBytes(name, {});
      throw tooLarge();
    }
    this.#bytes += bytes;
  }

  #hasRoom(run: MeasuredRun, bytes: number): boolean {
    const { mostBytes, mostWithAsks } = this.#states;
    if (this.#bytes + run.valueBytes + bytes <= mostBytes) return true;
    return (
      measureState(run.journal, []) + bytes <= mostBytes && this.#measure(run, []) + bytes <= mostWithAsks
    );
  }

  /** Counts a question; throws when it is too much. */
  admit(run: MeasuredRun, key: string, digest: string): void {
    if (this.#wasFull) throw tooLarge();
    this.#bytes += MOST_ASK;
    const asks = (run.open.length + run.unasked.length + 1) * MOST_ASK;
    if (asks <= SMALL && this.#bytes + run.valueBytes <= SMALL) return;
    if (
      this.#hasRoomToAsk(run, asks, {
        key,
        digest,
        attempt: 0,
        expiresAt: Number.MAX_SAFE_INTEGER,
        note: NOTE,
      })
    )
      return;
    run.journal.write(FULL, { value: true });
    throw tooLarge();
  }

  #hasRoomToAsk(run: MeasuredRun, asks: number, ask: PendingAsk): boolean {
    const { mostWithAsks, mostAsks } = this.#states;
    if (run.journal.has(FULL)) return false;
    if (asks > mostAsks && measureState(new Journal(), withNotes(run, [ask])) > mostAsks) return false;
    return this.#bytes + run.valueBytes <= mostWithAsks || this.#measure(run, [ask]) <= mostWithAsks;
  }

  /** Measures all that there is; from then on that is what is counted from. */
  #measure(run: MeasuredRun, also: readonly PendingAsk[]): number {
    const bytes = measureState(run.journal, withNotes(run, also));
    this.#bytes = bytes - run.valueBytes;
    return bytes;
  }
}

const withNotes = ({ open, unasked }: MeasuredRun, also: readonly PendingAsk[]): readonly PendingAsk[] =>
  [...open, ...unasked, ...also].map(({ key, digest, attempt, expiresAt, note }) => ({
    key,
    digest,
    attempt,
    expiresAt,
    note: note === "" ? NOTE : note,
  }));
