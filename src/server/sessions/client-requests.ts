// Requests from the server to a client of the legacy era, and the replies to them.

import type { Clock } from "../../core/clock.js";
import type { Engine } from "../../core/engine/engine.js";
import { BeckonError } from "../../core/errors.js";
import type { Logger } from "../../core/logger.js";
import { andThen, type MaybePromise } from "../../core/maybe-promise.js";
import { PassingMap } from "../../core/passing-map.js";
import type { TimerWheel } from "../../core/timer-wheel.js";
import { notificationMessage, type RpcResponse, requestMessage } from "../../protocol/json-rpc.js";
import type { KeyRing } from "../../seal/key-ring.js";
import type { Outlet } from "../call/call.js";
import type { Hints } from "../hints.js";
import { type ClientReply, toClientReply } from "./client-reply.js";
import { createReplyRelay } from "./reply-relay.js";
import { sessionTopic, writeWord } from "./session-words.js";

/** Where a request goes: the way of a call, or the session's own stream. */
export interface RequestTarget {
  readonly sessionId: string;
  readonly outlet: Outlet | undefined;
}

/** A request to a client. */
export interface ClientRequest {
  /** Unique in its session, unless the same request is sent twice; then one reply is for both. */
  readonly id: string;
  readonly method: string;
  /** Its parameters, as JSON. */
  readonly paramsJson: string;
  /** True when the client has it already, from another node. @default false */
  readonly isSent?: boolean;
}

/** A request that waits for its reply. */
export interface OpenRequest {
  /** Waits no longer. With a reason the client is told, unless somebody else here waits for that id. */
  withdraw(reason?: string): void;
}

/** Hears the reply to a request. */
export interface ReplyTaker {
  replied(reply: ClientReply): void;
}

/** The requests that wait for replies on this node. */
export interface ClientRequests {
  /** How many wait. */
  readonly size: number;
  /** Sends a request; `asker` hears its reply, once. */
  send(target: RequestTarget, request: ClientRequest, asker: ReplyTaker): OpenRequest;
  /**
   * Takes a client's response; one that nobody waits for is harmless. Gives true when somebody here had waited for it.
   * Fails when it could not be kept for another node.
   */
  receive(sessionId: string, response: RpcResponse): MaybePromise<boolean>;
  /** Lets go of all that wait in a session that is over. They hear nothing. */
  end(sessionId: string): void;
  close(): void;
}

export interface ClientRequestsOptions {
  readonly engine: Engine;
  readonly hints: Hints;
  readonly keys: () => KeyRing;
  readonly clock: Clock;
  readonly wheel: TimerWheel;
  readonly logger: Logger;
}

/** Makes the requests of one server. */
export function createClientRequests(options: ClientRequestsOptions): ClientRequests {
  const { engine, hints } = options;
  /** The newest of each session, which leads to the others: most sessions have one at a time. */
  const newest = new PassingMap<string, Waiter>();
  const relay = engine.shared
    ? createReplyRelay({ ...options, open: ids, onReply: settle, onOver: end })
    : undefined;

  function* ids(sessionId: string): Iterable<string> {
    for (let waiter = newest.get(sessionId); waiter !== undefined; waiter = waiter.older) yield waiter.id;
  }

  /** Takes those out who wait for an id, or one of them. */
  function take(sessionId: string, id: string, one?: Waiter): readonly Waiter[] {
    const taken: Waiter[] = [];
    let newer: Waiter | undefined;
    for (let waiter = newest.get(sessionId); waiter !== undefined; ) {
      const { older } = waiter;
      if (waiter.id !== id || (one !== undefined && waiter !== one)) newer = waiter;
      else {
        taken.push(waiter);
        // Whoever keeps it keeps no other.
        waiter.older = undefined;
        if (newer !== undefined) newer.older = older;
        else if (older !== undefined) newest.set(sessionId, older);
        else end(sessionId);
      }
      waiter = older;
    }
    return taken;
  }

  /** False when nobody here waits for it. */
  function settle(sessionId: string, id: string, reply: ClientReply): boolean {
    const taken = take(sessionId, id);
    for (const { asker } of taken) asker.replied(reply);
    return taken.length > 0;
  }

  function end(sessionId: string): void {
    newest.delete(sessionId);
    relay?.unwatch(sessionId);
  }

  function deliver({ sessionId, outlet }: RequestTarget, message: string): void {
    if (outlet?.request?.(message) === true) return;
    hints.tell(sessionTopic(sessionId), writeWord({ message }));
  }

  function withdraw(waiter: Waiter, reason: string | undefined): void {
    const { sessionId, id } = waiter;
    const [taken] = take(sessionId, id, waiter);
    if (taken === undefined || reason === undefined || [...ids(sessionId)].includes(id)) return;
    deliver(waiter, notificationMessage("notifications/cancelled", { requestId: id, reason }));
  }

  return {
    get size() {
      return [...newest].reduce((sum, [sessionId]) => sum + [...ids(sessionId)].length, 0);
    },
    send(target, { id, method, paramsJson, isSent = false }, asker) {
      const { sessionId } = target;
      const waiter = new Waiter(target, id, asker, withdraw);
      waiter.older = newest.get(sessionId);
      newest.set(sessionId, waiter);
      relay?.watch(sessionId, id);
      if (!isSent) deliver(target, requestMessage(id, method, paramsJson));
      return waiter;
    },
    receive(sessionId, response) {
      const { id } = response;
      // Ids of ours are texts.
      if (typeof id !== "string") return false;
      const reply = toClientReply(response);
      if (relay === undefined) return settle(sessionId, id, reply);
      if (!engine.durable && settle(sessionId, id, reply)) return true;
      // Before the client hears that it was taken: this process may die before its run has written it down.
      return andThen(relay.leave(sessionId, id, reply), (left) => {
        // One that is known is on its way to whoever waits.
        if (left === "known") return false;
        const isHere = settle(sessionId, id, reply);
        if (left === "too-large" && !isHere) return Promise.reject(unkept(id));
        return isHere;
      });
    },
    end,
    close() {
      newest.clear();
      relay?.close();
    },
  };
}

/** The client must not believe that an answer was taken which nobody will hear of. */
const unkept = (id: string): BeckonError =>
  new BeckonError(
    "too-large",
    `The answer to request ${id} is too large to be passed on to the node that asked. Send it to that node.`,
  );

/** Somebody who waits for a reply. There may be very many, so it is one object without further ones. */
class Waiter implements OpenRequest, RequestTarget {
  readonly sessionId: string;
  readonly outlet: Outlet | undefined;
  readonly id: string;
  readonly asker: ReplyTaker;
  /** The next older one of its session. */
  older: Waiter | undefined;
  readonly #withdraw: (waiter: Waiter, reason: string | undefined) => void;

  constructor(
    { sessionId, outlet }: RequestTarget,
    id: string,
    asker: ReplyTaker,
    withdraw: (waiter: Waiter, reason: string | undefined) => void,
  ) {
    this.sessionId = sessionId;
    this.outlet = outlet;
    this.id = id;
    this.asker = asker;
    this.#withdraw = withdraw;
  }

  withdraw(reason?: string): void {
    this.#withdraw(this, reason);
  }
}
