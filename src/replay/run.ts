// A run: one execution of a handler that may ask, together with what earlier executions of it learned.
//
// Promises of an execution that is over never settle: whatever would have come after them does not happen,
// and what they hold is collected.

import type { MaybePromise } from "../core/maybe-promise.js";
import { Activity, never } from "./activity.js";
import type { AskSpec, OpenAsk, PendingAsk } from "./ask.js";
import { type AskKeys, isTaken, nextKey, severalKeys } from "./ask-keys.js";
import { Deferred } from "./deferred.js";
import { findByKey, NONE, withOne, without } from "./few-list.js";
import { entryName, Journal } from "./journal.js";
import { jsonCopy } from "./json-round-trip.js";
import { keptAnswer, takeHeldAnswer, unusedAnswers } from "./kept-answers.js";
import { afterEnd, refuseInStep } from "./out-of-place.js";
import { type Posed, PosedAsk } from "./posed-ask.js";
import { RunAnswers } from "./run-answers.js";
import type { RunHost } from "./run-host.js";
import type { RunStart, RunTools } from "./run-start.js";
import { RunSteps, type Step, type StepInfo } from "./run-steps.js";
import { RunValues } from "./run-values.js";

export class Run<S extends AskSpec<unknown> = AskSpec<unknown>> {
  readonly id: string;
  readonly round: number;
  readonly #tools: RunTools;
  readonly #host: RunHost<S>;
  readonly #activity: Activity;
  /** Questions of the last round that this execution has not come to yet. */
  #unasked: readonly PendingAsk[];
  #open: readonly PosedAsk<S>[] = NONE;
  #keys: AskKeys;
  #journal: Journal | undefined;
  /** Absent until there is one. */
  #answers: RunAnswers<S> | undefined;
  // Most runs never need these.
  #steps: RunSteps | undefined;
  #values: RunValues | undefined;
  #deferred: Deferred | undefined;
  #isCleanedUp = false;
  #isBeyond = false;

  constructor(start: RunStart, host: RunHost<S>) {
    this.id = start.id;
    this.round = start.round;
    this.#journal = start.journal;
    this.#tools = start.tools;
    this.#host = host;
    this.#activity = new Activity(start.hasRounds ? this : undefined);
    this.#unasked = start.pending ?? NONE;
  }

  /** What the run has learned. */
  get journal(): Journal {
    this.#journal ??= new Journal();
    return this.#journal;
  }

  /** What is the same in every execution: times, random numbers, what the client can do. */
  get values(): RunValues {
    this.#values ??= new RunValues(this.journal);
    return this.#values;
  }

  /** At most how many bytes of the journal are values that this execution added. */
  get valueBytes(): number {
    return this.#values?.bytes ?? 0;
  }

  /** Has `work` run when the execution ends; at once when it has ended. */
  defer(work: () => MaybePromise<void>): void {
    this.#deferred ??= new Deferred();
    // What it asks would wait for ever, and the call for it.
    this.#deferred.add(() => this.#tools.stepScope.run({ run: this, key: undefined }, work));
    if (this.#isCleanedUp) void this.cleanUp();
  }

  /** Runs what was deferred, each once. */
  cleanUp(): MaybePromise<void> {
    this.#isCleanedUp = true;
    return this.#deferred?.run((error) => this.#host.cleanUpFailed(error));
  }

  /** True while the handler goes through what earlier executions went through. */
  get replaying(): boolean {
    return !this.#isBeyond && ((this.#journal?.unread ?? 0) > 0 || this.#unasked.length > 0);
  }

  /** True once new answers were used, or none could have been before. */
  get isConsumed(): boolean {
    return this.#answers?.isConsumed ?? this.round === 1;
  }

  /** True once the handler asked for something. */
  get hasAsked(): boolean {
    return this.#keys !== undefined;
  }

  get isOver(): boolean {
    return this.#activity.isOver;
  }

  /** What comes of something that is asked or begun now, if the execution is over; `undefined` if it is not. */
  tooLate(what: string): Promise<never> | undefined {
    return this.isOver ? afterEnd(this, this.#tools.stepScope, what) : undefined;
  }

  /** True while a step runs or an answer is being read. */
  get isBusy(): boolean {
    return this.#activity.isBusy;
  }

  /** The questions without an answer. */
  get open(): readonly OpenAsk<S>[] {
    return this.#open;
  }

  /** The questions of the last round that this execution did not ask. */
  get unasked(): readonly PendingAsk[] {
    return this.#unasked;
  }

  /** Asks; the promise settles with what `spec.read` makes of the answer, or never. */
  ask<T>(spec: S & AskSpec<T>): Promise<T> {
    try {
      const late = this.tooLate("ask");
      if (late !== undefined) return late;
      const { pin, stepScope } = this.#tools;
      refuseInStep(this, stepScope, "ask");
      const digest = pin(spec.rendered);
      const key = this.#keyOf(spec, digest);
      // What `read` gives is what the promise is typed with.
      const answer = this.#answerOf({ key, digest, spec }) as Promise<T>;
      this.#tools.watch?.asked(key, spec.label, answer);
      return answer;
    } catch (error) {
      return Promise.reject(error);
    }
  }

  #keyOf(spec: AskSpec<unknown>, digest: string): string {
    if (this.#keys === undefined && spec.key === undefined) {
      this.#keys = digest;
      return digest;
    }
    const several = severalKeys(this.#keys);
    this.#keys = several;
    return nextKey(several, spec, digest);
  }

  #answerOf(posed: Posed<S>): Promise<unknown> {
    const kept = keptAnswer(this.#journal, this.#host, posed);
    return kept === undefined ? this.#pose(posed) : this.#replayed(posed, kept.answer);
  }

  async #replayed(posed: Posed<S>, answer: unknown): Promise<unknown> {
    const { key, spec } = posed;
    const read = await this.#readAgain(spec, answer);
    if (read === undefined) return never();
    if ("value" in read) return this.isOver ? never() : read.value;
    this.#host.warn("A kept answer does not pass any more, so the question is asked again.", { key });
    return this.#pose(posed);
  }

  /** Reads a kept answer; `undefined` when that failed, and the run with it. */
  async #readAgain(spec: S, answer: unknown): Promise<Awaited<ReturnType<S["read"]>> | undefined> {
    try {
      // What is read is what `read` gives.
      const read = spec.read(jsonCopy(answer)) as ReturnType<S["read"]>;
      // What the handler asks when it has this answer belongs to this round.
      this.during(read);
      return await read;
    } catch (error) {
      this.#host.fail(error);
      return undefined;
    }
  }

