// A run: one execution of a handler that may ask, together with what earlier executions of it learned.
//
// Promises of an execution that is over never settle: whatever would have come after them does not happen,
// and what they hold is collected.

import { BeckonError } from "../core/errors.js";
import { andThen, isPromise, type MaybePromise, recover } from "../core/maybe-promise.js";
import type { Problem } from "../core/problem.js";
import type { AskSpec, OpenAsk, PendingAsk } from "./ask.js";
import { Deferred } from "./deferred.js";
import { type Entry, entryName, type Journal } from "./journal.js";
import { jsonCopy, jsonRoundTrip } from "./json-round-trip.js";
import type { Pin } from "./pins.js";
import type { RunWatch } from "./run-watch.js";
import { StepError, toStepFailure } from "./step-error.js";
import type { StepScope } from "./step-scope.js";
import { Turns } from "./turns.js";

/** What a run is carried by: whoever gets its questions answered and its journal kept. */
export interface RunHost<S extends AskSpec<unknown>> {
  /** A question that has no answer yet, or whose last answer was invalid: `ask.attempt` counts. */
  begin(ask: OpenAsk<S>): void;
  /** An answer was invalid for the n-th time; gives how many there were in all. */
  refused(key: string, attempt: number): MaybePromise<number>;
  /** A question that waits no longer. */
  end(ask: OpenAsk<S>): void;
  /** Nothing has moved for a turn, and there are questions without an answer. */
  still(): void;
  /** Called once, before the first new answers are used: whether they may be, and whether they were before. */
  consume(): MaybePromise<"first" | "again" | "refused">;
  /** Keeps what was learned, before the handler sees it. */
  keep(name: string, entry: Entry): MaybePromise<void>;
  /** What another execution of the same round learned. */
  recall(name: string): MaybePromise<Entry | undefined>;
  /** The execution cannot go on. */
  fail(error: unknown): void;
  warn(message: string, fields: Readonly<Record<string, unknown>>): void;
}

/** How an execution begins. */
export interface RunStart {
  readonly id: string;
  /** Which exchange this is, from 1. */
  readonly round: number;
  readonly journal: Journal;
  /** The questions that were open when the last execution ended. */
  readonly pending: readonly PendingAsk[];
  readonly stepScope: StepScope;
  readonly pin: Pin;
  readonly watch?: RunWatch | undefined;
  readonly now: () => number;
}

/** What a step's function is told. */
export interface StepInfo {
  /** The same in every execution of the run: a key for what must happen once. */
  readonly runId: string;
  readonly key: string;
  readonly signal: AbortSignal;
}

/** How often a question is asked again after an invalid answer. */
const MOST_ATTEMPTS = 3;

/** The name under which the values of an execution are kept together. */
export const VALUES = "values";

/** A question under its key. */
interface Posed<S> {
  readonly key: string;
  /** The digest of what a person sees of it, whatever its key. */
  readonly look: string;
  readonly digest: string;
  readonly spec: S;
}

const never = (): Promise<never> => new Promise(() => {});

class Ask<S extends AskSpec<unknown>> implements OpenAsk<S> {
  readonly key: string;
  readonly look: string;
  readonly digest: string;
  readonly spec: S;
  readonly expiresAt: number | undefined;
  readonly isPending: boolean;
  attempt: number;
  problems: readonly Problem[] = [];
  note: string;
  /** The answer that passed, until the handler gets it. */
  passed: { readonly answer: unknown; readonly value: unknown } | undefined;
  #run: Run<S> | undefined;
  readonly resolve: (value: unknown) => void;
  readonly reject: (error: unknown) => void;

  constructor(
    run: Run<S>,
    { key, look, digest, spec }: Posed<S>,
    pending: PendingAsk | undefined,
    expiresAt: number | undefined,
    resolve: (value: unknown) => void,
    reject: (error: unknown) => void,
  ) {
    this.#run = run;
    this.key = key;
    this.look = look;
    this.digest = digest;
    this.spec = spec;
    this.expiresAt = expiresAt;
    this.isPending = pending !== undefined;
    this.attempt = pending?.attempt ?? 0;
    this.note = pending?.note ?? "";
    this.resolve = resolve;
    this.reject = reject;
  }

