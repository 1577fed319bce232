// What a request may hold, said once: it reads what came, and it is what the OpenAPI document shows.

import type { JsonSchema, Problem } from "../../../core/problem.js";

/** What some value must be. */
export interface Shape<T> {
  readonly schema: JsonSchema;
  /** True for a member that may be absent. */
  readonly isOptional?: boolean;
  /** The value, which is good only if nothing was added to `problems`. */
  read(value: unknown, path: string, problems: Problem[]): T;
}

/** What a shape reads. */
export type ReadOf<S> = S extends Shape<infer T> ? T : never;

/** A shape whose values are checked by a function that says what is wrong. */
export const shapeOf = <T>(
  schema: JsonSchema,
  problemOf: (value: unknown) => string | undefined,
): Shape<T> => ({
  schema,
  read(value, path, problems) {
    const message = problemOf(value);
    if (message !== undefined) problems.push({ path, message });
    // Where it is not, there is a problem, and nobody uses it.
    return value as T;
  },
});
