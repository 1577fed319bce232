// A value that comes later, told to the one who takes it. There may be very many that wait, so a promise of it, and all
// that promises bring along, is made only for those who want one.

import { isPromise, type MaybePromise } from "./maybe-promise.js";

/** Takes what comes later: one of the two, once. */
export interface Taker<T> {
  took(value: T): void;
  failed(error: unknown): void;
}

type Settled<T> = { readonly value: T } | { readonly error: unknown };

export abstract class Late<T> implements Promise<T> {
  #taker: Taker<T> | undefined;
  #settled: Settled<T> | undefined;
  #promise: Promise<T> | undefined;

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
    if (!isPromise(value)) return this.#settle({ value });
    value.then(
      (given) => this.#settle({ value: given }),
      (error: unknown) => this.#settle({ error }),
    );
  }

  protected reject(error: unknown): void {
    this.#settle({ error });
  }

  #settle(settled: Settled<T>): void {
    if (this.#settled !== undefined) return;
    this.#settled = settled;
    if (this.#taker !== undefined) give(this.#taker, settled);
  }

  #asPromise(): Promise<T> {
    this.#promise ??= new Promise((took, failed) => this.tell({ took, failed }));
    return this.#promise;
  }

  // biome-ignore lint/suspicious/noThenProperty: it is to be awaited like any promise.
  then<Result = T, Caught = never>(
    onValue?: ((value: T) => Result | PromiseLike<Result>) | null,
    onError?: ((error: unknown) => Caught | PromiseLike<Caught>) | null,
  ): Promise<Result | Caught> {
    return this.#asPromise().then(onValue, onError);
  }

  catch<Caught = never>(
    onError?: ((error: unknown) => Caught | PromiseLike<Caught>) | null,
  ): Promise<T | Caught> {
    return this.#asPromise().catch(onError);
  }

  finally(onEnd?: (() => void) | null): Promise<T> {
    return this.#asPromise().finally(onEnd);
  }
}

function give<T>(taker: Taker<T>, settled: Settled<T>): void {
  if ("value" in settled) taker.took(settled.value);
  else taker.failed(settled.error);
}
