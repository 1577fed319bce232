// A question that was posed and has no answer yet.

import type { Problem } from "../core/problem.js";
import type { AskSpec, OpenAsk, PendingAsk } from "./ask.js";
import type { StepFailure } from "./journal.js";

/** A question under its key. */
export interface Posed<S> {
  readonly key: string;
  /** The digest of what a person sees of it. */
  readonly digest: string;
  readonly spec: S;
}

/** An answer that passed, or why it cannot be kept. */
export interface Passed {
  readonly answer: unknown;
  readonly value: unknown;
  readonly failure: StepFailure | undefined;
}

/** Takes the answers to questions. */
export interface AnswerTaker<S extends AskSpec<unknown>> {
  answered(ask: PosedAsk<S>, answer: unknown): void;
}

const NO_PROBLEMS: readonly Problem[] = [];

/** A question that waits, and the promise that its handler has. */
export class PosedAsk<S extends AskSpec<unknown>> implements OpenAsk<S> {
  readonly key: string;
  readonly digest: string;
  readonly spec: S;
  readonly expiresAt: number | undefined;
  readonly isPending: boolean;
  attempt: number;
  problems: readonly Problem[] = NO_PROBLEMS;
  note: string;
  /** The answer that passed, until the handler gets it. */
  passed: Passed | undefined;
  #taker: AnswerTaker<S> | undefined;
  /** Gives the handler a value, or what a promise of one comes to. */
  readonly resolve: (value: unknown) => void;

  constructor(
    taker: AnswerTaker<S>,
    { key, digest, spec }: Posed<S>,
    pending: PendingAsk | undefined,
    expiresAt: number | undefined,
    resolve: (value: unknown) => void,
  ) {
    this.#taker = taker;
    this.key = key;
    this.digest = digest;
    this.spec = spec;
    this.expiresAt = expiresAt;
    this.isPending = pending !== undefined;
    this.attempt = pending?.attempt ?? 0;
    this.note = pending?.note ?? "";
    this.resolve = resolve;
  }

  get isOpen(): boolean {
    return this.#taker !== undefined;
  }

  settle(answer: unknown): void {
    this.#taker?.answered(this, answer);
  }

  close(): void {
    this.#taker = undefined;
  }

  reopen(taker: AnswerTaker<S>): void {
    this.#taker = taker;
  }
}
