// The calls that are being served on this node and are not done yet.

import type { Unsubscribe } from "../core/engine/bus.js";
import { isObject } from "../core/json.js";
import { Link } from "../core/link.js";
import { PassingMap } from "../core/passing-map.js";
import { isRequestId } from "../protocol/json-rpc.js";
import { Call } from "./call/call.js";
import { cancelled } from "./call/cancelled.js";
import type { Hints } from "./hints.js";

/** Knows what is under way, so that it can be cancelled and waited for. */
export interface RunningCalls {
  add(call: Call): void;
  /** The calls of a session with that id. A client may use one twice, though it must not. */
  find(sessionId: string, requestId: unknown): readonly Call[];
  remove(call: Call): void;
  /** Cancels a call of a session, on whichever node it runs. Unknown ones are harmless. */
  cancel(sessionId: string, requestId: unknown, reason: unknown): void;
  /** Cancels all calls of a session, on every node. */
  cancelSession(sessionId: string, reason: string): void;
  /** Counts what may yet become a call as under way, until it is settled. */
  during<T>(arriving: Promise<T>): Promise<T>;
  /** The sessions that have a call under way here, other than one that waits for a client that is not there. */
  sessions(): Iterable<string>;
  /** True while something is under way. */
  readonly busy: boolean;
  /** Resolves when nothing is under way. */
  idle(): Promise<void>;
  /** Ends everything that is under way here, because the server stops. */
  stopAll(): void;
  close(): void;
}

const TOPIC = "cancelled";
const MOST_REASON = 1000;

/** Makes the register of one server. */
export function createRunningCalls(hints: Hints): RunningCalls {
  const all = new Link();
  let running = 0;
  let arriving = 0;
  /** The calls of each session: one by itself, since most that wait are the only one of theirs, and a list is not free. */
  const bySession = new PassingMap<string, Call | Call[]>();
  let idleListeners: (() => void)[] = [];
  let stopHearing: Unsubscribe | undefined;

  const callsOf = (sessionId: string): readonly Call[] => toList(bySession.get(sessionId));

  /** A client may use an id twice, though it must not; then both are meant. */
  const find = (sessionId: string, requestId: unknown): readonly Call[] =>
    callsOf(sessionId).filter((call) => call.id === requestId);

  const cancelEach = (calls: Iterable<Call>, reason: unknown): void => {
    for (const call of [...calls]) call.cancel(cancelled(reason));
  };
  const cancelHere = (sessionId: string, reason: unknown): void => cancelEach(callsOf(sessionId), reason);

  function* each(): Generator<Call> {
    for (let link = all.next; link !== all; ) {
      const { next } = link;
      if (link instanceof Call) yield link;
      link = next;
    }
  }

  function removeFrom(sessionId: string, call: Call): void {
    const known = bySession.get(sessionId);
    if (known === call) return bySession.delete(sessionId);
    if (!Array.isArray(known)) return;
    const place = known.indexOf(call);
    if (place >= 0) known.splice(place, 1);
    if (known.length === 0) bySession.delete(sessionId);
  }

  function checkIdle(): void {
    if (running + arriving > 0) return;
    for (const listener of idleListeners) listener();
    idleListeners = [];
  }

  function hear(message: string): void {
    const told: unknown = JSON.parse(message);
    if (!isObject(told) || typeof told.sessionId !== "string") return;
    if (told.all === true) cancelHere(told.sessionId, told.reason);
    else cancelEach(find(told.sessionId, told.requestId), told.reason);
  }

  return {
    find,
    add(call) {
      call.joinBefore(all);
      running += 1;
      if (call.sessionId === undefined) return;
      stopHearing ??= hints.hear(TOPIC, hear);
      const known = bySession.get(call.sessionId);
      if (known === undefined) bySession.set(call.sessionId, call);
      else if (known instanceof Call) bySession.set(call.sessionId, [known, call]);
      else known.push(call);
    },
    remove(call) {
      call.leave();
      running -= 1;
      if (call.sessionId !== undefined) removeFrom(call.sessionId, call);
      checkIdle();
    },
    during(work) {
      arriving += 1;
      return work.finally(() => {
        arriving -= 1;
        checkIdle();
      });
    },
    cancel(sessionId, requestId, given) {
      if (!isRequestId(requestId)) return;
      const reason = typeof given === "string" ? given.slice(0, MOST_REASON) : undefined;
      cancelEach(find(sessionId, requestId), reason);
      // Others may have it too: a call that was sent again waits for the one that another node has.
      hints.tell(TOPIC, JSON.stringify({ sessionId, requestId, reason }));
    },
    cancelSession(sessionId, reason) {
      cancelHere(sessionId, reason);
      hints.tell(TOPIC, JSON.stringify({ sessionId, all: true, reason }));
    },
    *sessions() {
      for (const [sessionId, calls] of bySession)
        if (toList(calls).some(({ isWaiting, outlet }) => !isWaiting || outlet.isRead)) yield sessionId;
    },
    get busy() {
      return running + arriving > 0;
    },
    idle: () =>
      new Promise((resolve) => {
        idleListeners.push(resolve);
        checkIdle();
      }),
    stopAll() {
      for (const call of each()) call.stop();
    },
    close: () => stopHearing?.(),
  };
}

function toList(calls: Call | readonly Call[] | undefined): readonly Call[] {
  if (calls === undefined) return [];
  return calls instanceof Call ? [calls] : calls;
}
