// What the executions of both eras have in common: the waits for answers, and the ways to end.

import { type MaybePromise, recover } from "../../core/maybe-promise.js";
import type { Entry } from "../../replay/journal.js";
import type { Run } from "../../replay/run.js";
import type { RunHost } from "../../replay/run-host.js";
import type { Call } from "../call/call.js";
import type { Execution } from "../call/execution.js";
import type { ServerParts } from "../parts.js";
import type { Asked, OpenQuestion } from "./asked.js";
import { QuestionWaits } from "./question-waits.js";

export abstract class CallExecution implements Execution, RunHost<Asked> {
  abstract readonly run: Run<Asked>;
  protected readonly parts: ServerParts;
  protected readonly call: Call;
  protected readonly waits: QuestionWaits;

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

  abstract begin(ask: OpenQuestion): void;
  abstract still(): void;
  abstract consume(): ReturnType<RunHost<Asked>["consume"]>;
  abstract keep(name: string, entry: Entry): MaybePromise<void>;
  abstract refused(key: string, attempt: number): MaybePromise<number>;
  abstract recall(name: string): MaybePromise<Entry | undefined>;

  /** Ends the round although nothing is asked, so that the handler runs anew in the next; absent where there is none. */
  nextRound?(): void;

  end(ask: OpenQuestion): void {
    this.waits.end(ask, "answered");
  }

  warn(message: string, fields: Readonly<Record<string, unknown>>): void {
    this.parts.logger.warn(message, { ...fields, method: this.call.method });
  }

  fail(error: unknown): void {
    if (this.call.endRun !== undefined) return this.call.endRun({ error });
    // The handler has not even returned its promise.
    queueMicrotask(() => this.call.endRun?.({ error }));
  }

  finish(): MaybePromise<void> {
    if (this.#stop("the call is over") > 0)
      this.warn("A handler returned before its questions were answered.", {});
    return this.cleanUp();
  }

  abandon(): void {
    this.#stop("the call was cancelled");
    void this.cleanUp();
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
    return this.run.deferred.run((error) => this.parts.logger.error("Deferred clean-up failed.", { error }));
  }

  /** Does what must be done for the run to go on; no round ends before. */
  protected attempt(work: () => MaybePromise<void>): void {
    this.run.during(recover(work, (error) => this.fail(error)));
  }
}
