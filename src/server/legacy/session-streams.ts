// The streams that sessions keep open for what belongs to no call: notices, session logs.
//
// One node at a time writes a session's log: the one with its newest connection. Another lets go when it hears of that.

import { randomBytes } from "node:crypto";
import type { Unsubscribe } from "../../core/engine/bus.js";
import type { SessionRecord } from "../../core/engine/sessions.js";
import type { WheelTimer } from "../../core/timer-wheel.js";
import { notificationMessage } from "../../protocol/json-rpc.js";
import { ssePriming } from "../../protocol/sse.js";
import type { Access } from "../access/access.js";
import type { Sink } from "../http/exchange.js";
import type { ServerParts } from "../parts.js";
import { logKey, SESSION_STREAM } from "./event-id.js";
import { LoggedStream } from "./logged-stream.js";
import { revisionOfSession } from "./session-call.js";
import { wantsNotice } from "./session-notices.js";
import { readWord, sessionTopic, writeWord } from "./session-words.js";

/** The session streams of this node. */
export interface SessionStreams {
  /** Adds a connection; with `after`, one that comes back. */
  attach(session: SessionRecord, access: Access, sink: Sink, after?: number): void;
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
  readonly stopListening: Unsubscribe;
  readonly stopHearing: Unsubscribe;
  expiry: WheelTimer | undefined;
}

/** How long a stream without a connection is kept. */
const KEPT_MS = 5 * 60_000;

/** Makes the session streams of one server. */
export function createSessionStreams(parts: ServerParts): SessionStreams {
  const { engine, hints, notices, wheel, logger } = parts;
  // Made on first use: workers have no randomness before their first request.
  let name: string | undefined;
  const node = (): string => {
    name ??= randomBytes(9).toString("base64url");
    return name;
  };
  const held = new Map<string, Held>();

  function hold(sessionId: string, access: Access): Held {
    const stream = new LoggedStream({
      events: engine.events,
      key: logKey(sessionId, SESSION_STREAM),
      id: SESSION_STREAM,
      onError: (error) => logger.error("A session's stream failed.", { error }),
    });
    const made: Held = {
      stream,
      access,
      stopListening: notices.listen({
        get access() {
          return made.access;
        },
        wants: (notice) => wantsNotice(parts, sessionId, notice),
        deliver: (method, params) => stream.append(notificationMessage(method, params)),
      }),
      stopHearing: hints.hear(sessionTopic(sessionId), (text) => hear(sessionId, stream, text)),
      expiry: undefined,
    };
    held.set(sessionId, made);
    stream.join();
    return made;
  }

  function hear(sessionId: string, stream: LoggedStream, text: string): void {
    const word = readWord(text);
    if (word === undefined) return;
    if ("message" in word) stream.append(word.message);
    else if ("over" in word) forget(sessionId);
    else if (word.takenBy !== node()) letGo(sessionId);
  }

  /** Closes what this node has of a session's stream; the log stays for whoever writes it next. */
  function letGo(sessionId: string): LoggedStream | undefined {
    const gone = held.get(sessionId);
    if (gone === undefined) return undefined;
    held.delete(sessionId);
    gone.expiry?.cancel();
    gone.stopListening();
    gone.stopHearing();
    gone.stream.release();
    return gone.stream;
  }

  const forget = (sessionId: string): void => letGo(sessionId)?.drop();

  return {
    attach(session, access, sink, after) {
      const known = held.get(session.id) ?? hold(session.id, access);
      known.access = access;
      known.expiry?.cancel();
      known.expiry = undefined;
      if (after !== undefined) known.stream.resume(sink, after);
      else known.stream.attach(sink, revisionOfSession(session).primedStreams ? ssePriming : undefined);
      hints.tell(sessionTopic(session.id), writeWord({ takenBy: node() }));
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
