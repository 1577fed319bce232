// What the executions of both eras have in common: the waits for answers, and the ways to end.

import { ANSWERED_ELSEWHERE } from "../../core/elicitation/responder.js";
import { andThen, type MaybePromise, recover } from "../../core/maybe-promise.js";
import type { PendingAsk } from "../../replay/ask.js";
import type { Entry } from "../../replay/journal.js";
import type { Run } from "../../replay/run.js";
import type { RunHost } from "../../replay/run-host.js";
import type { Call } from "../call/call.js";
import type { Execution } from "../call/execution.js";
import type { Outcome } from "../call/outcome.js";
import type { ServerParts } from "../parts.js";
import type { Asked, OpenQuestion } from "./asked.js";
import { QuestionWaits } from "./question-waits.js";
import { RunSecrets } from "./run-secrets.js";
import { Unasked } from "./unasked.js";

export abstract class CallExecution implements Execution, RunHost<Asked> {
  abstract readonly run: Run<Asked>;
  protected readonly parts: ServerParts;
  protected readonly call: Call;
  protected readonly waits: QuestionWaits;
  #secrets: RunSecrets | undefined;
  #unasked: Unasked | undefined;

  constructor(parts: ServerParts, call: Call) {
    this.parts = parts;
    this.call = call;
    this.waits = new QuestionWaits(parts, call, this);
  }

  get spentMs(): number {
    return 0;
  }

  get firstTraceparent(): string | undefined {
    return undefined;
  }

  /** The elicitation whose page an earlier execution may have put up for a question. */
  protected abstract pageOf(pending: PendingAsk): string | undefined;

  /** Until when the same request may come again and go on with what is asked; `undefined` when it cannot. */
  protected abstract comesAgainUntil(hasFailed: boolean): number | undefined;

  abstract admit(key: string, digest: string): void;
  abstract begin(ask: OpenQuestion): void;
  abstract still(): void;
  abstract awaits(unasked: readonly PendingAsk[]): boolean;
  abstract consume(): ReturnType<RunHost<Asked>["consume"]>;
  abstract keep(name: string, entry: Entry): MaybePromise<void>;
  abstract refused(key: string, attempt: number): MaybePromise<number>;
  abstract recall(name: string): MaybePromise<Entry | undefined>;

  /** Throws when the run went on from here with other answers. */
  abstract requireCurrent(): MaybePromise<void>;

  /** Ends the round although nothing is asked, so that the handler runs anew in the next; absent where there is none. */
  nextRound?(): void;

  end(ask: OpenQuestion): void {
    this.waits.end(ask, ANSWERED_ELSEWHERE);
  }

  warn(message: string, fields: Readonly<Record<string, unknown>>): void {
    this.parts.logger.warn(message, { ...fields, method: this.call.method });
  }

  fail(error: unknown): void {
    if (this.call.ending !== undefined) return this.call.ending.end({ error });
    // The handler has not even returned its promise.
    queueMicrotask(() => this.call.ending?.end({ error }));
  }

  /** The secrets that the handler has had to do with. */
  get secrets(): RunSecrets {
    this.#secrets ??= new RunSecrets(this.parts.asking.secrets, this.parts.logger, () =>
      this.requireCurrent(),
    );
    return this.#secrets;
  }

  /** Settles a question that nobody can be asked. */
  protected nobody(ask: OpenQuestion): void {
    this.#unasked ??= new Unasked();
    const hasPages = this.parts.asking.hosted !== undefined;
    this.#unasked.note(ask, hasPages);
    if (!hasPages && ask.spec.ownFields !== undefined && ask.spec.ownFields.size > 0)
      this.parts.asking.onNoPages();
    ask.settle(ask.spec.nobody);
  }

  toResult(outcome: Outcome): Outcome {
    for (const key of this.run.unused)
      this.warn("A question that was answered is asked no more: it was reworded or taken out.", { key });
    return this.#unasked === undefined ? outcome : this.#unasked.beside(outcome);
  }

  finish(): MaybePromise<void> {
    this.takeDownUnasked();
    if (this.#stop("the call is over") > 0)
      this.warn("A handler returned before its questions were answered.", {});
    const secrets = this.#secrets;
    return secrets === undefined ? this.cleanUp() : andThen(this.cleanUp(), () => secrets.forget());
  }

  /**
   * Takes down the hosted pages of questions that earlier executions asked and this one does not, whichever node put
   * them up. An application's own page is its own business.
   */
  protected takeDownUnasked(): void {
    if (this.parts.asking.hosted === undefined) return;
    for (const pending of this.run.unasked) {
      const id = this.pageOf(pending);
      if (id !== undefined) this.waits.takeDown(id, "no longer asked");
    }
  }

  abandon(hasFailed = false): void {
    const until = this.comesAgainUntil(hasFailed);
    for (const ask of this.leave()) {
      if (until === undefined) this.takeBack(ask, hasFailed);
      else this.waits.leaveUntil(ask, until);
    }
    void this.cleanUp();
    void this.#letSecretsGo();
  }

  /** A question whose call will not come again is nobody's to answer. */
  protected takeBack(ask: OpenQuestion, _hasFailed: boolean): void {
    this.waits.end(ask, "the call was cancelled");
  }

  /** A session's call that is cancelled is over. In the modern era it may be a connection that broke, and come again. */
  #letSecretsGo(): MaybePromise<void> {
    if (this.call.revision.era === "legacy" && this.call.over) return this.#secrets?.forget();
    if (!this.parts.stopping.begun) return this.#secrets?.fade();
  }

  /** Ends the execution; gives how many questions were open. */
  #stop(reason: string): number {
    const open = this.leave();
    for (const ask of open) this.waits.end(ask, reason);
    return open.length;
  }

  /** Ends the execution, and gives the questions that were open. */
  protected leave(): readonly OpenQuestion[] {
    const open = this.run.end();
    this.call.letGo();
    return open;
  }

  protected cleanUp(): MaybePromise<void> {
    return this.run.cleanUp();
  }

  cleanUpFailed(error: unknown): void {
    this.parts.logger.error("Deferred clean-up failed.", { error });
  }

  /** Does what must be done for the run to go on; no round ends before. */
  attempt(work: () => MaybePromise<void>): void {
    this.run.during(recover(work, (error) => this.fail(error)));
  }
}
