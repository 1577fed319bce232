// Reads what a client answers to `roots/list`: the folders and files that a server may work on.

import { isObject } from "../../core/json.js";

/** A folder or file to work on. */
export interface Root {
  /** Begins with `file://`. */
  readonly uri: string;
  readonly name?: string;
}

/** The roots, or `undefined` for what is no result of `roots/list`. */
export function readRootsResult(value: unknown): readonly Root[] | undefined {
  if (!isObject(value) || !Array.isArray(value.roots)) return undefined;
  const roots = value.roots.map(readRoot);
  return roots.every((root) => root !== undefined) ? roots : undefined;
}

function readRoot(value: unknown): Root | undefined {
  if (!isObject(value)) return undefined;
  const { uri, name } = value;
  if (typeof uri !== "string" || !/^file:\/\//i.test(uri) || !URL.canParse(uri)) return undefined;
  if (name === undefined || name === null) return { uri };
  return typeof name === "string" ? { uri, name } : undefined;
}
