// The calls that are being served on this node and are not done yet.

import type { Bus, Unsubscribe } from "../core/engine/bus.js";
import { BeckonError } from "../core/errors.js";
import { isObject } from "../core/json.js";
import type { MaybePromise } from "../core/maybe-promise.js";
import { isRequestId, type RequestId } from "../protocol/json-rpc.js";
import type { Call } from "./dispatch/call.js";

/** Knows what is under way, so that it can be cancelled and waited for. */
export interface RunningCalls {
  add(call: Call): void;
  remove(call: Call): void;
  /** Cancels a call of a session, on whichever node it runs. Unknown ones are harmless. */
  cancel(sessionId: string, requestId: unknown, reason: unknown): void;
  /** Cancels all calls of a session on this node. */
  cancelSession(sessionId: string, reason: unknown): void;
  /** The sessions that have a call under way here. */
  sessions(): Iterable<string>;
  /** Resolves when nothing is under way. */
  idle(): Promise<void>;
  cancelAll(reason: unknown): void;
  close(): void;
}

const TOPIC = "cancelled";

/** Makes the register of one server. */
export function createRunningCalls(bus: Bus): RunningCalls {
  const all = new Set<Call>();
  const bySession = new Map<string, Map<RequestId, Call>>();
  let idleListeners: (() => void)[] = [];
  let subscription: MaybePromise<Unsubscribe> | undefined;

  const find = (sessionId: string, requestId: unknown): Call | undefined =>
    isRequestId(requestId) ? bySession.get(sessionId)?.get(requestId) : undefined;

  function hear(message: string): void {
    const told: unknown = JSON.parse(message);
    if (isObject(told) && typeof told.sessionId === "string")
      find(told.sessionId, told.requestId)?.cancel(cancelled(told.reason));
  }

  return {
    add(call) {
      all.add(call);
      if (call.sessionId === undefined) return;
      subscription ??= bus.subscribe(TOPIC, hear);
      const calls = bySession.get(call.sessionId) ?? new Map<RequestId, Call>();
      bySession.set(call.sessionId, calls.set(call.id, call));
    },
    remove(call) {
      all.delete(call);
      const calls = bySession.get(call.sessionId ?? "");
      if (calls?.get(call.id) === call) calls.delete(call.id);
      if (calls?.size === 0) bySession.delete(call.sessionId ?? "");
      if (all.size > 0) return;
      for (const listener of idleListeners) listener();
      idleListeners = [];
    },
    cancel(sessionId, requestId, reason) {
      const call = find(sessionId, requestId);
      if (call) call.cancel(cancelled(reason));
      else void bus.publish(TOPIC, JSON.stringify({ sessionId, requestId, reason }));
    },
    cancelSession(sessionId, reason) {
      for (const call of bySession.get(sessionId)?.values() ?? []) call.cancel(cancelled(reason));
    },
    sessions: () => bySession.keys(),
    idle: () => (all.size === 0 ? Promise.resolve() : new Promise((resolve) => idleListeners.push(resolve))),
    cancelAll(reason) {
      for (const call of all) call.cancel(cancelled(reason));
    },
    close() {
      if (subscription !== undefined) void Promise.resolve(subscription).then((end) => end());
    },
  };
}

const cancelled = (reason: unknown): BeckonError =>
  new BeckonError(
    "cancelled",
    typeof reason === "string" ? `The call was cancelled: ${reason}` : "The call was cancelled.",
  );
