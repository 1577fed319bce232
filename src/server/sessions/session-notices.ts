// Which notices a session hears: every changed list, and the resources it subscribed to.

import { andThen, type MaybePromise } from "../../core/maybe-promise.js";
import type { Notice } from "../notices.js";
import type { ServerParts } from "../parts.js";

/** True when the client of the session wants to hear the notice. */
export const wantsNotice = (
  { engine }: ServerParts,
  sessionId: string,
  notice: Notice,
): MaybePromise<boolean> =>
  notice.kind !== "updated" ||
  andThen(engine.sessions.get(sessionId), (session) => session?.subscriptions.includes(notice.uri) ?? false);
