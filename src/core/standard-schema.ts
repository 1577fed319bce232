// Schemas of libraries that speak Standard Schema: how they are told apart, said in JSON Schema, and asked what is wrong.

import type { StandardJSONSchemaV1, StandardSchemaV1 } from "@standard-schema/spec";
import { BeckonError } from "./errors.js";
import { andThen, type MaybePromise } from "./maybe-promise.js";
import { messageOf } from "./message-of.js";
import { firstProblems, type JsonSchema, joinPath, type Problem } from "./problem.js";

/** A schema of a library that speaks Standard Schema and can say itself in JSON Schema. */
export type StandardSchema<Input = unknown, Output = Input> = StandardSchemaV1<Input, Output> &
  StandardJSONSchemaV1<Input, Output>;

/** What a schema puts out. */
export type OutputOf<Schema extends StandardSchema> = StandardSchemaV1.InferOutput<Schema>;

/** Tells a Standard Schema from everything else. Some libraries' schemas are functions. */
export const isStandardSchema = (given: unknown): given is StandardSchema =>
  (typeof given === "object" || typeof given === "function") && given !== null && "~standard" in given;

/** Says what goes into a schema in JSON Schema; `what` names its place in errors. */
export function inputJsonSchema(schema: StandardSchema, what: string): JsonSchema {
  const { jsonSchema, vendor } = schema["~standard"];
  if (jsonSchema === undefined) {
    throw new BeckonError(
      "invalid-definition",
      `${what} is a ${vendor} schema that cannot be said in JSON Schema. Use zod 4.2, arktype 2.1.28 or later, or wrap a valibot schema in toStandardJsonSchema from @valibot/to-json-schema.`,
    );
  }
  try {
    return jsonSchema.input({ target: "draft-2020-12" });
  } catch (cause) {
    throw new BeckonError(
      "invalid-definition",
      `${what} cannot be said in JSON Schema: ${messageOf(cause)}`,
      { cause },
    );
  }
}

/** A value as a schema puts it out, or everything that is wrong with what went in. */
export type Validated<Output> =
  | { readonly value: Output; readonly problems?: undefined }
  | { readonly problems: readonly Problem[] };

/** Holds a value against a schema. */
export function validateStandard<S extends StandardSchema>(
  schema: S,
  value: unknown,
): MaybePromise<Validated<OutputOf<S>>> {
  return andThen(schema["~standard"].validate(value), (outcome) =>
    outcome.issues
      ? { problems: firstProblems(outcome.issues, readIssue) }
      : // What a schema puts out is its output.
        { value: outcome.value as OutputOf<S> },
  );
}

function readIssue(issue: StandardSchemaV1.Issue): Problem {
  const keys = (issue.path ?? []).map((segment) => (typeof segment === "object" ? segment.key : segment));
  const path = joinPath(keys);
  // Some libraries name the path in the message too.
  const isNamed = path !== "" && issue.message.startsWith(`${path} `);
  return { path, message: isNamed ? issue.message.slice(path.length + 1) : issue.message };
}
