// A run: one execution of a handler that may ask, together with what earlier executions of it learned.
//
// Promises of an execution that is over never settle: whatever would have come after them does not happen,
// and what they hold is collected.

import type { Clock } from "../core/clock.js";
import { BeckonError } from "../core/errors.js";
import { andThen, isPromise, type MaybePromise, recover } from "../core/maybe-promise.js";
import type { Problem } from "../core/problem.js";
import { quote } from "../core/quote.js";
import { Activity, never } from "./activity.js";
import type { AskSpec, OpenAsk, PendingAsk } from "./ask.js";
import { Deferred } from "./deferred.js";
import { type Entry, entryName, Journal } from "./journal.js";
import { jsonCopy } from "./json-round-trip.js";
import { Occurrences } from "./occurrences.js";
import type { Pin } from "./pins.js";
import { type Posed, PosedAsk } from "./posed-ask.js";
import type { RunHost } from "./run-host.js";
import { RunSteps, type StepInfo } from "./run-steps.js";
import { RunValues } from "./run-values.js";
import type { RunWatch } from "./run-watch.js";
import { toStepFailure } from "./step-error.js";
import type { StepScope } from "./step-scope.js";

/** How an execution begins. */
export interface RunStart {
  readonly id: string;
  /** Which exchange this is, from 1. */
  readonly round: number;
  /** What earlier executions learned. */
  readonly journal: Journal | undefined;
  /** The questions that were open when the last execution ended. */
  readonly pending: readonly PendingAsk[] | undefined;
  /** False where there is but one exchange: then nobody waits for it to end. */
  readonly hasRounds: boolean;
  readonly tools: RunTools;
}

/** What all runs of a server share. */
export interface RunTools {
  readonly stepScope: StepScope;
  readonly pin: Pin;
  readonly watch: RunWatch | undefined;
  readonly clock: Clock;
}

const NONE: readonly never[] = [];

/** How often a question is asked again after an invalid answer. */
const MOST_ATTEMPTS = 3;

export class Run<S extends AskSpec<unknown> = AskSpec<unknown>> {
  readonly id: string;
  readonly round: number;
  readonly #tools: RunTools;
  readonly #host: RunHost<S>;
  readonly #activity: Activity;
  /** Questions of the last round that this execution has not come to yet. */
  #unasked: readonly PendingAsk[];
  // Lists, since there are few of them. Those that are empty are all the same one.
  #open: readonly PosedAsk<S>[] = NONE;
  /** Questions whose answers passed and wait for the others of their round. */
  #ready: readonly PosedAsk<S>[] = NONE;
  /** The digest of the first question, as long as that is its key and there is no other. */
  #onlyKey: string | undefined;
  /** The keys of the questions so far. */
  #keys: Occurrences | undefined;
  #journal: Journal | undefined;
  // Most runs never need these.
  #steps: RunSteps | undefined;
  #values: RunValues | undefined;
  #deferred: Deferred | undefined;
  #isCleanedUp = false;
  #isConsumed: boolean;
  #isConsuming = false;
  #isBeyond = false;
  /** Answers that are being read. */
  #reading = 0;

