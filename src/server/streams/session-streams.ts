// The streams that sessions keep open for what belongs to no call: notices, session logs.
//
// One node at a time writes a session's log: the one with its newest connection, which has the claim to it.
// Another lets go when it hears of that, or reads it.

import type { Unsubscribe } from "../../core/engine/bus.js";
import type { SessionRecord } from "../../core/engine/sessions.js";
import { andThen, type MaybePromise, recover } from "../../core/maybe-promise.js";
import type { WheelTimer } from "../../core/timer-wheel.js";
import { notificationMessage } from "../../protocol/json-rpc.js";
import { ssePriming } from "../../protocol/sse.js";
import type { Access } from "../access/access.js";
import type { ServerParts } from "../parts.js";
import { revisionOfSession } from "../sessions/session-call.js";
import { wantsNotice } from "../sessions/session-notices.js";
import { readWord, sessionTopic, writeWord } from "../sessions/session-words.js";
import { logKey, SESSION_STREAM } from "./event-id.js";
import { LoggedStream, type LoggedStreamKind } from "./logged-stream.js";
import type { Sink } from "./sink.js";
import { createStreamClaims } from "./stream-claims.js";

/** The session streams of this node. */
export interface SessionStreams {
  /** Claims the stream, then adds the connection that `open` begins; with `after`, one that comes back. */
  attach(
    session: SessionRecord,
    access: Access,
    open: () => Sink,
    after: number | undefined,
  ): MaybePromise<Sink>;
  /** Takes a connection away; the stream is kept for a while, in case it comes back. */
  detach(sessionId: string, sink: Sink): void;
  /** Closes a session's stream for good, on whichever node it is. */
  end(sessionId: string): void;
  /** The sessions with an open connection. */
  sessions(): Iterable<string>;
  close(): void;
}

interface Held {
  readonly stream: LoggedStream;
  access: Access;
  claim: number;
  readonly stopListening: Unsubscribe;
  readonly stopHearing: Unsubscribe;
  expiry: WheelTimer | undefined;
  nextCheck: WheelTimer | undefined;
}

/** How long a stream without a connection is kept. */
const KEPT_MS = 5 * 60_000;
/** How often a node reads whether a stream is still its own. */
const CHECK_MS = 60_000;

/** Makes the session streams of one server. */
export function createSessionStreams(parts: ServerParts): SessionStreams {
  const { events, hints, notices, wheel, logger, stopping } = parts;
  const claims = createStreamClaims(parts);
  const held = new Map<string, Held>();
  const onError = (error: unknown): void => logger.error("A session's stream failed.", { error });
  const kind: LoggedStreamKind = { events, onError };

  function hold(sessionId: string, access: Access, claim: number): Held {
    const stream = new LoggedStream(kind, logKey(sessionId, SESSION_STREAM), SESSION_STREAM);
    const made: Held = {
      stream,
      access,
      claim,
      stopListening: notices.listen({
        get access() {
          return made.access;
        },
        wants: (notice) => wantsNotice(parts, sessionId, notice),
        deliver: (method, params) => stream.append(notificationMessage(method, params)),
      }),
      stopHearing: hints.hear(
        sessionTopic(sessionId),
        (text) => hear(sessionId, stream, text),
        () => check(sessionId),
      ),
      expiry: undefined,
      nextCheck: undefined,
    };
    held.set(sessionId, made);
    checkLater(sessionId, made);
    stream.join();
    return made;
  }

  function checkLater(sessionId: string, known: Held): void {
    known.nextCheck = wheel.schedule(CHECK_MS, () => {
      checkLater(sessionId, known);
      check(sessionId);
    });
  }

  /** Lets go of a stream that another node has claimed. */
  function check(sessionId: string): void {
    const known = held.get(sessionId);
    if (known === undefined) return;
    const { claim } = known;
    void recover(
      () =>
        andThen(claims.isHeld(sessionId), (isHeld) => {
          // What was read is old when it was claimed anew meanwhile.
          if (!isHeld && known.claim === claim && held.get(sessionId) === known) letGo(sessionId);
        }),
      onError,
    );
  }

  function hear(sessionId: string, stream: LoggedStream, text: string): void {
    const word = readWord(text);
    if (word === undefined) return;
    if ("message" in word) stream.append(word.message);
    else if ("over" in word) forget(sessionId);
    else if ("takenBy" in word && word.takenBy !== claims.node()) yieldTo(sessionId, word.claim);
  }

  function yieldTo(sessionId: string, claim: number): void {
    // A lower number is an earlier claim, or a later one that began to count anew: the record tells.
    if (claim > (held.get(sessionId)?.claim ?? 0)) letGo(sessionId);
    else check(sessionId);
  }

  /** Closes what this node has of a session's stream; the log stays for whoever writes it next. */
  function letGo(sessionId: string): LoggedStream | undefined {
    const gone = held.get(sessionId);
    if (gone === undefined) return undefined;
    held.delete(sessionId);
    gone.expiry?.cancel();
    gone.nextCheck?.cancel();
    gone.stopListening();
    gone.stopHearing();
    gone.stream.release();
    return gone.stream;
  }

  const forget = (sessionId: string): void => letGo(sessionId)?.drop();

  function add(
    session: SessionRecord,
    access: Access,
    claim: number,
    sink: Sink,
    after: number | undefined,
  ): void {
    const known = held.get(session.id) ?? hold(session.id, access, claim);
    known.access = access;
    // Two claims of this node may come back in any order.
    known.claim = Math.max(known.claim, claim);
    known.expiry?.cancel();
    known.expiry = undefined;
    if (after !== undefined) known.stream.resume(sink, after);
    else known.stream.attach(sink, revisionOfSession(session).primedStreams ? ssePriming : undefined);
    hints.tell(sessionTopic(session.id), writeWord({ takenBy: claims.node(), claim }));
  }

  return {
    attach(session, access, open, after) {
      return andThen(stopping.begun ? 0 : claims.take(session.id), (claim) => {
        const sink = open();
        if (stopping.begun) sink.end();
        else add(session, access, claim, sink, after);
        return sink;
      });
    },
    detach(sessionId, sink) {
      const known = held.get(sessionId);
      if (known === undefined) return;
      known.stream.detach(sink);
      if (known.stream.attached || known.expiry !== undefined) return;
      known.expiry = wheel.schedule(KEPT_MS, () => forget(sessionId));
    },
    end(sessionId) {
      forget(sessionId);
      hints.tell(sessionTopic(sessionId), writeWord({ over: true }));
    },
    *sessions() {
      for (const [sessionId, { stream }] of held) if (stream.attached) yield sessionId;
    },
    close() {
      for (const sessionId of [...held.keys()]) letGo(sessionId);
    },
  };
}
