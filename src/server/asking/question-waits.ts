// The waits that both eras share: a question's own signal and deadline, and answers from outside the client.

import type { Answer } from "../../core/elicitation/answer.js";
import { andThen, type MaybePromise, recover } from "../../core/maybe-promise.js";
import type { Run } from "../../replay/run.js";
import type { Call } from "../call/call.js";
import { targetOf } from "../call/target.js";
import type { ServerParts } from "../parts.js";
import type { Asked, OpenQuestion } from "./asked.js";
import type { AskingParts } from "./asking-parts.js";
import { Waits } from "./waits.js";

/** What the waits are for. */
interface WaitingExecution {
  readonly run: Run<Asked>;
  fail(error: unknown): void;
}

/** Who may answer from outside. */
export interface OutsideWay {
  readonly usesResponder: boolean;
  /** True when the client is not asked. */
  readonly onlyResponder: boolean;
}

/** The waits of one execution. */
export class QuestionWaits {
  readonly #parts: ServerParts;
  readonly #call: Call;
  readonly #execution: WaitingExecution;
  readonly #waits: Waits;
  #isParked = false;
  /** The elicitations that the responder was asked for. */
  #asked: Map<OpenQuestion, string> | undefined;

  constructor(parts: ServerParts, call: Call, execution: WaitingExecution) {
    this.#parts = parts;
    this.#call = call;
    this.#execution = execution;
    this.#waits = new Waits((isWaiting) => {
      call.isWaiting = isWaiting;
      call.limit?.pause(isWaiting);
      if (!isWaiting) this.#unpark();
    });
  }

  begin(ask: OpenQuestion): void {
    this.#waits.begin(ask);
  }

  /** Counts the execution among those that stay until somebody answers; false when there are too many already. */
  park(): boolean {
    this.#isParked ||= this.#parts.asking.parked.enter(whose(this.#call));
    return this.#isParked;
  }

  #unpark(): void {
    if (this.#isParked) this.#parts.asking.parked.leave(whose(this.#call));
    this.#isParked = false;
  }

  onEnd(ask: OpenQuestion, stop: () => void): void {
    this.#waits.onEnd(ask, stop);
  }

  /** Ends the question when its own signal aborts. */
  untilSignal(ask: OpenQuestion): void {
    const { signal } = ask.spec.options;
    if (signal === undefined) return;
    const stop = (): void => ask.settle(ask.spec.withdrawn);
    if (signal.aborted) return stop();
    signal.addEventListener("abort", stop, { once: true });
    this.#waits.onEnd(ask, () => signal.removeEventListener("abort", stop));
  }

  /** Ends the question at its deadline. */
  untilDeadline(ask: OpenQuestion): void {
    if (ask.expiresAt === undefined) return;
    const { clock, wheel } = this.#parts;
    const timer = wheel.schedule(Math.max(ask.expiresAt - clock.now(), 0), () =>
      ask.settle(ask.spec.onTimeout),
    );
    this.#waits.onEnd(ask, () => timer.cancel());
  }

  /**
   * Takes the answer from outside: from the responder, or when the page is completed. Gives when the elicitation is
   * known to those who may settle it; no round ends before.
   */
  fromOutside(
    ask: OpenQuestion,
    id: string,
    { usesResponder, onlyResponder }: OutsideWay,
    onAnswer?: (answer: Answer<unknown>) => void,
  ): MaybePromise<void> {
    const call = this.#call;
    const { run } = this.#execution;
    const { asking, clock } = this.#parts;
    // A modern question lives as long as its state, a legacy one as long as its call.
    const lifeMs = call.revision.era === "modern" ? asking.options.stateTtlMs : LONG_MS;
    const expiresAt = Math.max(clock.now() + lifeMs, ask.expiresAt ?? 0);
    if (usesResponder) {
      this.#asked ??= new Map();
      this.#asked.set(ask, id);
    }
    const known = {
      isPage: ask.spec.feature === "url",
      digest: ask.digest,
      schema: ask.spec.contentSchema,
      expiresAt,
    };
    const hear = (answer: Answer<unknown>): void => {
      if (ask.isOpen) onAnswer?.(answer);
      ask.settle(answer);
    };
    const wait = (): void => {
      if (!ask.isOpen) return;
      this.#waits.onEnd(ask, asking.outside.wait(id, hear));
      if (!usesResponder || !ask.isOpen) return;
      const { key, problems } = ask;
      const about = { id, key, problems, expiresAt: ask.expiresAt, asker: askerOf(asking, call, run.id) };
      const elicitation = ask.spec.elicitation?.(about);
      const group = `${run.id}.${run.round}`;
      if (elicitation === undefined) return;
      const isAsked = asking.responderAsks?.begin(elicitation, {
        group,
        expiresAt,
        whose: whose(call),
        isCompletedOutside: ask.spec.isCompletedOutside,
      });
      // With the client asked too, it is the client's to answer.
      if (!isAsked && onlyResponder) ask.settle(ask.spec.limited);
    };
    const opened = recover(
      () =>
        andThen(asking.outside.open(id, known), () =>
          // It may have been settled since the last round.
          andThen(asking.outside.find(id), (found) => (found?.answer ? hear(found.answer) : wait())),
        ),
      (error) => this.#execution.fail(error),
    );
    run.during(opened);
    return opened;
  }

  /** The question waits no longer; nobody else need answer it. */
  end(ask: OpenQuestion, reason: string): void {
    const id = this.#asked?.get(ask);
    this.#asked?.delete(ask);
    this.#waits.end(ask);
    if (id !== undefined) this.#parts.asking.responderAsks?.withdraw(id, reason);
  }

  /** The execution waits no longer, but the question stays open. */
  leave(ask: OpenQuestion): void {
    this.#asked?.delete(ask);
    this.#waits.end(ask);
  }
}

/** Longer than any call. */
const LONG_MS = 10 * 365 * 24 * 60 * 60_000;

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
