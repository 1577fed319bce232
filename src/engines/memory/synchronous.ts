// A contract of the engine whose every method gives a plain value.

/** The same methods, none of which gives a promise. */
export type Synchronous<Contract> = {
  readonly [Name in keyof Contract]: Contract[Name] extends (...values: infer Values) => infer Result
    ? (...values: Values) => Exclude<Result, Promise<unknown>>
    : Contract[Name];
};