  constructor(start: RunStart, host: RunHost<S>) {
    this.id = start.id;
    this.round = start.round;
    this.#journal = start.journal;
    this.#tools = start.tools;
    this.#host = host;
    this.#activity = new Activity(start.hasRounds ? this : undefined);
    this.#unasked = start.pending ?? NONE;
    this.#isConsumed = start.round === 1;
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

  /** Has `work` run when the execution ends; at once when it has ended. */
  defer(work: () => MaybePromise<void>): void {
    this.#deferred ??= new Deferred();
    this.#deferred.add(work);
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
    return this.#isConsumed;
  }

  /** True once the handler asked for something. */
  get hasAsked(): boolean {
    return this.#onlyKey !== undefined || this.#keys !== undefined;
  }

  get isOver(): boolean {
    return this.#activity.isOver;
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
    if (this.isOver) return never();
    try {
      this.#refuseInStep("ask");
      const { pin } = this.#tools;
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

  #keyOf({ key, label }: AskSpec<unknown>, digest: string): string {
    if (key === undefined && !this.hasAsked) {
      this.#onlyKey = digest;
      return digest;
    }
    this.#keys ??= new Occurrences();
    if (this.#onlyKey !== undefined) this.#keys.name(this.#onlyKey);
    this.#onlyKey = undefined;
    const name = key ?? this.#keys.name(digest);
    // The first of its name is counted already.
    if (key === undefined && name === digest) return name;
    if (this.#keys.has(name))
      throw new BeckonError(
        "duplicate-key",
        `Two questions of one run have the key ${name}; the second is ${quote(label)}. Give each its own.`,
      );
    this.#keys.set(name, 1);
    return name;
  }

  #answerOf(posed: Posed<S>): Promise<unknown> {
    const { key, digest } = posed;
    const kept = this.#journal?.read(entryName("ask", key));
    // Nothing else keeps an answer from being kept.
    if (kept !== undefined && "failure" in kept)
      throw new BeckonError("state-too-large", kept.failure.message);
    if (kept !== undefined && "digest" in kept) {
      if (kept.digest === digest) return this.#replayed(posed, kept.answer);
      this.#host.warn("A question was reworded, so it is asked again.", { key });
    }
    return this.#pose(posed);
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
      return (await spec.read(jsonCopy(answer))) as Awaited<ReturnType<S["read"]>>;
    } catch (error) {
      this.#host.fail(error);
      return undefined;
    }
  }

  #pose({ key, digest, spec }: Posed<S>): Promise<unknown> {
    if (this.isOver) return never();
    const waiting = findByKey(this.#unasked, key);
    const pending = waiting?.digest === digest ? waiting : undefined;
    if (pending !== undefined) this.#unasked = without(this.#unasked, pending);
    else this.#isBeyond = true;
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
      this.#host.begin(ask);
    });
  }

  /** Takes an answer for a question. */
  answered(ask: PosedAsk<S>, answer: unknown): void {
    ask.close();
    this.#open = without(this.#open, ask);
    let read: ReturnType<S["read"]>;
    try {
      // What is read is what `read` gives.
      read = ask.spec.read(jsonCopy(answer)) as ReturnType<S["read"]>;
    } catch (error) {
      // A check that cannot be made says nothing about the answer.
      return this.#host.fail(error);
    }
    if (!isPromise(read)) return this.#take(ask, answer, read);
    const done = this.#beginReading();
    void read.then(
      (given) => {
        done();
        this.#take(ask, answer, given);
      },
      (error: unknown) => {
        done();
        this.#host.fail(error);
      },
    );
  }

  #take(ask: PosedAsk<S>, answer: unknown, read: Awaited<ReturnType<AskSpec<unknown>["read"]>>): void {
    if (this.isOver) return;
    this.#activity.move();
    if (!("value" in read)) return this.#refuse(ask, read.problems);
    ask.passed = { answer, value: read.value };
    this.#host.end(ask);
    this.#ready = withOne(this.#ready, ask);
    if (this.#isConsumed || (this.#unasked.length === 0 && this.#isComplete)) this.#release();
  }

