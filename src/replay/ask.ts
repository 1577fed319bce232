// One question of a run, from the moment it is asked until it is settled.

import type { MaybePromise } from "../core/maybe-promise.js";
import type { Problem } from "../core/problem.js";

/** What a run must know of a question. */
export interface AskSpec<T> {
  /** The author's own name for it; the run finds one otherwise. */
  readonly key: string | undefined;
  /** Everything a person sees of it: an answer is valid for exactly this. */
  readonly rendered: unknown;
  /** What to call it in errors and warnings. */
  readonly label: string;
  /** How long the answer may take; absent for as long as it takes. */
  readonly timeoutMs: number | undefined;
  /** What to do with an answer as it was kept: read it, or say what is wrong. */
  read(answer: unknown): MaybePromise<{ readonly value: T } | { readonly problems: readonly Problem[] }>;
  /** The answers that the run gives by itself. */
  readonly onTimeout: unknown;
  /** After too many invalid answers. */
  readonly onInvalid: unknown;
}

/** What is kept of an open question between rounds. */
export interface PendingAsk {
  readonly key: string;
  readonly digest: string;
  /** How often it was asked again because the answer was invalid or did not come. */
  readonly attempt: number;
  readonly expiresAt: number | undefined;
  /** What whoever asks wants to remember of it; empty for nothing. */
  readonly note: string;
}

/** A question that waits for its answer. */
export interface OpenAsk<S extends AskSpec<unknown> = AskSpec<unknown>> {
  readonly key: string;
  readonly digest: string;
  readonly spec: S;
  attempt: number;
  readonly expiresAt: number | undefined;
  /** What was wrong with the last answer. */
  problems: readonly Problem[];
  /** What whoever asks wants to remember of it between rounds; empty for nothing. */
  note: string;
  /** True for one that was open when the execution began. */
  readonly isPending: boolean;
  /** Gives an answer, as it is to be kept. Once it is settled, further ones are ignored. */
  settle(answer: unknown): void;
  /** True until it is settled or the execution is over. */
  readonly isOpen: boolean;
}
