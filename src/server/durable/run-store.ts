// The records of legacy runs, read and written under the rules that keep one owner at a time.

import type { Clock } from "../../core/clock.js";
import { andThen, type MaybePromise } from "../../core/maybe-promise.js";
import type { RequestId } from "../../protocol/json-rpc.js";
import type { NodeLease } from "../../replay/node-lease.js";
import type { SealedRecords } from "../../replay/sealed-records.js";
import { callPrefix, type RunRecord, readRun, runPrefix, writeRun } from "./run-record.js";

/** A record and its version. */
export interface FoundRun {
  readonly key: string;
  readonly record: RunRecord;
  readonly version: number;
}

export interface RunStore {
  find(key: string): MaybePromise<FoundRun | undefined>;
  /** The runs of a session that can be read here. */
  each(sessionId: string): AsyncIterable<FoundRun>;
  /** Those of one of its calls; no others are read for them. */
  ofCall(sessionId: string, callId: RequestId): AsyncIterable<FoundRun>;
  /** The same, and those that only a holder of other keys can read. */
  all(sessionId: string): AsyncIterable<FoundRun | SealedRun>;
  /** Writes over exactly that version (0 for none); gives the new one, or `undefined` when it is another's by now. */
  write(key: string, record: RunRecord, ifVersion: number): MaybePromise<number | undefined>;
  remove(key: string, ifVersion?: number): MaybePromise<boolean>;
  /** True when nobody has it in hand: its node is dead, or this one could not write its end. */
  isFree(found: FoundRun): MaybePromise<boolean>;
  /** Makes a run that nobody has in hand this node's; `undefined` when its node lives, or another one was quicker. */
  claim(found: FoundRun): Promise<FoundRun | undefined>;
}

/** The record of a run that only a holder of other keys can read. */
export interface SealedRun {
  readonly key: string;
  readonly record: undefined;
}

/** How many runs are read at a time. */
const PAGE = 200;
/** How long the outcome of a run is kept whose client may not have it yet. */
const FINISHED_MS = 10 * 60_000;
/** How long it is kept for calls that joined. */
const DELIVERED_MS = 60_000;

export interface RunStoreOptions {
  readonly records: SealedRecords;
  readonly lease: NodeLease;
  readonly clock: Clock;
  /** How long a run is kept after its last write while it is open. */
  readonly openMs: number;
  /** True while this node has the run in hand. */
  readonly isInHand: (key: string) => boolean;
}

export function createRunStore({ records, lease, clock, openMs, isInHand }: RunStoreOptions): RunStore {
  const keptMs = ({ reply, isDelivered }: RunRecord): number => {
    // One that is open goes with its session, or when nobody has it in hand any more and its client is gone.
    if (reply === undefined) return openMs;
    return isDelivered ? DELIVERED_MS : FINISHED_MS;
  };
  const write: RunStore["write"] = (key, record, ifVersion) =>
    records.write(key, writeRun(record), { ifVersion, expiresAt: clock.now() + keptMs(record) });
  // A session may have any number of them: what came of a run is kept for a while.
  async function* under(prefix: string): AsyncGenerator<FoundRun | SealedRun> {
    for (let after: string | undefined; ; ) {
      const page = await records.list(prefix, after, PAGE);
      for (const { key, text, version } of page)
        yield text === undefined ? { key, record: undefined } : { key, record: readRun(text), version };
      if (page.length < PAGE) return;
      after = page.at(-1)?.key;
    }
  }
  async function* readable(prefix: string): AsyncGenerator<FoundRun> {
    for await (const found of under(prefix)) if (found.record !== undefined) yield found;
  }
  const isFree: RunStore["isFree"] = ({ key, record: { owner } }) =>
    owner === lease.node() ? !isInHand(key) : andThen(lease.isAlive(owner), (isAlive) => !isAlive);

  return {
    find: (key) =>
      andThen(
        records.find(key),
        (found) => found && { key, record: readRun(found.text), version: found.version },
      ),
    each: (sessionId) => readable(runPrefix(sessionId)),
    ofCall: (sessionId, callId) => readable(callPrefix(sessionId, callId)),
    all: (sessionId) => under(runPrefix(sessionId)),
    write,
    remove: (key, ifVersion) => records.remove(key, ifVersion),
    isFree,
    async claim(found) {
      if (!(await isFree(found))) return undefined;
      const { key, record, version } = found;
      await lease.hold();
      const taken = { ...record, owner: lease.node(), epoch: record.epoch + 1, isRead: false };
      const written = await write(key, taken, version);
      return written === undefined ? undefined : { key, record: taken, version: written };
    },
  };
}
