// The legacy side of a line: nothing until `initialize`, then one session whose stream is the line itself.

import type { Unsubscribe } from "../../core/engine/bus.js";
import type { SessionRecord } from "../../core/engine/sessions.js";
import { andThen, type MaybePromise } from "../../core/maybe-promise.js";
import { notificationMessage } from "../../protocol/json-rpc.js";
import type { Access } from "../access/access.js";
import type { HttpParts } from "../http/http-parts.js";
import type { Initialization } from "../legacy/initialize.js";
import { sessionTopic } from "../legacy/session-streams.js";

/** A session that lives as long as its line. */
export interface LineSession {
  readonly id: string;
  /** The session as it is now; `undefined` when it was ended from elsewhere. */
  current(): MaybePromise<SessionRecord | undefined>;
  close(): Promise<void>;
}

/** Opens the session and has its notices and messages written to the line. */
export function openLineSession(
  http: HttpParts,
  access: Access,
  said: Initialization,
  write: (line: string) => void,
): MaybePromise<LineSession> {
  const { engine, notices } = http.server;
  return andThen(http.sessions.open(access, said.revision, said.written), ({ id }) => {
    const stopNotices = notices.listen({
      access,
      wants: (notice) =>
        notice.kind !== "updated" ||
        andThen(engine.sessions.get(id), (session) => session?.subscriptions.includes(notice.uri) ?? false),
      deliver: (method, params) => write(notificationMessage(method, params)),
    });
    const subscription: MaybePromise<Unsubscribe> = engine.bus.subscribe(sessionTopic(id), write);
    return {
      id,
      current: () => http.sessions.find(id, access),
      async close() {
        stopNotices();
        (await subscription)();
        await http.sessions.end(id, "closed");
      },
    };
  });
}
