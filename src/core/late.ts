// A value that comes later, told to the one who takes it. There may be very many that wait, so a promise of it, and all
// that promises bring along, is made only for those who want one.

import { isPromise, type MaybePromise } from "./maybe-promise.js";

/** Takes what comes later: one of the two, once. */
export interface Taker<T> {
  took(value: T): void;
  failed(error: unknown): void;
}

type Settled<T> = { readonly value: T } | { readonly error: unknown };

// Without private methods: each class that has some costs every object of it a word.
export abstract class Late<T> implements Promise<T> {
  #taker: Taker<T> | undefined;
  #settled: Settled<T> | undefined;
  /** True once it is said what it settles with, be that there or not. */
  #isLocked = false;

  get [Symbol.toStringTag](): string {
    return "Late";
  }

  /** Has `taker` hear of it, never before this returns. There is one who takes it. */
  tell(taker: Taker<T>): void {
    this.#taker = taker;
    const settled = this.#settled;
    if (settled !== undefined) queueMicrotask(() => give(taker, settled));
  }

  /** Settles; what comes after the first is ignored. */
  protected resolve(value: MaybePromise<T>): void {
    if (this.#isLocked) return;
    this.#isLocked = true;
    if (!isPromise(value)) return this.settle({ value });
    value.then(
      (given) => this.settle({ value: given }),
      (error: unknown) => this.settle({ error }),
    );
  }

  protected reject(error: unknown): void {
    if (this.#isLocked) return;
    this.#isLocked = true;
    this.settle({ error });
  }

  private settle(settled: Settled<T>): void {
    this.#settled = settled;
    if (this.#taker !== undefined) give(this.#taker, settled);
  }

  // biome-ignore lint/suspicious/noThenProperty: it is to be awaited like any promise.
  then<Result = T, Caught = never>(
    onValue?: ((value: T) => Result | PromiseLike<Result>) | null,
    onError?: ((error: unknown) => Caught | PromiseLike<Caught>) | null,
  ): Promise<Result | Caught> {
    const known = this.#taker instanceof PromiseTaker ? this.#taker : undefined;
    const taker = known ?? new PromiseTaker<T>();
    if (known === undefined) this.tell(taker);
    return taker.promise.then(onValue, onError);
  }

  catch<Caught = never>(
    onError?: ((error: unknown) => Caught | PromiseLike<Caught>) | null,
  ): Promise<T | Caught> {
    return this.then(undefined, onError);
  }

  finally(onEnd?: (() => void) | null): Promise<T> {
    return this.then().finally(onEnd);
  }
}

/** Makes a promise of what it takes. */
class PromiseTaker<T> implements Taker<T> {
  readonly promise: Promise<T>;
  took: (value: T) => void = () => {};
  failed: (error: unknown) => void = () => {};

  constructor() {
    this.promise = new Promise((resolve, reject) => {
      this.took = resolve;
      this.failed = reject;
    });
  }
}

function give<T>(taker: Taker<T>, settled: Settled<T>): void {
  if ("value" in settled) taker.took(settled.value);
  else taker.failed(settled.error);
}
