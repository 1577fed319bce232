// Keeps the legacy runs of one server.

import type { Clock } from "../../core/clock.js";
import type { Logger } from "../../core/logger.js";
import { recover } from "../../core/maybe-promise.js";
import type { TimerWheel, WheelTimer } from "../../core/timer-wheel.js";
import type { ChangeHints } from "../../replay/changes.js";
import type { NodeLease } from "../../replay/node-lease.js";
import type { SealedRecords } from "../../replay/sealed-records.js";
import { bindingOf } from "../asking/binding.js";
import type { Call } from "../call/call.js";
import { DurableRun } from "./durable-run.js";
import type { DurableRuns, KeptExecution, KeptJoin, TakenRun } from "./durable-runs.js";
import { runKey, runTopic } from "./run-record.js";
import { createRunStore, type FoundRun } from "./run-store.js";

export interface DurableRunsOptions {
  readonly serverName: string;
  readonly records: SealedRecords;
  readonly lease: NodeLease;
  readonly hints: ChangeHints;
  readonly clock: Clock;
  readonly logger: Logger;
  readonly wheel: TimerWheel;
  readonly mostLength: () => number;
  /** How long an open run is kept that no node has in hand, in milliseconds. */
  readonly openMs: number;
}

/** How often the records of runs in hand are written anew in the time that they are kept. */
const RENEWALS = 4;

export function createDurableRuns(options: DurableRunsOptions): DurableRuns {
  const { serverName, records, lease, hints, clock, logger, wheel, mostLength, openMs } = options;
  /** Who has each run in hand here: the same call may be dispatched twice. */
  const inHand = new Map<string, Set<object>>();
  const store = createRunStore({ records, lease, clock, openMs, isInHand: (key) => inHand.has(key) });
  const runs = new WeakMap<Call, DurableRun>();
  const takenRuns = new WeakMap<Call, TakenRun>();
  const here = new Map<Call, { readonly kept: DurableRun; readonly execution: KeptExecution }>();
  const waiting = new Map<Call, KeptJoin>();
  const joins: ((found: FoundRun, call: Call) => Promise<void>)[] = [];
  let timer: WheelTimer | undefined;
  let closed = false;
  const keyOf = (call: Call): string => runKey(call.sessionId ?? "", call.id, bindingOf(serverName, call));

  function pickUp(key: string, by: object): void {
    inHand.set(key, (inHand.get(key) ?? new Set()).add(by));
  }

  function putDown(key: string, by: object): void {
    const all = inHand.get(key);
    all?.delete(by);
    if (all?.size === 0) inHand.delete(key);
  }

  /** Keeps the records of runs that wait for longer than a record lives. */
  async function renew(): Promise<void> {
    const renewals = [
      ...[...here.values()].map(
        ({ kept }) =>
          async () =>
            kept.isOurs && kept.save(),
      ),
      ...[...waiting.values()].map((joined) => () => joined.renew()),
    ];
    for (const renewal of renewals)
      await recover<unknown>(renewal, (error) =>
        logger.error("The record of a run could not be renewed.", { error }),
      );
    timer = undefined;
    renewLater();
  }

  function renewLater(): void {
    if (!closed && here.size + waiting.size > 0)
      timer ??= wheel.schedule(openMs / RENEWALS, () => void renew());
  }

  // A run that only waits would not notice that another node has it, nor would the client that reads it here.
  lease.whenLapsed(() => {
    const look = (work: () => Promise<boolean>): void =>
      void recover<unknown>(work, (error) => logger.error("A run could not be looked after.", { error }));
    for (const { kept } of here.values()) if (kept.isOurs) look(() => kept.ready());
    for (const joined of waiting.values()) look(() => joined.renew());
  });

  return {
    store,
    lease,
    hints,
    keyOf,
    of: (call) => runs.get(call),
    take: (call, taken) => void takenRuns.set(call, taken),
    taken: (call) => takenRuns.get(call),
    begin(call, execution) {
      const { resumption } = call.outlet;
      if (call.sessionId === undefined || resumption === undefined) return undefined;
      const { sessionId } = call;
      const key = keyOf(call);
      const { run } = execution;
      const kept = new DurableRun({
        key,
        store,
        lease,
        taken: takenRuns.get(call),
        tell: () => hints.tell(runTopic(key)),
        mostLength,
        onOver: () => putDown(key, kept),
        onLost: (wasOurs) => execution.moveOn(wasOurs),
        facts: () => ({
          runId: run.id,
          sessionId,
          principalId: call.access.principal?.id,
          callId: call.id,
          method: call.method,
          params: call.params,
          streamId: resumption.streamId,
          isRead: call.outlet.isRead ?? false,
          journal: run.journal.toJSON(),
          spentMs: call.limit?.spentMs ?? 0,
          progress: call.progress,
        }),
      });
      runs.set(call, kept);
      here.set(call, { kept, execution });
      renewLater();
      pickUp(key, kept);
      call.outlet.whenUnread?.(
        () =>
          void recover<unknown>(
            () => kept.unread(),
            (error) => logger.error("A run could not be looked after.", { error }),
          ),
      );
      call.whenLeft(() => {
        here.delete(call);
        // One that has a record is in hand until its client can read what came of it.
        if (!kept.isOurs) putDown(key, kept);
      });
      return kept;
    },
    join(call, joined) {
      waiting.set(call, joined);
      renewLater();
    },
    isKept: (call) => runs.has(call) || waiting.has(call),
    async delivered(call) {
      await runs.get(call)?.delivered();
      const joined = waiting.get(call);
      waiting.delete(call);
      await joined?.delivered();
    },
    pickUp(key, by) {
      pickUp(key, by);
      const putBack = lease.pickUp();
      return () => {
        putDown(key, by);
        putBack();
      };
    },
    whenJoined: (listener) => void joins.push(listener),
    async joined(found, call) {
      for (const listener of joins) await listener(found, call);
    },
    async handOver(which) {
      const leaving = [...here.values()].filter(
        ({ kept, execution }) => kept.isOurs && (which === "all" || !execution.run.isBusy),
      );
      const handOvers = [
        ...leaving.map(({ kept, execution }) => async () => {
          // A step that still runs must not begin elsewhere before this process is gone.
          await kept.release(!execution.run.isBusy);
          // Its client comes back, and another node may have it by then.
          execution.moveOn(true);
        }),
        ...[...waiting.values()].map((joined) => () => joined.release()),
      ];
      await Promise.all(
        handOvers.map((handOver) =>
          recover(handOver, (error) => logger.error("A run could not be handed over.", { error })),
        ),
      );
    },
    close() {
      closed = true;
      timer?.cancel();
      lease.close();
    },
  };
}
