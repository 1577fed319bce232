// A value that may be there already: contracts use it so that what needs no waiting costs no promise.

/** A value, or a promise of it. */
export type MaybePromise<T> = T | Promise<T>;

/** Tells a promise (or any thenable) from a plain value. */
export function isPromise<T>(value: MaybePromise<T>): value is Promise<T> {
  // Any object may be asked for a member.
  return (
    typeof value === "object" && value !== null && typeof (value as { then?: unknown }).then === "function"
  );
}

/** Applies `next` to a value now if it is there, later if it is promised. */
export function andThen<T, U>(value: MaybePromise<T>, next: (value: T) => MaybePromise<U>): MaybePromise<U> {
  return isPromise(value) ? value.then(next) : next(value);
}

/** Runs `work`; what it throws, now or later, goes to `otherwise`. */
export function recover<T>(
  work: () => MaybePromise<T>,
  otherwise: (error: unknown) => MaybePromise<T>,
): MaybePromise<T> {
  try {
    const value = work();
    return isPromise(value) ? value.then(undefined, otherwise) : value;
  } catch (error) {
    return otherwise(error);
  }
}
