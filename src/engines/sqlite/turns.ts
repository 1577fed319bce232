// Group commit: what is written in one turn of the event loop becomes one transaction.
//
// Calls take effect in the order in which they were made. Each settles when its transaction is committed, so what was
// acknowledged is in the file. One that fails by itself fails alone: it has written nothing then, or the transaction is
// taken back and everybody in it has one of their own.

import { setImmediate, setTimeout } from "node:timers";
import { BeckonError } from "../../core/errors.js";
import type { MaybePromise } from "../../core/maybe-promise.js";
import type { Checkpoint } from "./checkpoint.js";
import type { Database } from "./database.js";
import { createSchemaWatch } from "./schema-watch.js";
import { isBusy, sqliteFailure } from "./sqlite-failure.js";

/** Reads and writes of the database, in order. */
export interface Turns {
  /**
   * Runs `work` in a transaction, and settles when it is committed. `work` may run again if it is taken back.
   *
   * `single` does the same by one statement, or else does nothing and gives `undefined`. It is tried first when nobody
   * else writes in the turn: a statement is a transaction by itself, and costs a third less than one with two more.
   */
  write<T>(work: () => T, single?: () => T | undefined): Promise<T>;
  /** Runs `work` now, or behind the writes that were asked for before it. Never waits for another process. */
  read<T>(work: () => T): MaybePromise<T>;
  /** Refuses what comes, does what is waiting, and settles then. */
  close(): Promise<void>;
}

/** How many calls share a transaction at most. */
const maxCalls = 256;
/** How long a transaction takes at most before it is committed, besides its last call. */
const maxTurnMs = 8;
/** How long it takes until a lock is tried again, at most. */
const maxRetryMs = 10;

interface Call {
  readonly work: () => unknown;
  readonly single: (() => unknown) | undefined;
  readonly isRead: boolean;
  readonly resolve: (value: never) => void;
  readonly reject: (error: unknown) => void;
}

type Outcome = { readonly call: Call; readonly value?: unknown; readonly error?: unknown };

