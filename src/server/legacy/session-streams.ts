// The streams that sessions keep open for what belongs to no call: notices, session logs.

import type { Unsubscribe } from "../../core/engine/bus.js";
import type { SessionRecord } from "../../core/engine/sessions.js";
import { andThen, type MaybePromise } from "../../core/maybe-promise.js";
import type { WheelTimer } from "../../core/timer-wheel.js";
import { notificationMessage } from "../../protocol/json-rpc.js";
import type { Access } from "../access/access.js";
import type { Sink } from "../http/exchange.js";
import type { Notice } from "../notices.js";
import type { ServerParts } from "../parts.js";
import { logKey, SESSION_STREAM } from "./event-id.js";
import { LoggedStream, type Resumed } from "./logged-stream.js";

/** The bus topic on which a session's stream hears messages from anywhere. */
export const sessionTopic = (sessionId: string): string => `session:${sessionId}`;

/** The session streams of this node. */
export interface SessionStreams {
  /** Adds a connection; with `after`, one that comes back. Gives the stream. */
  attach(session: SessionRecord, access: Access, sink: Sink, after?: number): LoggedStream;
  /** Takes a connection away; the stream is kept for a while, in case it comes back. */
  detach(sessionId: string, sink: Sink): void;
  /** Closes a session's stream for good. */
  end(sessionId: string): void;
  /** The sessions with an open connection. */
  sessions(): Iterable<string>;
  close(): void;
}

interface Held {
  readonly stream: LoggedStream;
  access: Access;
  readonly stopListening: Unsubscribe;
  readonly subscription: MaybePromise<Unsubscribe>;
  expiry: WheelTimer | undefined;
}

/** How long a stream without a connection is kept. */
const KEPT_MS = 5 * 60_000;

/** Makes the session streams of one server. */
export function createSessionStreams(parts: ServerParts): SessionStreams {
  const { engine, notices, wheel, logger } = parts;
  const held = new Map<string, Held>();

  function hold(sessionId: string, access: Access): Held {
    const stream = new LoggedStream({
      events: engine.events,
      key: logKey(sessionId, SESSION_STREAM),
      id: SESSION_STREAM,
      onError: (error) => logger.error("A session's stream failed.", { error }),
      hint: () => {},
    });
    const made: Held = {
      stream,
      access,
      stopListening: notices.listen({
        get access() {
          return made.access;
        },
        wants: (notice) => isSubscribed(sessionId, notice),
        deliver: (method, params) => stream.append(notificationMessage(method, params)),
      }),
      subscription: engine.bus.subscribe(sessionTopic(sessionId), (message) => stream.append(message)),
      expiry: undefined,
    };
    held.set(sessionId, made);
    stream.open();
    return made;
  }

  const isSubscribed = (sessionId: string, notice: Notice): MaybePromise<boolean> =>
    notice.kind !== "updated" ||
    andThen(
      engine.sessions.get(sessionId),
      (session) => session?.subscriptions.includes(notice.uri) ?? false,
    );

  function letGo(sessionId: string): void {
    const gone = held.get(sessionId);
    if (gone === undefined) return;
    held.delete(sessionId);
    gone.expiry?.cancel();
    gone.stopListening();
    void Promise.resolve(gone.subscription).then((unsubscribe) => unsubscribe());
    gone.stream.release();
    gone.stream.drop();
  }

  return {
    attach(session, access, sink, after) {
      const known = held.get(session.id) ?? hold(session.id, access);
      known.access = access;
      known.expiry?.cancel();
      known.expiry = undefined;
      // What is lost of a session's own stream was news; there is nothing to make up for.
      const told = (_how: Resumed): void => {};
      if (after === undefined) known.stream.attach(sink);
      else known.stream.resume(sink, after, told);
      return known.stream;
    },
    detach(sessionId, sink) {
      const known = held.get(sessionId);
      known?.stream.detach(sink);
      if (known && !known.stream.attached) known.expiry = wheel.schedule(KEPT_MS, () => letGo(sessionId));
    },
    end: letGo,
    *sessions() {
      for (const [sessionId, { stream }] of held) if (stream.attached) yield sessionId;
    },
    close() {
      for (const sessionId of [...held.keys()]) letGo(sessionId);
    },
  };
}