  /** Asks again after an invalid answer, unless that happened too often. */
  #refuse(ask: PosedAsk<S>, problems: readonly Problem[]): void {
    // Until it is counted, it is an answer that is being read: the others of its round wait for it.
    const done = this.#beginReading();
    void recover(
      () =>
        andThen(this.#host.refused(ask.key, ask.attempt + 1), (attempt) => {
          done();
          if (this.isOver) return;
          ask.attempt = attempt;
          ask.problems = problems;
          if (attempt > MOST_ATTEMPTS) return this.answered(ask, ask.spec.onInvalid);
          ask.reopen(this);
          this.#open = withOne(this.#open, ask);
          this.#host.begin(ask);
        }),
      (error) => {
        done();
        this.#host.fail(error);
      },
    );
  }

  #beginReading(): () => void {
    this.#activity.begin();
    this.#reading += 1;
    return () => {
      this.#reading -= 1;
      this.#activity.end();
    };
  }

  /** True when no answer to a question of the last round is missing or being read. New questions cannot have any. */
  get #isComplete(): boolean {
    return this.#reading === 0 && !this.#open.some(({ isPending }) => isPending);
  }

  /** Lets the handler have the answers that passed. */
  #release(): void {
    if (this.#isConsuming || this.#ready.length === 0) return;
    if (this.#isConsumed) return this.#deliver();
    this.#isConsuming = true;
    this.#activity.begin();
    void recover(
      () =>
        andThen(this.#host.consume(), (outcome) => {
          this.#isConsuming = false;
          this.#activity.end();
          if (outcome === "refused" || this.isOver) return;
          this.#isConsumed = true;
          this.#deliver();
        }),
      (error) => this.#host.fail(error),
    );
  }

  #deliver(): void {
    const ready = this.#ready;
    this.#ready = NONE;
    for (const ask of ready) {
      if (ask.passed === undefined) continue;
      this.#activity.begin();
      const name = entryName("ask", ask.key);
      const failed = (error: unknown): void => {
        this.#fail(name, error);
        if (this.#isDelivered()) ask.resolve(Promise.reject(error));
      };
      try {
        const recorded = this.#record(name, { digest: ask.digest, answer: ask.passed.answer });
        if (isPromise(recorded)) recorded.then(() => this.#resolve(ask)).catch(failed);
        else this.#resolve(ask);
      } catch (error) {
        failed(error);
      }
    }
  }

  #resolve(ask: PosedAsk<S>): void {
    if (this.#isDelivered()) ask.resolve(ask.passed?.value);
  }

  /** True when the handler is still there to be given something. */
  #isDelivered(): boolean {
    this.#activity.end();
    return !this.isOver;
  }

  #record(name: string, entry: Entry): MaybePromise<void> {
    const kept = this.#host.keep(name, entry);
    if (isPromise(kept)) return kept.then(() => this.journal.write(name, entry));
    this.journal.write(name, entry);
  }

  /** Writes down that something could not be kept, so that every execution hears the same. */
  #fail(name: string, error: unknown): Entry {
    const entry = { failure: toStepFailure(error) };
    this.journal.write(name, entry);
    return entry;
  }

  /** Runs `work` once per run; later executions get what it gave. */
  async step(key: string, signal: () => AbortSignal, work: (info: StepInfo) => unknown): Promise<unknown> {
    if (this.isOver) return never();
    this.#refuseInStep(`begin the step ${key}`);
    this.#steps ??= this.#createSteps();
    return this.#steps.run({ key, signal, work });
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

  /** No round ends while this is under way. */
  during(work: MaybePromise<void>): void {
    if (!isPromise(work)) return;
    this.#activity.begin();
    const done = (): void => {
      this.#activity.end();
      this.#activity.move();
    };
    work.then(done, done);
  }

  /** Ends the execution: nothing of it happens any more. Answers that passed but were not used stay in the journal. */
  end(): readonly OpenAsk<S>[] {
    if (this.isOver) return [];
    this.#activity.isOver = true;
    for (const { key, digest, passed } of this.#ready)
      if (passed) this.journal.write(entryName("ask", key), { digest, answer: passed.answer });
    this.#ready = NONE;
    const open = this.#open;
    this.#open = NONE;
    for (const ask of open) ask.close();
    return open;
  }

  still(): void {
    if (this.#ready.length > 0 && this.#isComplete) return this.#release();
    if (this.#open.length > 0) this.#host.still();
  }

  #refuseInStep(what: string): void {
    const step = this.#tools.stepScope.current();
    if (step?.run === this)
      throw new BeckonError(
        "nested-in-step",
        `The step ${step.key} tried to ${what}. Ask, and begin other steps, outside of steps.`,
      );
  }
}

const withOne = <T>(list: readonly T[], one: T): readonly T[] => (list.length === 0 ? [one] : [...list, one]);

function without<T>(list: readonly T[], one: T): readonly T[] {
  if (list.length === 1 && list[0] === one) return NONE;
  return list.includes(one) ? list.filter((other) => other !== one) : list;
}

function findByKey<T extends { readonly key: string }>(list: readonly T[], key: string): T | undefined {
  for (const one of list) if (one.key === key) return one;
  return undefined;
}
