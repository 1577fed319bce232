// What is wrong with a value, and where.

/** A JSON Schema, 2020-12 unless its `$schema` says otherwise. */
export type JsonSchema = { readonly [keyword: string]: unknown };

/** One thing that is wrong with a value, and where. */
export interface Problem {
  /** Such as `guests[0].name`; empty for the value itself. */
  readonly path: string;
  readonly message: string;
}

/** The value as it passed, or everything that is wrong with it. */
export type Checked =
  | { readonly value: unknown; readonly problems?: undefined }
  | { readonly problems: readonly Problem[] };

/** Writes a path as a person would: `guests[0].name`. */
export function joinPath(keys: readonly PropertyKey[]): string {
  return keys.reduce<string>((path, key) => {
    if (typeof key === "number") return `${path}[${key}]`;
    return path === "" ? String(key) : `${path}.${String(key)}`;
  }, "");
}
