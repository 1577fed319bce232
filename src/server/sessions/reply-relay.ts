// How a client's reply reaches the node that waits for it, when it came to another one.
//
// The node that got it writes it down and tells the others. Whoever waits reads when told, and now and then without.

import type { Clock } from "../../core/clock.js";
import type { Unsubscribe } from "../../core/engine/bus.js";
import type { Engine } from "../../core/engine/engine.js";
import type { Logger } from "../../core/logger.js";
import { andThen, type MaybePromise } from "../../core/maybe-promise.js";
import type { TimerWheel, WheelTimer } from "../../core/timer-wheel.js";
import type { KeyRing } from "../../seal/key-ring.js";
import { openToken, sealToken } from "../../seal/token.js";
import type { Hints } from "../hints.js";
import type { ClientReply } from "./client-reply.js";
import { readWord, sessionTopic, writeWord } from "./session-words.js";

/** What became of a reply: kept as the first, known before, too large to be kept, or to no request of ours. */
export type Left = "first" | "known" | "too-large" | "foreign";

/** The replies that nodes of a shared engine pass on to each other. */
export interface ReplyRelay {
  /** Keeps a reply, and tells the other nodes. The first one to a request counts. */
  leave(sessionId: string, id: string, reply: ClientReply): MaybePromise<Left>;
  /** Looks for the reply to a request that is open here, from now on. */
  watch(sessionId: string, id: string): void;
  /** Looks no more: nothing is open in that session. */
  unwatch(sessionId: string): void;
  close(): void;
}

export interface ReplyRelayOptions {
  readonly engine: Engine;
  readonly hints: Hints;
  readonly keys: () => KeyRing;
  readonly clock: Clock;
  readonly wheel: TimerWheel;
  readonly logger: Logger;
  /** The ids of the requests that are open here in a session. */
  readonly open: (sessionId: string) => Iterable<string>;
  readonly onReply: (sessionId: string, id: string, reply: ClientReply) => void;
  readonly onOver: (sessionId: string) => void;
}

interface Watched {
  /** True once hints are heard: then what is in the store is read right away. */
  isHeard: boolean;
  stopHearing: Unsubscribe;
}

/** How long a reply is kept: a run whose node died may go on when its client comes back. */
const KEPT_MS = 60 * 60_000;
/** How often the store is read without a hint, and how many replies at a time. */
const LOOK_MS = 15_000;
const LOOKS_AT_ONCE = 100;
/** What our own ids look like; whatever else a client makes up need not be kept. */
const OWN_ID = /^[0-9a-f]{8}-[0-9a-f]{4}-8[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;
/** The longest reply that is kept, in characters: whoever makes up ids must not fill the store. */
const MOST_REPLY = 2 * 1024 * 1024;

const replyKey = (sessionId: string, id: string): string => `client-reply:${sessionId}:${id}`;
const purposeOf = (sessionId: string, id: string): string => `beckon client reply\n${sessionId}\n${id}`;

/** Makes the relay of one server. */
export function createReplyRelay(options: ReplyRelayOptions): ReplyRelay {
  const { engine, hints, keys, clock, wheel, logger, open, onReply, onOver } = options;
  const watched = new Map<string, Watched>();
  let timer: WheelTimer | undefined;
  let closed = false;

  /** Reads a reply, always later: who sends a request has what came back of that by then. */
  async function look(sessionId: string, id: string): Promise<void> {
    try {
      const record = await engine.records.get(replyKey(sessionId, id));
      const text = record && openToken(keys(), purposeOf(sessionId, id), record.value);
      // Sealed by `leave`.
      if (text) onReply(sessionId, id, JSON.parse(text.toString()) as ClientReply);
    } catch (error) {
      logger.error("A client's reply could not be read.", { error });
    }
  }

  function lookAt(sessionId: string): void {
    for (const id of open(sessionId)) void look(sessionId, id);
  }

  async function lookAtAll(): Promise<void> {
    const all = [...watched.keys()].flatMap((sessionId) =>
      [...open(sessionId)].map((id) => [sessionId, id] as const),
    );
    for (let from = 0; from < all.length; from += LOOKS_AT_ONCE)
      await Promise.all(all.slice(from, from + LOOKS_AT_ONCE).map(([sessionId, id]) => look(sessionId, id)));
    timer = undefined;
    lookLater();
  }

  function lookLater(): void {
    if (!closed && watched.size > 0) timer ??= wheel.schedule(LOOK_MS, () => void lookAtAll());
  }

  function hear(sessionId: string, text: string): void {
    const word = readWord(text);
    if (word === undefined) return;
    if ("over" in word) onOver(sessionId);
    else if ("answered" in word && [...open(sessionId)].includes(word.answered))
      void look(sessionId, word.answered);
  }

  function begin(sessionId: string): void {
    const made: Watched = { isHeard: false, stopHearing: () => {} };
    watched.set(sessionId, made);
    made.stopHearing = hints.hear(
      sessionTopic(sessionId),
      (text) => hear(sessionId, text),
      () => {
        made.isHeard = true;
        lookAt(sessionId);
      },
    );
  }

  return {
    leave(sessionId, id, reply) {
      if (!OWN_ID.test(id)) return "foreign";
      const text = JSON.stringify(reply);
      if (text.length > MOST_REPLY) return "too-large";
      const sealed = sealToken(keys(), purposeOf(sessionId, id), text);
      const written = engine.records.put(replyKey(sessionId, id), sealed, {
        ifVersion: 0,
        expiresAt: clock.now() + KEPT_MS,
      });
      return andThen(written, (version) => {
        hints.tell(sessionTopic(sessionId), writeWord({ answered: id }));
        return version === undefined ? "known" : "first";
      });
    },
    watch(sessionId, id) {
      if (closed) return;
      const known = watched.get(sessionId);
      if (known === undefined) begin(sessionId);
      else if (known.isHeard) void look(sessionId, id);
      lookLater();
    },
    unwatch(sessionId) {
      watched.get(sessionId)?.stopHearing();
      watched.delete(sessionId);
    },
    close() {
      closed = true;
      timer?.cancel();
      for (const { stopHearing } of watched.values()) stopHearing();
      watched.clear();
    },
  };
}
