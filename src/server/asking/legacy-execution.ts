// A run in the legacy era: the handler stays where it is while its questions go out and their answers come in.

import { andThen } from "../../core/maybe-promise.js";
import { idFrom } from "../../replay/identifiers.js";
import { Journal } from "../../replay/journal.js";
import { Run } from "../../replay/run.js";
import type { Call } from "../call/call.js";
import type { ServerParts } from "../parts.js";
import type { Asked, ClientRequest, OpenQuestion } from "./asked.js";
import { bindingOf } from "./binding.js";
import { CallExecution } from "./call-execution.js";
import { elicitationId } from "./elicitation-id.js";
import { completeMessage } from "./server-elicitations.js";
import { wayOf } from "./ways.js";

/** The execution of a call that has a session. */
export class LegacyExecution extends CallExecution {
  readonly run: Run<Asked>;
  readonly #sessionId: string;

  constructor(parts: ServerParts, call: Call) {
    super(parts, call);
    this.#sessionId = call.sessionId ?? "";
    this.run = new Run<Asked>(
      {
        id: twinOf(parts, call)?.run.id ?? parts.asking.randomId(),
        round: 1,
        journal: new Journal(),
        pending: [],
        stepScope: parts.asking.stepScope,
        pin: parts.asking.pin,
        watch: parts.asking.watch,
        now: () => parts.clock.now(),
      },
      this,
    );
  }

  begin(ask: OpenQuestion): void {
    // It may be asked anew, after an invalid answer.
    this.waits.leave(ask);
    this.waits.begin(ask);
    if (!this.waits.park()) return ask.settle(ask.spec.limited);
    const id = (): string => elicitationId(this.run.id, ask.key, ask.digest, ask.attempt);
    const { request, usesResponder } = wayOf(this.parts.asking, this.call, ask, id);
    if (request === undefined && !usesResponder) return ask.settle(ask.spec.nobody);
    this.waits.untilSignal(ask);
    if (!ask.isOpen) return;
    this.waits.untilDeadline(ask);
    const isSettledOutside = usesResponder || ask.spec.isCompletedOutside;
    const opened = isSettledOutside
      ? this.waits.fromOutside(
          ask,
          id(),
          { usesResponder, onlyResponder: request === undefined },
          ({ action }) => {
            if (action === "accept" && request !== undefined && ask.spec.isCompletedOutside)
              this.call.notify(completeMessage(id()));
          },
        )
      : undefined;
    // The page may be done with as soon as the client knows of it.
    this.attempt(() =>
      andThen(opened, () => {
        if (request !== undefined && ask.isOpen) this.#askClient(ask, request);
      }),
    );
  }

  #askClient(ask: OpenQuestion, { method, params }: ClientRequest): void {
    const { call, parts } = this;
    // The same for the same call, wherever it is dispatched; another for whatever else uses its id.
    const id = idFrom(
      this.#sessionId,
      JSON.stringify(call.id),
      bindingOf(parts.asking.serverName, call),
      ask.key,
      ask.digest,
      String(ask.attempt),
    );
    let isAnswered = false;
    const open = parts.clientRequests.send(
      { sessionId: this.#sessionId, outlet: call.outlet },
      { id, method, params },
      (reply) => {
        isAnswered = true;
        if ("error" in reply) return ask.settle(ask.spec.fromError(reply.error));
        const said = ask.spec.fromClient(reply.result);
        if (said === undefined)
          ask.settle(ask.spec.fromError({ code: 0, message: "its result is none of this request" }));
        else if ("answer" in said) ask.settle(said.answer);
      },
    );
    this.waits.onEnd(ask, () => {
      if (!isAnswered) open.withdraw("The answer is not needed any more.");
    });
  }

  still(): void {
    // There is but one round.
  }

  consume(): "first" {
    return "first";
  }

  keep(): void {
    // The handler itself remembers.
  }

  refused(_key: string, attempt: number): number {
    return attempt;
  }

  recall(): undefined {
    return undefined;
  }
}

/** The execution of the same call, dispatched twice at the same time. A call that only has the same id is another one. */
function twinOf(parts: ServerParts, call: Call): LegacyExecution | undefined {
  const { serverName } = parts.asking;
  for (const other of parts.running.find(call.sessionId ?? "", call.id)) {
    const { execution } = other;
    if (other === call || !(execution instanceof LegacyExecution)) continue;
    if (bindingOf(serverName, other) === bindingOf(serverName, call)) return execution;
  }
  return undefined;
}
