// The waits that both eras share: a question's own signal and deadline, and answers from outside the client.

import type { Answer } from "../../core/elicitation/answer.js";
import { andThen, recover } from "../../core/maybe-promise.js";
import type { Run } from "../../replay/run.js";
import type { Call } from "../dispatch/call.js";
import { targetOf } from "../dispatch/target.js";
import type { ServerParts } from "../parts.js";
import type { Asked, OpenQuestion } from "./asked.js";
import type { AskingParts } from "./asking-parts.js";
import { Waits } from "./waits.js";

export interface QuestionWaitsOptions {
  readonly parts: ServerParts;
  readonly call: Call;
  readonly run: () => Run<Asked>;
  readonly fail: (error: unknown) => void;
}

/** The waits of one execution. */
export class QuestionWaits {
  readonly #options: QuestionWaitsOptions;
  readonly #waits: Waits;
  /** The elicitations that the responder was asked for. */
  readonly #asked = new Map<OpenQuestion, string>();

  constructor(options: QuestionWaitsOptions) {
    this.#options = options;
    const { call, parts } = options;
    this.#waits = new Waits((isWaiting) => {
      call.limit?.pause(isWaiting);
      if (!isWaiting) parts.asking.parked.leave(whose(call));
    });
  }

  /** Begins to wait; false when too many wait already, and the question has its answer. */
  begin(ask: OpenQuestion): boolean {
    const { call, parts } = this.#options;
    if (this.#waits.isEmpty && !parts.asking.parked.enter(whose(call))) {
      ask.settle({ action: "unavailable", reason: "limited" });
      return false;
    }
    this.#waits.begin(ask);
    return true;
  }

  onEnd(ask: OpenQuestion, stop: () => void): void {
    this.#waits.onEnd(ask, stop);
  }

  /** Ends the question when its own signal aborts. */
  untilSignal(ask: OpenQuestion): void {
    const { signal } = ask.spec.options;
    if (signal === undefined) return;
    const stop = (): void => ask.settle({ action: "cancel", reason: "withdrawn" });
    if (signal.aborted) return stop();
    signal.addEventListener("abort", stop, { once: true });
    this.#waits.onEnd(ask, () => signal.removeEventListener("abort", stop));
  }

  /** Ends the question at its deadline. */
  untilDeadline(ask: OpenQuestion): void {
    if (ask.expiresAt === undefined) return;
    const { clock, wheel } = this.#options.parts;
    const timer = wheel.schedule(Math.max(ask.expiresAt - clock.now(), 0), () =>
      ask.settle(ask.spec.onTimeout),
    );
    this.#waits.onEnd(ask, () => timer.cancel());
  }

  /** Takes the answer from outside: from the responder, or when the page is completed. */
  fromOutside(
    ask: OpenQuestion,
    id: string,
    usesResponder: boolean,
    onAnswer?: (answer: Answer<unknown>) => void,
  ): void {
    const { parts, call, run, fail } = this.#options;
    const { asking, clock } = parts;
    const expiresAt = Math.max(clock.now() + asking.options.stateTtlMs, ask.expiresAt ?? 0);
    if (usesResponder) this.#asked.set(ask, id);
    const known = { schema: ask.spec.contentSchema, expiresAt };
    void recover(
      () =>
        andThen(asking.outside.open(id, known), () => {
          if (!ask.isOpen) return;
          this.#waits.onEnd(
            ask,
            asking.outside.wait(id, (answer) => {
              if (ask.isOpen) onAnswer?.(answer);
              ask.settle(answer);
            }),
          );
          if (!usesResponder || !ask.isOpen) return;
          const { key } = ask;
          const about = { id, key, expiresAt: ask.expiresAt, asker: askerOf(asking, call, run().id) };
          const elicitation = ask.spec.elicitation?.(about);
          const group = `${run().id}.${run().round}`;
          if (elicitation) asking.responderAsks?.begin(elicitation, group, expiresAt);
        }),
      fail,
    );
  }

  /** The question waits no longer; nobody else need answer it. */
  end(ask: OpenQuestion, reason: string): void {
    const id = this.#asked.get(ask);
    this.#asked.delete(ask);
    this.#waits.end(ask);
    if (id !== undefined) this.#options.parts.asking.responderAsks?.withdraw(id, reason);
  }

  /** The execution waits no longer, but the question stays open. */
  leave(ask: OpenQuestion): void {
    this.#asked.delete(ask);
    this.#waits.end(ask);
  }
}

/** For whom runs are counted: the principal, or the session where nobody is signed in. */
const whose = ({ access, sessionId }: Call): string =>
  access.principal === undefined ? `session ${sessionId ?? ""}` : `principal ${access.principal.id}`;

const askerOf = (asking: AskingParts, call: Call, runId: string) => ({
  server: asking.serverName,
  method: call.method,
  target: targetOf(call),
  client: call.client.info?.title ?? call.client.name,
  principalId: call.access.principal?.id,
  runId,
});
