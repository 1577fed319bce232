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

/** How many problems are told at once: what helps a model, and not what a hostile value can make of it. */
const MOST_PROBLEMS = 20;
const MOST_PATH = 200;

/** Reads the first problems of many, and says how many more there are. */
export function firstProblems<T>(found: readonly T[], read: (one: T) => Problem): readonly Problem[] {
  const told = found.slice(0, MOST_PROBLEMS).map(read);
  const shown = told.map(({ path, message }) => ({ path: path.slice(0, MOST_PATH), message }));
  const more = found.length - told.length;
  return more > 0 ? [...shown, { path: "", message: `and ${more} more problems` }] : shown;
}

/** What is wrong, as it stands behind a name, made to stand alone: `must be text` to `Must be text.` */
export function problemSentence(message: string): string {
  const text = message.startsWith("is ") ? `this ${message}` : message;
  const begun = text.charAt(0).toUpperCase() + text.slice(1);
  return /[.!?…]$/.test(begun) ? begun : `${begun}.`;
}

/** A problem as a line of text. */
export const problemLine = ({ path, message }: Problem): string =>
  path === "" ? message : `${path}: ${message}`;
