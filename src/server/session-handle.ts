// A legacy session, from outside a call.

import { notificationMessage } from "../protocol/json-rpc.js";
import { reaches } from "../protocol/log-levels.js";
import { logLevelOf } from "./legacy/session-call.js";
import { sessionTopic, writeWord } from "./legacy/session-words.js";
import type { ServerParts } from "./parts.js";
import type { SessionHandle } from "./server.js";

/** The handle behind `server.session(id)`. */
export function sessionHandle({ engine }: ServerParts, id: string): SessionHandle {
  return {
    id,
    async log(level, data, logger) {
      const session = await engine.sessions.get(id);
      if (session === undefined || !reaches(level, logLevelOf(session))) return;
      const message = notificationMessage("notifications/message", {
        level,
        logger,
        data: data === undefined ? null : data,
      });
      await engine.bus.publish(sessionTopic(id), writeWord({ message }));
    },
  };
}
