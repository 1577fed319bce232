// What requests of a session do for its runs whose nodes died.

import type { SessionRecord } from "../../core/engine/sessions.js";
import type { Access } from "../access/access.js";
import type { HeaderTable } from "../call/call.js";

/** The request that lets a run go on: who may do what was found out for it a moment ago. */
export interface Requester {
  readonly session: SessionRecord;
  readonly access: Access;
  readonly headers: HeaderTable;
}

export interface TakeOver {
  /** Sees to it that the answer to a question is used, if the node that asked it dies. */
  forAnswer(requester: Requester, questionId: unknown): void;
  /** Sees to it that a stream comes to its end, as long as somebody reads it here. `refresh` reads its log. */
  forStream(requester: Requester, streamId: string, reader: Reader, refresh: () => void): void;
  /** Forgets the runs of a session that is over; or those of one call, if no node has them. */
  forget(sessionId: string, callId?: unknown): void;
}

/** Somebody who reads until they are gone. */
export interface Reader {
  readonly closed: boolean;
}
