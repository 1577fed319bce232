// A run in the legacy era: the handler stays where it is while its questions go out and their answers come in.

import { idFrom } from "../../replay/identifiers.js";
import { Journal } from "../../replay/journal.js";
import { Run } from "../../replay/run.js";
import type { Call } from "../dispatch/call.js";
import type { ServerParts } from "../parts.js";
import type { Asked, OpenQuestion } from "./asked.js";
import { elicitationId } from "./elicitation-id.js";
import type { Execution } from "./execution.js";
import { QuestionWaits } from "./question-waits.js";
import { completeMessage } from "./server-elicitations.js";
import { wayOf } from "./ways.js";

/** Begins the execution of a call that has a session. */
export function executeLegacy(parts: ServerParts, call: Call, fail: (error: unknown) => void): Execution {
  const { asking, clientRequests, logger, clock } = parts;
  const sessionId = call.sessionId ?? "";
  const runId = idFrom(sessionId, JSON.stringify(call.id));
  const waits = new QuestionWaits({ parts, call, run: () => run, fail });

  function begin(ask: OpenQuestion): void {
    // Asked anew, after an invalid answer.
    waits.leave(ask);
    if (!waits.begin(ask)) return;
    const id = elicitationId(runId, ask.key, ask.attempt);
    const { request, usesResponder } = wayOf(asking, call, ask, id);
    if (request === undefined && !usesResponder) return ask.settle(ask.spec.nobody);
    waits.untilSignal(ask);
    waits.untilDeadline(ask);
    if (usesResponder || ask.spec.isCompletedOutside)
      waits.fromOutside(ask, id, usesResponder, ({ action }) => {
        if (action === "accept" && request !== undefined && ask.spec.isCompletedOutside)
          call.notify(completeMessage(id));
      });
    if (request !== undefined && ask.isOpen) askClient(ask, request);
  }

  function askClient(ask: OpenQuestion, { method, params }: { method: string; params: object }): void {
    const id = idFrom(sessionId, JSON.stringify(call.id), ask.key, String(ask.attempt));
    let isAnswered = false;
    const open = clientRequests.send({ sessionId, outlet: call.outlet }, { id, method, params }, (reply) => {
      isAnswered = true;
      if ("error" in reply) return ask.settle(ask.spec.fromError(reply.error));
      const said = ask.spec.fromClient(reply.result);
      if (said === undefined)
        ask.settle(ask.spec.fromError({ code: 0, message: "its result is none of this request" }));
      else if ("answer" in said) ask.settle(said.answer);
    });
    waits.onEnd(ask, () => {
      if (!isAnswered) open.withdraw("The answer is not needed any more.");
    });
  }

  const run: Run<Asked> = new Run(
    {
      id: runId,
      round: 1,
      journal: new Journal(),
      pending: [],
      stepScope: asking.stepScope,
      now: () => clock.now(),
    },
    {
      begin,
      end: (ask) => waits.end(ask, "answered"),
      still: () => {},
      consume: () => true,
      keep: () => {},
      recall: () => undefined,
      warn: (message, fields) => logger.warn(message, fields),
    },
  );

  const stop = (reason: string): number => {
    const open = run.end();
    for (const ask of open) waits.end(ask, reason);
    return open.length;
  };
  const cleanUp = (): Promise<void> =>
    run.deferred.run((error) => logger.error("Deferred clean-up failed.", { error }));

  return {
    run,
    firstTraceparent: undefined,
    spentMs: 0,
    finish() {
      if (stop("the call is over") > 0)
        logger.warn("A handler returned before its questions were answered.", { method: call.method });
      if (!run.deferred.isEmpty) return cleanUp();
    },
    abandon() {
      stop("the call was cancelled");
      void cleanUp();
    },
  };
}
