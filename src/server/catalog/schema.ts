// One face for every way to describe a value: Standard Schema, plain JSON Schema, or nothing at all.

import type { StandardJSONSchemaV1, StandardSchemaV1 } from "@standard-schema/spec";
import { BeckonError } from "../../core/errors.js";
import { isObject, type JsonObject } from "../../core/json.js";
import { andThen, isPromise, type MaybePromise } from "../../core/maybe-promise.js";
import { messageOf } from "../../core/message-of.js";
import { type Checked, firstProblems, type JsonSchema, joinPath, type Problem } from "../../core/problem.js";
import type { JsonSchemaCheck } from "./json-schema-check.js";
import { type QuickCheck, quickCheck } from "./quick-check.js";
import { findSchemaProblem } from "./schema-problem.js";

/** A schema of a library that speaks Standard Schema and can say itself in JSON Schema. */
export type StandardSchema<Input = unknown, Output = Input> = StandardSchemaV1<Input, Output> &
  StandardJSONSchemaV1<Input, Output>;

/** What `input` and `output` take. */
export type AnySchema = StandardSchema | JsonSchema;

/** A description of values that can be shown to a client and held against a value. */
export interface Schema {
  readonly json: JsonSchema;
  check(value: unknown): MaybePromise<Checked>;
}

/** Which side of a Standard Schema is meant: what goes in, or what comes out. */
export type Side = "input" | "output";

const EMPTY: Schema = {
  json: { type: "object", additionalProperties: false },
  check(value) {
    const keys = isObject(value) ? Object.keys(value) : [];
    if (keys.length === 0) return { value };
    return {
      problems: firstProblems(keys, (path) => ({ path, message: "is not expected; there are no arguments" })),
    };
  },
};

/** Reads a schema as the author gave it; `what` names its place in errors. */
export function readSchema(given: AnySchema | undefined, side: Side, what: string): Schema {
  if (given === undefined) return EMPTY;
  if (isStandard(given)) return standardSchema(given, side, what);
  if (!isObject(given))
    throw new BeckonError(
      "invalid-definition",
      `${what} is neither a Standard Schema nor a JSON Schema object.`,
    );
  return plainSchema(given, what);
}

// Some libraries' schemas are functions.
const isStandard = (given: unknown): given is StandardSchema =>
  (typeof given === "object" || typeof given === "function") && given !== null && "~standard" in given;

function standardSchema(given: StandardSchema, side: Side, what: string): Schema {
  const { jsonSchema, vendor, validate } = given["~standard"];
  if (jsonSchema === undefined) {
    throw new BeckonError(
      "invalid-definition",
      `${what} is a ${vendor} schema that cannot be said in JSON Schema. Use zod 4.2, arktype 2.1.28 or later, or wrap a valibot schema in toStandardJsonSchema from @valibot/to-json-schema.`,
    );
  }
  return {
    json: convert(() => jsonSchema[side]({ target: "draft-2020-12" }), what),
    check: (value) =>
      andThen(validate(value), (outcome) =>
        outcome.issues ? { problems: firstProblems(outcome.issues, readIssue) } : { value: outcome.value },
      ),
  };
}

function convert(run: () => JsonObject, what: string): JsonSchema {
  try {
    return run();
  } catch (cause) {
    throw new BeckonError(
      "invalid-definition",
      `${what} cannot be said in JSON Schema: ${messageOf(cause)}`,
      { cause },
    );
  }
}

function readIssue(issue: StandardSchemaV1.Issue): Problem {
  const keys = (issue.path ?? []).map((segment) => (typeof segment === "object" ? segment.key : segment));
  const path = joinPath(keys);
  // Some libraries name the path in the message too.
  const isNamed = path !== "" && issue.message.startsWith(`${path} `);
  return { path, message: isNamed ? issue.message.slice(path.length + 1) : issue.message };
}

function plainSchema(json: JsonSchema, what: string): Schema {
  const problem = findSchemaProblem(json);
  if (problem !== undefined) throw new BeckonError("invalid-definition", `${what} ${problem}.`);
  // The validator is loaded by whoever needs it: programs that bring their own schema library never do, and those whose
  // schemas are simple do not before somebody makes a mistake.
  let quick: QuickCheck | false | undefined;
  let check: MaybePromise<JsonSchemaCheck> | undefined;
  const load = async (): Promise<JsonSchemaCheck> => {
    const { jsonSchemaCheck } = await import("./json-schema-check.js");
    check = jsonSchemaCheck(json);
    return check;
  };
  return {
    json,
    check(value) {
      quick ??= quickCheck(json) ?? false;
      if (quick !== false && quick(value)) return { value };
      check ??= load();
      return isPromise(check) ? check.then((ready) => ready(value)) : check(value);
    },
  };
}