  get isOpen(): boolean {
    return this.#run !== undefined;
  }

  settle(answer: unknown): void {
    this.#run?.answered(this, answer);
  }

  close(): void {
    this.#run = undefined;
  }

  reopen(run: Run<S>): void {
    this.#run = run;
  }
}

export class Run<S extends AskSpec<unknown> = AskSpec<unknown>> {
  readonly id: string;
  readonly round: number;
  readonly journal: Journal;
  readonly deferred: Deferred = new Deferred();
  readonly #start: RunStart;
  readonly #host: RunHost<S>;
  readonly #turns: Turns;
  /** Questions of the last round that this execution has not come to yet. */
  readonly #unasked: PendingAsk[];
  // There are few of them, and a Map would make a new table whenever it is emptied.
  #open: Ask<S>[] = [];
  /** Questions whose answers passed and wait for the others of their round. */
  #ready: Ask<S>[] = [];
  readonly #asked = new Set<string>();
  #stepped: Set<string> | undefined;
  #counts: Map<string, number> | undefined;
  #isConsumed: boolean;
  #isConsuming = false;
  /** Ends when the steps that were begun have ended. */
  #steps: Promise<unknown> | undefined;
  /** The values that were made in this execution. */
  #made: { [name: string]: Entry } | undefined;
  #isBeyond = false;
  #isOver = false;
  /** Steps that run and answers that are being read: while there are any, no round ends. */
  #busy = 0;
  /** Answers that are being read. */
  #reading = 0;

  constructor(start: RunStart, host: RunHost<S>) {
    this.id = start.id;
    this.round = start.round;
    this.journal = start.journal;
    this.#start = start;
    this.#host = host;
    this.#unasked = [...start.pending];
    this.#isConsumed = start.round === 1;
    this.#turns = new Turns(() => this.#checkStill());
  }

  /** True while the handler goes through what earlier executions went through. */
  get replaying(): boolean {
    return !this.#isBeyond && (this.journal.unread > 0 || this.#unasked.length > 0);
  }

  /** True once new answers were used, or none could have been before. */
  get isConsumed(): boolean {
    return this.#isConsumed;
  }

  /** True once the handler asked for something. */
  get hasAsked(): boolean {
    return this.#asked.size > 0;
  }

  get isOver(): boolean {
    return this.#isOver;
  }

  /** True while a step runs or an answer is being read. */
  get isBusy(): boolean {
    return this.#busy > 0;
  }

