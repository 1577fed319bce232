// Reads what a client answers to `roots/list`.

import { isObject } from "../../core/json.js";

/** A place that a client works on. */
export interface Root {
  /** A `file://` uri. */
  readonly uri: string;
  readonly name?: string;
}

/** The roots, or `undefined` for what is no list of roots. */
export function readRootsResult(value: unknown): readonly Root[] | undefined {
  if (!isObject(value) || !Array.isArray(value.roots)) return undefined;
  return value.roots.every(isRoot) ? value.roots : undefined;
}

const isRoot = (value: unknown): value is Root =>
  isObject(value) &&
  typeof value.uri === "string" &&
  (value.name === undefined || typeof value.name === "string");
