// Asks the client of a legacy session outside of any call.

import { randomUUID } from "node:crypto";
import type { Answer } from "../../core/elicitation/answer.js";
import type { SessionRecord } from "../../core/engine/sessions.js";
import { OPEN_ACCESS } from "../access/access.js";
import { Call } from "../call/call.js";
import { revisionOfSession } from "../sessions/session-call.js";
import { sessionTopic, writeWord } from "../sessions/session-words.js";
import type { TransportParts } from "../transport-parts.js";
import { askQuestion } from "./ask-question.js";
import type { ElicitArguments } from "./elicit-arguments.js";
import { executionOf } from "./execution-of.js";

/** Asks; the answer is `cancel` when the session ends first. */
export async function elicitInSession(
  http: TransportParts,
  sessionId: string,
  { question, options }: ElicitArguments,
): Promise<Answer<unknown>> {
  const session = await http.server.engine.sessions.get(sessionId);
  if (session === undefined) return { action: "unavailable", reason: "nobody" };
  const call = callIn(http, session);
  const execution = executionOf(http.server, call);
  const { run } = execution;
  // A session that ends takes what is under way in it along.
  http.running.add(call);
  try {
    return await new Promise<Answer<unknown>>((resolve, reject) => {
      call.ending = {
        end(ended) {
          if ("error" in ended) reject(ended.error);
        },
      };
      call.whenEnded(() => resolve({ action: "cancel", reason: "the session is over" }));
      askQuestion(http.server, run, question, options).then(resolve, reject);
    });
  } finally {
    call.finish();
    await execution.finish();
    http.running.remove(call);
  }
}

/** A call of no request: it gives its questions a way to the session's own stream. */
function callIn(http: TransportParts, session: SessionRecord): Call {
  const { id: sessionId, principalId } = session;
  const tell = (message: string): boolean => {
    http.server.hints.tell(sessionTopic(sessionId), writeWord({ message }));
    return true;
  };
  return new Call({
    id: randomUUID(),
    method: "session",
    params: {},
    revision: revisionOfSession(session),
    client: http.readClient(session.client),
    access: principalId === undefined ? OPEN_ACCESS : { ...OPEN_ACCESS, principal: { id: principalId } },
    transport: "http",
    headers: {},
    sessionId,
    logLevel: undefined,
    outlet: { notify: tell, request: tell },
  });
}
