// Steps: what is done once per run, however often the handler runs.

import { BeckonError } from "../core/errors.js";
import { andThen, type MaybePromise, recover } from "../core/maybe-promise.js";
import { type Activity, never } from "./activity.js";
import { type Entry, entryName, type Journal } from "./journal.js";
import { jsonCopy, jsonRoundTrip } from "./json-round-trip.js";
import type { RunValues } from "./run-values.js";
import type { RunWatch } from "./run-watch.js";
import { StepError, toStepFailure } from "./step-error.js";
import type { StepScope } from "./step-scope.js";

/** What a step's function is told. */
export interface StepInfo {
  /** The same in every execution of the run: a key for what must happen once. */
  readonly runId: string;
  readonly key: string;
  readonly signal: AbortSignal;
}

/** A step, as a handler writes it. */
export interface Step {
  readonly key: string;
  readonly signal: () => AbortSignal;
  readonly work: (info: StepInfo) => unknown;
}

export interface RunStepsOptions {
  /** The run that the steps belong to. */
  readonly run: { readonly id: string };
  readonly journal: Journal;
  readonly values: RunValues;
  readonly activity: Activity;
  readonly scope: StepScope;
  readonly watch: RunWatch | undefined;
  readonly keep: (name: string, entry: Entry) => MaybePromise<void>;
  readonly recall: (name: string) => MaybePromise<Entry | undefined>;
  /** Called when a step runs for the first time: the handler is beyond what earlier executions did. */
  readonly onNew: () => void;
}

export class RunSteps {
  readonly #options: RunStepsOptions;
  readonly #begun = new Set<string>();
  #ended: Promise<unknown> | undefined;

  constructor(options: RunStepsOptions) {
    this.#options = options;
  }

  /** Settles when the steps that were begun have ended: what they gave is kept then. */
  get ended(): Promise<unknown> | undefined {
    return this.#ended;
  }

  /** Does a step, or gives what it gave before. */
  async run(step: Step): Promise<unknown> {
    const { journal, activity } = this.#options;
    const { key } = step;
    if (typeof key !== "string" || key === "")
      throw new BeckonError("invalid-arguments", "A step needs a key: a text that is not empty.");
    if (this.#begun.has(key))
      throw new BeckonError("duplicate-key", `Two steps of one run have the key ${key}. Give each its own.`);
    this.#begun.add(key);
    const name = entryName("step", key);
    const kept = journal.read(name) ?? (await this.#recalled(name));
    if (kept !== undefined) return this.#outcome(key, kept);
    return activity.isOver ? never() : this.#execute(step, name);
  }

  #recalled(name: string): MaybePromise<Entry | undefined> {
    const { activity, journal, recall } = this.#options;
    activity.begin();
    return recover(
      () =>
        andThen(recall(name), (entry) => {
          activity.end();
          if (entry !== undefined) journal.write(name, entry);
          return entry;
        }),
      (error) => {
        activity.end();
        throw error;
      },
    );
  }

  async #execute(step: Step, name: string): Promise<unknown> {
    const { activity, onNew } = this.#options;
    onNew();
    activity.begin();
    let end = (): void => {};
    const ended = new Promise<void>((resolve) => {
      end = resolve;
    });
    // Before it runs: it may end its own execution.
    this.#ended = Promise.all([this.#ended, ended]);
    try {
      const entry = await this.#record(step, name);
      return entry === undefined ? never() : this.#outcome(step.key, entry);
    } finally {
      end();
      activity.end();
    }
  }

  /** Runs a step and keeps what it gave; `undefined` for one that gave up because its execution was ended. */
  async #record({ key, signal, work }: Step, name: string): Promise<Entry | undefined> {
    const { run, scope, watch, activity, journal, values, keep } = this.#options;
    let seen: AbortSignal | undefined;
    const info: StepInfo = {
      runId: run.id,
      key,
      get signal() {
        seen = signal();
        return seen;
      },
    };
    const attempt = (): Promise<Attempted> => attemptStep(work, info);
    // Before the effect: whoever has to repeat it gives it the same.
    const unkept = await unlessKept(() => values.keep(keep));
    if (unkept !== undefined) return this.#fail(name, unkept);
    const { entry, thrown } = await scope.run({ run, key }, () => watch?.step(key, attempt) ?? attempt());
    // It stopped because it was told to; the execution that comes after begins it anew. Any other failure is its own.
    if (activity.isOver && "failure" in entry && isAbortOf(seen, thrown)) return undefined;
    const unkeptEntry = await unlessKept(() => keep(name, entry));
    // It was done, though nothing can be known of it any more but that.
    if (unkeptEntry !== undefined) return this.#fail(name, unkeptEntry);
    journal.write(name, entry);
    return entry;
  }

  #fail(name: string, { error }: { readonly error: unknown }): Entry {
    const failure = { failure: toStepFailure(error) };
    this.#options.journal.write(name, failure);
    return failure;
  }

  #outcome(key: string, entry: Entry): unknown {
    if (this.#options.activity.isOver) return never();
    if ("failure" in entry) throw new StepError(key, entry.failure);
    return "result" in entry ? jsonCopy(entry.result) : undefined;
  }
}

/** What kept something from being kept, if anything. */
async function unlessKept(keep: () => MaybePromise<void>): Promise<{ readonly error: unknown } | undefined> {
  try {
    await keep();
    return undefined;
  } catch (error) {
    return { error };
  }
}

/** What came of a step, and what it threw. */
interface Attempted {
  readonly entry: Entry;
  readonly thrown?: unknown;
}

async function attemptStep(work: (info: StepInfo) => unknown, info: StepInfo): Promise<Attempted> {
  try {
    return { entry: { result: jsonRoundTrip(await work(info), info.key) } };
  } catch (error) {
    return { entry: { failure: toStepFailure(error) }, thrown: error };
  }
}

/** True for the reason of a signal that the step looked at, for what it caused, and for an abort that names no cause. */
function isAbortOf(signal: AbortSignal | undefined, thrown: unknown): boolean {
  if (signal?.aborted !== true) return false;
  try {
    if (thrown === signal.reason) return true;
    if (!(thrown instanceof Error)) return false;
    return thrown.cause === undefined ? thrown.name === "AbortError" : thrown.cause === signal.reason;
  } catch {
    // What was thrown may refuse to be looked at.
    return false;
  }
}