  #pose({ key, digest, spec }: Posed<S>): Promise<unknown> {
    if (this.isOver) return never();
    const waiting = findByKey(this.#unasked, key);
    const pending = waiting?.digest === digest ? waiting : undefined;
    const held = takeHeldAnswer(this.#journal, this.#host, key, digest);
    if (pending !== undefined) this.#unasked = without(this.#unasked, pending);
    else if (held === undefined) {
      this.#host.admit(key, digest);
      this.#isBeyond = true;
    }
    if (waiting !== undefined && pending === undefined)
      this.#host.warn("A question was reworded while it was open, so it is asked again.", { key });
    const expiresAt =
      pending === undefined && spec.timeoutMs !== undefined
        ? this.#tools.clock.now() + spec.timeoutMs
        : pending?.expiresAt;
    return new Promise((resolve) => {
      const ask = new PosedAsk(this, { key, digest, spec }, pending, expiresAt, resolve);
      this.#open = withOne(this.#open, ask);
      this.#activity.move();
      if (held === undefined) this.#host.begin(ask);
      else this.#beginAnswers(ask).takeHeld(ask, held);
    });
  }

  /** Takes an answer for a question. */
  answered(ask: PosedAsk<S>, answer: unknown): void {
    this.#beginAnswers(ask).take(ask, answer);
  }

  #beginAnswers(ask: PosedAsk<S>): RunAnswers<S> {
    ask.close();
    this.#open = without(this.#open, ask);
    this.#answers ??= new RunAnswers(this, this.#host, this.#activity);
    return this.#answers;
  }

  /** Has a question wait for another answer. */
  askAgain(ask: PosedAsk<S>): void {
    ask.reopen(this);
    this.#open = withOne(this.#open, ask);
    this.#host.begin(ask);
  }

  /** Runs `work` once per run; later executions get what it gave. */
  step(key: string, signal: () => AbortSignal, work: (info: StepInfo) => unknown): Promise<unknown> {
    return this.tooLate(`begin the step ${key}`) ?? this.#beginStep({ key, signal, work });
  }

  async #beginStep(step: Step): Promise<unknown> {
    refuseInStep(this, this.#tools.stepScope, `begin the step ${step.key}`);
    this.#steps ??= this.#createSteps();
    return this.#steps.run(step);
  }

  #createSteps(): RunSteps {
    const { stepScope, watch } = this.#tools;
    return new RunSteps({
      run: this,
      journal: this.journal,
      values: this.values,
      activity: this.#activity,
      scope: stepScope,
      watch,
      keep: (name, entry) => this.#host.keep(name, entry),
      recall: (name) => this.#host.recall(name),
      onNew: () => {
        this.#isBeyond = true;
      },
    });
  }

  /** Settles when the steps that were begun have ended: what they gave is kept then. */
  get steps(): Promise<unknown> | undefined {
    return this.#steps?.ended;
  }

  /** True when an earlier execution had an answer under this key. */
  knows(key: string): boolean {
    return this.#journal?.has(entryName("ask", key)) === true;
  }

  /** The keys of answers that this execution did not ask for, as far as the run made those keys of the questions. */
  get unused(): readonly string[] {
    return unusedAnswers(this.#journal);
  }

  /** No round ends while this is under way. */
  during(work: MaybePromise<unknown>): void {
    this.#activity.during(work);
  }

  /** Ends the execution: nothing of it happens any more. Answers that passed but were not used are held in the journal. */
  end(): readonly OpenAsk<S>[] {
    if (this.isOver) return [];
    this.#activity.isOver = true;
    this.#answers?.end();
    const open = this.#open;
    this.#open = NONE;
    for (const ask of open) ask.close();
    return open;
  }

  still(): void {
    const answers = this.#answers;
    if (answers?.isReady) {
      if (!answers.isConsumed && this.#unasked.length > 0 && this.#awaitsMore()) return;
      return answers.release();
    }
    if (this.#open.length > 0) this.#host.still();
  }

  /** A question that was reworded under its key is one that the handler came to. */
  #awaitsMore(): boolean {
    return this.#host.awaits(this.#unasked.filter(({ key }) => !isTaken(this.#keys, key)));
  }
}
