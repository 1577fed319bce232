// Answers on their way to the handler: each is read, waits for the others of its round, and is kept before it is given.

import { BeckonError } from "../core/errors.js";
import { andThen, isPromise, type MaybePromise, recover } from "../core/maybe-promise.js";
import type { Problem } from "../core/problem.js";
import type { Activity } from "./activity.js";
import type { AskSpec, OpenAsk, PendingAsk } from "./ask.js";
import { NONE, withOne } from "./few-list.js";
import { type Entry, entryName, type Journal } from "./journal.js";
import { jsonCopy } from "./json-round-trip.js";
import type { AnswerTaker, Passed, PosedAsk } from "./posed-ask.js";
import type { RunHost } from "./run-host.js";
import { toStepFailure } from "./step-error.js";

/** The run whose answers they are. */
export interface AnsweredRun<S extends AskSpec<unknown>> extends AnswerTaker<S> {
  readonly round: number;
  readonly journal: Journal;
  /** The questions without an answer. */
  readonly open: readonly OpenAsk<S>[];
  /** The questions of the last round that this execution has not come to. */
  readonly unasked: readonly PendingAsk[];
  /** Has a question wait for another answer. */
  askAgain(ask: PosedAsk<S>): void;
}

/** How often a question is asked again after an invalid answer. */
const MOST_ATTEMPTS = 3;

/** The answers that an execution got, and did not find in its journal. */
export class RunAnswers<S extends AskSpec<unknown>> {
  readonly #run: AnsweredRun<S>;
  readonly #host: RunHost<S>;
  readonly #activity: Activity;
  /** Questions whose answers passed and wait for the others of their round. */
  #ready: readonly PosedAsk<S>[] = NONE;
  /** Answers that are being read. */
  #reading = 0;
  #isConsuming = false;
  #isConsumed: boolean;

  constructor(run: AnsweredRun<S>, host: RunHost<S>, activity: Activity) {
    this.#run = run;
    this.#host = host;
    this.#activity = activity;
    this.#isConsumed = run.round === 1;
  }

  /** True once new answers were used, or none could have been before. */
  get isConsumed(): boolean {
    return this.#isConsumed;
  }

  /** True when answers passed, and none of their round is missing. */
  get isReady(): boolean {
    return this.#ready.length > 0 && this.#isComplete;
  }

  /** True when no answer to a question of the last round is missing or being read. New questions cannot have any. */
  get #isComplete(): boolean {
    return this.#reading === 0 && !this.#run.open.some(({ isPending }) => isPending);
  }

  /** Takes the answer to a question that waits no longer. */
  take(ask: PosedAsk<S>, answer: unknown): void {
    let read: ReturnType<S["read"]>;
    try {
      // What is read is what `read` gives.
      read = ask.spec.read(jsonCopy(answer)) as ReturnType<S["read"]>;
    } catch (error) {
      // A check that cannot be made says nothing about the answer.
      return this.#host.fail(error);
    }
    if (!isPromise(read)) return this.#judge(ask, answer, read);
    const done = this.#beginReading();
    void read.then(
      (given) => {
        done();
        this.#judge(ask, answer, given);
      },
      (error: unknown) => {
        done();
        this.#host.fail(error);
      },
    );
  }

  /** Takes an answer that waited for the others of its round when the last execution ended. */
  takeHeld(ask: PosedAsk<S>, held: Entry): void {
    if ("failure" in held) this.#pass(ask, { answer: undefined, value: undefined, failure: held.failure });
    else this.take(ask, "answer" in held ? held.answer : undefined);
  }

  #judge(ask: PosedAsk<S>, answer: unknown, read: Awaited<ReturnType<AskSpec<unknown>["read"]>>): void {
    if (this.#activity.isOver) return;
    this.#activity.move();
    if (!("value" in read)) return this.#refuse(ask, read.problems);
    this.#pass(ask, { answer, value: read.value, failure: undefined });
  }

  #pass(ask: PosedAsk<S>, passed: Passed): void {
    ask.passed = passed;
    this.#host.end(ask);
    this.#ready = withOne(this.#ready, ask);
    if (this.#isConsumed || (this.#run.unasked.length === 0 && this.#isComplete)) this.release();
  }

  /** Asks again after an invalid answer, unless that happened too often. */
  #refuse(ask: PosedAsk<S>, problems: readonly Problem[]): void {
    // Until it is counted, it is an answer that is being read: the others of its round wait for it.
    const done = this.#beginReading();
    void recover(
      () =>
        andThen(this.#host.refused(ask.key, ask.attempt + 1), (attempt) => {
          done();
          if (this.#activity.isOver) return;
          ask.attempt = attempt;
          ask.problems = problems;
          if (attempt > MOST_ATTEMPTS) this.#run.answered(ask, ask.spec.onInvalid);
          else this.#run.askAgain(ask);
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

  /** Lets the handler have the answers that passed. */
  release(): void {
    if (this.#isConsuming || this.#ready.length === 0) return;
    if (this.#isConsumed) return this.#deliver();
    this.#isConsuming = true;
    this.#activity.begin();
    void recover(
      () =>
        andThen(this.#host.consume(), (outcome) => {
          this.#isConsuming = false;
          this.#activity.end();
          if (outcome === "refused" || this.#activity.isOver) return;
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
        // So that every execution hears the same.
        this.#run.journal.write(name, { failure: toStepFailure(error) });
        if (this.#isDelivered()) ask.resolve(Promise.reject(error));
      };
      try {
        const kept = this.#keep(name, ask.digest, ask.passed);
        if (isPromise(kept)) kept.then(() => this.#resolve(ask)).catch(failed);
        else this.#resolve(ask);
      } catch (error) {
        failed(error);
      }
    }
  }

  #keep(name: string, digest: string, { answer, failure }: Passed): MaybePromise<void> {
    if (failure !== undefined) throw new BeckonError("state-too-large", failure.message);
    const entry = { digest, answer };
    const kept = this.#host.keep(name, entry);
    if (isPromise(kept)) return kept.then(() => this.#run.journal.write(name, entry));
    this.#run.journal.write(name, entry);
  }

  #resolve(ask: PosedAsk<S>): void {
    if (this.#isDelivered()) ask.resolve(ask.passed?.value);
  }

  /** True when the handler is still there to be given something. */
  #isDelivered(): boolean {
    this.#activity.end();
    return !this.#activity.isOver;
  }

  /** The execution is over: answers that passed but were not used are held until their round is complete. */
  end(): void {
    for (const { key, digest, passed } of this.#ready) {
      if (passed === undefined) continue;
      const name = entryName("held", key);
      try {
        void this.#keep(name, digest, passed);
      } catch (error) {
        this.#run.journal.write(name, { failure: toStepFailure(error) });
      }
    }
    this.#ready = NONE;
  }
}