/** Creates the turns of a connection. */
export function createTurns(database: Database, checkpoint: Checkpoint, lockTimeoutMs: number): Turns {
  const begin = database.command("BEGIN IMMEDIATE");
  const commit = database.command("COMMIT");
  const requireKnownSchema = createSchemaWatch(database);
  let waiting: Call[] = [];
  /** How many of those waiting get a transaction of their own, after one that was taken back. */
  let alone = 0;
  let isScheduled = false;
  /** Since when somebody else has the lock. By the machine's clock: so has the other process. */
  let lockedSince: number | undefined;
  let whenEmpty: (() => void) | undefined;
  let closed: Promise<void> | undefined;

  const closedError = (): BeckonError =>
    new BeckonError("closed", "The SQLite engine is closed. Create a new one.");

  function schedule(): void {
    if (isScheduled) return;
    isScheduled = true;
    // After the callbacks of this turn, so that all that came with it goes together.
    setImmediate(turn);
  }

  function turn(): void {
    isScheduled = false;
    const before = waiting.length;
    if (ranAlone() || begunTurn()) {
      const pause = checkpoint.afterTurn(before - waiting.length);
      if (pause === undefined) return goOn();
      isScheduled = true;
      void pause.then(goOn);
    } else if (!isScheduled) {
      goOn();
    }
  }

  function goOn(): void {
    isScheduled = false;
    if (waiting.length > 0) schedule();
    else whenEmpty?.();
  }

  /** False when the turn needs a transaction. */
  function ranAlone(): boolean {
    const [call] = waiting;
    if (waiting.length !== 1 || call?.single === undefined) return false;
    let value: unknown;
    try {
      requireKnownSchema();
      value = call.single();
    } catch (error) {
      if (isBusy(error)) return false;
      takeOut(1);
      call.reject(sqliteFailure(error, database.path));
      return true;
    }
    if (value === undefined) return false;
    takeOut(1);
    lockedSince = undefined;
    // The value is what the call's own work gave.
    call.resolve(value as never);
    return true;
  }

  function begunTurn(): boolean {
    if (!begun()) return false;
    runTurn();
    return true;
  }

  /** Those whose turn is over wait no longer. */
  function takeOut(count: number): void {
    waiting = waiting.slice(count);
    alone = Math.max(0, alone - 1);
  }

  /** Takes the lock. Without it, comes back later, or gives up on all who wait. */
  function begun(): boolean {
    try {
      begin.run();
      requireKnownSchema();
      lockedSince = undefined;
      return true;
    } catch (error) {
      if (database.isInTransaction()) database.execute("ROLLBACK");
      const now = performance.now();
      lockedSince ??= now;
      runReads();
      if (isBusy(error) && now - lockedSince < lockTimeoutMs) {
        isScheduled = true;
        setTimeout(turn, 1 + Math.random() * (maxRetryMs - 1));
        return false;
      }
      lockedSince = undefined;
      failAll(error);
      return false;
    }
  }

  /** The writes before them may wait for long. Nobody was told that those are done, so nobody misses them. */
  function runReads(): void {
    const reads = waiting.filter(({ isRead }) => isRead);
    if (reads.length === 0) return;
    waiting = waiting.filter(({ isRead }) => !isRead);
    alone = Math.min(alone, waiting.length);
    for (const { work, resolve, reject } of reads) {
      try {
        resolve(work() as never);
      } catch (error) {
        reject(sqliteFailure(error, database.path));
      }
    }
  }

  function add<T>(work: () => T, isRead: boolean, single?: () => T | undefined): Promise<T> {
    return new Promise((resolve, reject) => {
      waiting.push({ work, single, isRead, resolve, reject });
      schedule();
    });
  }

  function failAll(error: unknown): void {
    const failed = waiting;
    waiting = [];
    alone = 0;
    for (const { reject } of failed) reject(sqliteFailure(error, database.path));
  }

  function runTurn(): void {
    const outcomes: Outcome[] = [];
    const most = alone > 0 ? 1 : maxCalls;
    const endBy = performance.now() + maxTurnMs;
    let taken = 0;
    try {
      while (taken < most && (taken === 0 || performance.now() < endBy)) {
        const call = waiting[taken];
        if (call === undefined) break;
        taken += 1;
        outcomes.push(outcomeOf(call));
      }
      commit.run();
    } catch (error) {
      takeBack(taken, error);
      return;
    }
    takeOut(taken);
    for (const outcome of outcomes) settle(outcome);
  }

  /** Nothing of the turn has happened. One call alone is told why; several are tried one by one. */
  function takeBack(taken: number, error: unknown): void {
    try {
      if (database.isInTransaction()) database.execute("ROLLBACK");
    } catch (failure) {
      failAll(failure);
      return;
    }
    if (taken > 1) {
      alone = taken;
      return;
    }
    const [call] = waiting;
    takeOut(1);
    call?.reject(sqliteFailure(error, database.path));
  }

  return {
    write(work, single) {
      if (closed) return Promise.reject(closedError());
      return add(work, false, single);
    },
    read(work) {
      if (closed) return Promise.reject(closedError());
      if (waiting.length > 0 && lockedSince === undefined) return add(work, true);
      try {
        return work();
      } catch (error) {
        // Somebody recovers the log or takes it away, which is over in a moment: as good a time as a writer's.
        if (isBusy(error)) return add(work, false);
        return Promise.reject(sqliteFailure(error, database.path));
      }
    },
    close() {
      closed ??= new Promise((resolve) => {
        whenEmpty = resolve;
        if (waiting.length === 0) resolve();
      });
      return closed;
    },
  };
}

/** A call's own mistake is its own outcome; what SQLite throws concerns the transaction. */
function outcomeOf(call: Call): Outcome {
  try {
    return { call, value: call.work() };
  } catch (error) {
    if (error instanceof BeckonError) return { call, error };
    throw error;
  }
}

function settle({ call, value, error }: Outcome): void {
  if (error !== undefined) call.reject(error);
  // The value is what the call's own work gave.
  else call.resolve(value as never);
}