  /** The questions without an answer. */
  get open(): readonly OpenAsk<S>[] {
    return [...this.#open];
  }

  /** The questions of the last round that this execution did not ask. */
  get unasked(): readonly PendingAsk[] {
    return [...this.#unasked];
  }

  /** Asks; the promise settles with what `spec.read` makes of the answer, or never. */
  ask<T>(spec: S & AskSpec<T>): Promise<T> {
    if (this.#isOver) return never();
    try {
      this.#refuseInStep("ask");
      const { pin } = this.#start;
      const look = pin(spec.rendered);
      const key = this.#keyOf(spec, look);
      const digest = spec.pinned === undefined ? look : pin(spec.pinned(key, look));
      // What `read` gives is what the promise is typed with.
      const answer = this.#answerOf({ key, look, digest, spec }) as Promise<T>;
      this.#start.watch?.asked(key, spec.label, answer);
      return answer;
    } catch (error) {
      return Promise.reject(error);
    }
  }

  #keyOf({ key, label }: AskSpec<unknown>, digest: string): string {
    const name = key ?? this.#occurrence(digest);
    if (this.#asked.has(name))
      throw new BeckonError(
        "duplicate-key",
        `Two questions of one run have the key ${name}; the second is ${quote(label)}. Give each its own.`,
      );
    this.#asked.add(name);
    return name;
  }

  /** The same for the same occurrence of the same thing: `name`, `name.2`, `name.3`. */
  #occurrence(name: string): string {
    this.#counts ??= new Map();
    const count = (this.#counts.get(name) ?? 0) + 1;
    this.#counts.set(name, count);
    return count === 1 ? name : `${name}.${count}`;
  }

  #answerOf(posed: Posed<S>): Promise<unknown> {
    const { key, digest } = posed;
    const kept = this.journal.read(entryName("ask", key));
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
    if ("value" in read) return this.#isOver ? never() : read.value;
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

  #pose({ key, look, digest, spec }: Posed<S>): Promise<unknown> {
    if (this.#isOver) return never();
    const index = this.#unasked.findIndex((one) => one.key === key);
    const waiting = this.#unasked[index];
    const pending = waiting?.digest === digest ? waiting : undefined;
    if (pending !== undefined) this.#unasked.splice(index, 1);
    else this.#isBeyond = true;
    if (waiting !== undefined && pending === undefined)
      this.#host.warn("A question was reworded while it was open, so it is asked again.", { key });
    const expiresAt =
      pending === undefined && spec.timeoutMs !== undefined
        ? this.#start.now() + spec.timeoutMs
        : pending?.expiresAt;
    return new Promise((resolve, reject) => {
      const ask = new Ask(this, { key, look, digest, spec }, pending, expiresAt, resolve, reject);
      this.#open.push(ask);
      this.#turns.move();
      if (expiresAt !== undefined && this.#start.now() >= expiresAt) ask.settle(spec.onTimeout);
      else this.#host.begin(ask);
    });
  }

  /** Takes an answer for a question. */
  answered(ask: Ask<S>, answer: unknown): void {
    ask.close();
    const index = this.#open.indexOf(ask);
    if (index >= 0) this.#open.splice(index, 1);
    let read: ReturnType<S["read"]>;
    try {
      // What is read is what `read` gives.
      read = ask.spec.read(jsonCopy(answer)) as ReturnType<S["read"]>;
    } catch (error) {
      // A check that cannot be made says nothing about the answer.
      return this.#host.fail(error);
    }
    if (!isPromise(read)) return this.#take(ask, answer, read);
    this.#busy += 1;
    this.#reading += 1;
    const done = (): void => {
      this.#busy -= 1;
      this.#reading -= 1;
    };
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

  #take(ask: Ask<S>, answer: unknown, read: Awaited<ReturnType<AskSpec<unknown>["read"]>>): void {
    if (this.#isOver) return;
    this.#turns.move();
    if (!("value" in read)) return this.#refuse(ask, read.problems);
    ask.passed = { answer, value: read.value };
    this.#host.end(ask);
    this.#ready.push(ask);
    if (this.#isConsumed || (this.#unasked.length === 0 && this.#isComplete)) this.#release();
  }

  /** Asks again after an invalid answer, unless that happened too often. */
  #refuse(ask: Ask<S>, problems: readonly Problem[]): void {
    this.#busy += 1;
    void recover(
      () =>
        andThen(this.#host.refused(ask.key, ask.attempt + 1), (attempt) => {
          this.#busy -= 1;
          if (this.#isOver) return;
          this.#turns.move();
          ask.attempt = attempt;
          ask.problems = problems;
          if (attempt > MOST_ATTEMPTS) return this.answered(ask, ask.spec.onInvalid);
          ask.reopen(this);
          this.#open.push(ask);
          this.#host.begin(ask);
        }),
      (error) => {
        this.#busy -= 1;
        this.#host.fail(error);
      },
    );
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
    this.#busy += 1;
    void recover(
      () =>
        andThen(this.#host.consume(), (outcome) =>
          andThen(outcome === "again" ? this.#recallValues() : undefined, () => {
            this.#isConsuming = false;
            this.#busy -= 1;
            if (outcome === "refused" || this.#isOver) return;
            this.#isConsumed = true;
            this.#deliver();
          }),
        ),
      (error) => this.#host.fail(error),
    );
  }

  /** Takes over the values of an execution that was broken off after these answers: its steps were done with them. */
  #recallValues(): MaybePromise<void> {
    return andThen(this.#host.recall(VALUES), (entry) => {
      if (entry === undefined || !("value" in entry)) return;
      // Written when a step was recorded.
      const values = entry.value as { readonly [name: string]: Entry };
      for (const [name, value] of Object.entries(values)) this.journal.write(name, value);
      this.#made = { ...values };
    });
  }

  #deliver(): void {
    const ready = this.#ready;
    this.#ready = [];
    for (const ask of ready) {
      if (ask.passed === undefined) continue;
      const { answer, value } = ask.passed;
      const entry = { digest: ask.digest, answer };
      this.#busy += 1;
      const settle = (act: () => void): void => {
        this.#busy -= 1;
        if (this.#isOver) return;
        this.#turns.move();
        act();
      };
      void recover(
        () => andThen(this.#record(entryName("ask", ask.key), entry), () => settle(() => ask.resolve(value))),
        (error) => {
          this.#fail(entryName("ask", ask.key), error);
          settle(() => ask.reject(error));
        },
      );
    }
  }

  #record(name: string, entry: Entry): MaybePromise<void> {
    return andThen(this.#host.keep(name, entry), () => this.journal.write(name, entry));
  }

  /** Writes down that something could not be kept, so that every execution hears the same. */
  #fail(name: string, error: unknown): Entry {
    const entry = { failure: toStepFailure(error) };
    this.journal.write(name, entry);
    return entry;
  }

  /** Runs `work` once per run; later executions get what it gave. */
  async step(key: string, signal: () => AbortSignal, work: (info: StepInfo) => unknown): Promise<unknown> {
    if (this.#isOver) return never();
    this.#refuseInStep(`begin the step ${key}`);
    if (typeof key !== "string" || key === "")
      throw new BeckonError("invalid-arguments", "A step needs a key: a text that is not empty.");
    if (this.#stepped?.has(key))
      throw new BeckonError("duplicate-key", `Two steps of one run have the key ${key}. Give each its own.`);
    this.#stepped ??= new Set();
    this.#stepped.add(key);
    const name = entryName("step", key);
    const kept = this.journal.read(name) ?? (await this.#recalled(name));
    if (kept !== undefined) return this.#outcome(key, kept);
    return this.#isOver ? never() : this.#execute(key, name, signal, work);
  }

  #recalled(name: string): MaybePromise<Entry | undefined> {
    this.#busy += 1;
    return recover(
      () =>
        andThen(this.#host.recall(name), (entry) => {
          this.#busy -= 1;
          this.#turns.move();
          if (entry !== undefined) this.journal.write(name, entry);
          return entry;
        }),
      (error) => {
        this.#busy -= 1;
        this.#turns.move();
        throw error;
      },
    );
  }

  async #execute(
    key: string,
    name: string,
    signal: () => AbortSignal,
    work: (info: StepInfo) => unknown,
  ): Promise<unknown> {
    this.#isBeyond = true;
    this.#busy += 1;
    let end = (): void => {};
    const ended = new Promise<void>((resolve) => {
      end = resolve;
    });
    // Before it runs: it may end its own execution.
    this.#steps = Promise.all([this.#steps, ended]);
    try {
      const entry = await this.#recorded(key, name, signal, work);
      return entry === undefined ? never() : this.#outcome(key, entry);
    } finally {
      end();
      this.#busy -= 1;
      this.#turns.move();
    }
  }

  /** Settles when the steps that were begun have ended: what they gave is kept then. */
  get steps(): Promise<unknown> | undefined {
    return this.#steps;
  }

  /** Runs a step and keeps what it gave; `undefined` for one that gave up because its execution was ended. */
  async #recorded(
    key: string,
    name: string,
    signal: () => AbortSignal,
    work: (info: StepInfo) => unknown,
  ): Promise<Entry | undefined> {
    let hasLooked = false;
    const info: StepInfo = {
      runId: this.id,
      key,
      get signal() {
        hasLooked = true;
        return signal();
      },
    };
    const { stepScope, watch } = this.#start;
    const attempt = (): Promise<Entry> => attemptStep(work, info);
    const entry = await stepScope.run({ run: this, key }, () => watch?.step(key, attempt) ?? attempt());
    // To fail is how a step stops when it is told to; the execution that comes after begins it anew.
    if (this.#isOver && hasLooked && "failure" in entry) return undefined;
    try {
      if (this.#made !== undefined) await this.#host.keep(VALUES, { value: this.#made });
      await this.#record(name, entry);
      return entry;
    } catch (error) {
      // It was done, though nothing can be known of it any more but that.
      return this.#fail(name, error);
    }
  }

  #outcome(key: string, entry: Entry): unknown {
    if (this.#isOver) return never();
    if ("failure" in entry) throw new StepError(key, entry.failure);
    return "result" in entry ? jsonCopy(entry.result) : undefined;
  }

  /** True when an earlier execution had an answer under this key. */
  knows(key: string): boolean {
    return this.journal.has(entryName("ask", key));
  }

  /** A value that is made once per run; the n-th of its kind is the same in every execution. */
  value<T>(kind: string, make: () => T): T {
    const name = entryName("value", this.#occurrence(kind));
    const kept = this.journal.read(name);
    // What was written under this name came from the same `make`.
    if (kept !== undefined && "value" in kept) return kept.value as T;
    return this.#make(name, make);
  }

  /** A value that is the same however often it is looked up in a run. */
  fact<T>(name: string, make: () => T): T {
    const kept = this.journal.read(entryName("value", name));
    // As above.
    if (kept !== undefined && "value" in kept) return kept.value as T;
    return this.#make(entryName("value", name), make);
  }

  #make<T>(name: string, make: () => T): T {
    const value = make();
    const entry = { value };
    this.journal.write(name, entry);
    this.#made ??= {};
    this.#made[name] = entry;
    return value;
  }

  /** No round ends while this is under way. */
  during(work: MaybePromise<void>): void {
    if (!isPromise(work)) return;
    this.#busy += 1;
    const done = (): void => {
      this.#busy -= 1;
      this.#turns.move();
    };
    work.then(done, done);
  }

  /** Ends the execution: nothing of it happens any more. Answers that passed but were not used stay in the journal. */
  end(): readonly OpenAsk<S>[] {
    if (this.#isOver) return [];
    this.#isOver = true;
    for (const { key, digest, passed } of this.#ready)
      if (passed) this.journal.write(entryName("ask", key), { digest, answer: passed.answer });
    this.#ready = [];
    const open = this.#open;
    this.#open = [];
    for (const ask of open) ask.close();
    return open;
  }

  #checkStill(): void {
    if (this.#isOver || this.#busy > 0) return;
    if (this.#ready.length > 0 && this.#isComplete) return this.#release();
    if (this.#open.length > 0) this.#host.still();
  }

  #refuseInStep(what: string): void {
    const step = this.#start.stepScope.current();
    if (step?.run === this)
      throw new BeckonError(
        "nested-in-step",
        `The step ${step.key} tried to ${what}. Ask, and begin other steps, outside of steps.`,
      );
  }
}

async function attemptStep(work: (info: StepInfo) => unknown, info: StepInfo): Promise<Entry> {
  try {
    return { result: jsonRoundTrip(await work(info), info.key) };
  } catch (error) {
    return { failure: toStepFailure(error) };
  }
}

const MOST_LABEL = 80;
export const quote = (label: string): string =>
  `“${label.length > MOST_LABEL ? `${label.slice(0, MOST_LABEL)}…` : label}”`;
