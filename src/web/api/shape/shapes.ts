// The shapes that requests are made of.

import { isObject, type JsonObject } from "../../../core/json.js";
import { type JsonSchema, joinPath, type Problem } from "../../../core/problem.js";
import { type ReadOf, type Shape, shapeOf } from "./shape.js";

/** A text of so many characters. */
export const text = (
  description: string,
  { min = 1, max = 1_024 }: { readonly min?: number; readonly max?: number } = {},
): Shape<string> =>
  shapeOf({ type: "string", minLength: min, maxLength: max, description }, (value) =>
    typeof value === "string" && value.length >= min && value.length <= max
      ? undefined
      : `must be a text of ${min} to ${max} characters`,
  );

/** A whole number. */
export const whole = (
  description: string,
  { min, max }: { readonly min: number; readonly max: number },
): Shape<number> =>
  shapeOf({ type: "integer", minimum: min, maximum: max, description }, (value) =>
    Number.isSafeInteger(value) && Number(value) >= min && Number(value) <= max
      ? undefined
      : `must be a whole number from ${min} to ${max}`,
  );

/** One of some words. */
export const word = <const Word extends string>(description: string, words: readonly Word[]): Shape<Word> =>
  shapeOf({ type: "string", enum: words, description }, (value) =>
    words.some((one) => one === value) ? undefined : `must be one of ${words.join(", ")}`,
  );

/** Any value at all: something else looks at it. */
export const anything = (schema: JsonSchema): Shape<unknown> => shapeOf(schema, () => undefined);

/** An object that something else looks at. */
export const anyObject = (schema: JsonSchema): Shape<JsonObject> =>
  shapeOf(schema, (value) => (isObject(value) ? undefined : "must be an object"));

/** A list of so many at most. */
export const list = <T>(description: string, of: Shape<T>, max: number): Shape<readonly T[]> => ({
  schema: { type: "array", items: of.schema, maxItems: max, description },
  read(value, path, problems) {
    if (!Array.isArray(value) || value.length > max) {
      problems.push({ path, message: `must be a list of at most ${max}` });
      return [];
    }
    return value.map((one, index) => of.read(one, `${path}[${index}]`, problems));
  },
});

/** A member that may be absent. */
export const optional = <T>(shape: Shape<T>): Shape<T | undefined> & { readonly isOptional: true } => ({
  schema: shape.schema,
  isOptional: true,
  read: (value, path, problems) => (value === undefined ? undefined : shape.read(value, path, problems)),
});

/** Members by name. */
export type Members = { readonly [name: string]: Shape<unknown> };

/** What the members of an object are when they are read. */
export type ReadMembers<M extends Members> = {
  readonly [Name in keyof M as M[Name] extends { readonly isOptional: true } ? never : Name]: ReadOf<M[Name]>;
} & {
  readonly [Name in keyof M as M[Name] extends { readonly isOptional: true } ? Name : never]?: Exclude<
    ReadOf<M[Name]>,
    undefined
  >;
};

/** An object of these members and no others. */
export const object = <const M extends Members>(members: M): Shape<ReadMembers<M>> => {
  const names = Object.keys(members);
  return {
    schema: {
      type: "object",
      properties: Object.fromEntries(names.map((name) => [name, members[name]?.schema])),
      required: names.filter((name) => members[name]?.isOptional !== true),
      additionalProperties: false,
    },
    read(value, path, problems) {
      if (!isObject(value)) problems.push({ path, message: "must be an object" });
      // The members are what their shapes read.
      return readMembers(members, isObject(value) ? value : {}, path, problems) as ReadMembers<M>;
    },
  };
};

function readMembers(members: Members, given: JsonObject, path: string, problems: Problem[]): JsonObject {
  for (const name of Object.keys(given)) {
    if (!Object.hasOwn(members, name))
      problems.push({
        path: joinPath([path, name].filter((key) => key !== "")),
        message: "is not known here",
      });
  }
  const read: Record<string, unknown> = {};
  for (const [name, shape] of Object.entries(members)) {
    const value = Object.hasOwn(given, name) ? given[name] : undefined;
    const inner = path === "" ? name : `${path}.${name}`;
    if (value === undefined && shape.isOptional === true) continue;
    if (value === undefined) problems.push({ path: inner, message: "is required" });
    else read[name] = shape.read(value, inner, problems);
  }
  return read;
}
