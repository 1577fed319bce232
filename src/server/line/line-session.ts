// The legacy side of a line: nothing until `initialize`, then one session whose stream is the line itself.

import type { SessionRecord } from "../../core/engine/sessions.js";
import { andThen, type MaybePromise } from "../../core/maybe-promise.js";
import { notificationMessage } from "../../protocol/json-rpc.js";
import type { Access } from "../access/access.js";
import type { Initialization } from "../sessions/initialize.js";
import { wantsNotice } from "../sessions/session-notices.js";
import { readWord, sessionTopic } from "../sessions/session-words.js";
import type { TransportParts } from "../transport-parts.js";
import type { LineOutput } from "./line-output.js";

/** A session that lives as long as its line. */
export interface LineSession {
  readonly id: string;
  /** The session as it is now; `undefined` when it was ended from elsewhere. */
  current(): MaybePromise<SessionRecord | undefined>;
  close(): Promise<void>;
}

/** Opens the session and has its notices and messages written to the line. */
export function openLineSession(
  http: TransportParts,
  access: Access,
  said: Initialization,
  output: LineOutput,
): MaybePromise<LineSession> {
  const { server } = http;
  return andThen(http.sessions.open(access, said.revision, said.written), ({ id }) => {
    const stopNotices = server.notices.listen({
      access,
      wants: (notice) => wantsNotice(server, id, notice),
      deliver: (method, params) => void output.notify(notificationMessage(method, params)),
    });
    const stopHearing = server.hints.hear(sessionTopic(id), (text) => {
      const word = readWord(text);
      if (word === undefined || !("message" in word)) return;
      if (word.mayBeLost) output.notify(word.message);
      else output.request(word.message);
    });
    return {
      id,
      current: () => http.sessions.find(id, access),
      async close() {
        stopNotices();
        stopHearing();
        await http.sessions.end(id, "closed");
      },
    };
  });
}
