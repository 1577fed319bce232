// A legacy session, from outside a call.

import { notificationMessage } from "../protocol/json-rpc.js";
import { reaches } from "../protocol/log-levels.js";
import { readElicitArguments } from "./asking/elicit-arguments.js";
import { elicitInSession } from "./asking/session-elicit.js";
import type { SessionHandle } from "./server.js";
import { logLevelOf } from "./sessions/session-call.js";
import { sessionTopic, writeWord } from "./sessions/session-words.js";
import type { TransportParts } from "./transport-parts.js";

/** The handle behind `server.session(id)`. */
export function sessionHandle(http: TransportParts, id: string): SessionHandle {
  const { engine } = http.server;
  return {
    id,
    // The overloads of the contract are told apart inside.
    elicit: (async (...given: readonly unknown[]) =>
      elicitInSession(http, id, readElicitArguments(given))) as SessionHandle["elicit"],
    async log(level, data, logger) {
      const session = await engine.sessions.get(id);
      if (session === undefined || !reaches(level, logLevelOf(session))) return;
      const message = notificationMessage("notifications/message", {
        level,
        logger,
        data: data === undefined ? null : data,
      });
      await engine.bus.publish(sessionTopic(id), writeWord({ message, mayBeLost: true }));
    },
  };
}
