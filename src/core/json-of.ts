// The TypeScript type of a value after its way through JSON.

/** What `JSON.parse(JSON.stringify(value))` gives; `never` for what loses all it holds on that way. */
export type JsonOf<T> = T extends { toJSON(): infer J }
  ? JsonOf<J>
  : T extends string | number | boolean | null | undefined
    ? T
    : T extends Uncarried
      ? never
      : T extends readonly unknown[]
        ? { -readonly [Index in keyof T]: InList<JsonOf<T[Index]>> }
        : T extends object
          ? { -readonly [Key in keyof T as Key extends symbol ? never : Key]: JsonOf<T[Key]> }
          : never;

/** A list has a place for each member, and null for what JSON leaves out elsewhere. */
type InList<T> = T extends undefined ? null : T;

/** What JSON leaves out, or makes an empty object of. */
type Uncarried =
  | ((...given: never[]) => unknown)
  | ArrayBuffer
  | ArrayBufferView
  | ReadonlyMap<unknown, unknown>
  | ReadonlySet<unknown>
  | PromiseLike<unknown>;
