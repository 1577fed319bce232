// Passes only what is a form schema of MCP, and says of everything else why it is none.

import { BeckonError } from "../errors.js";
import { isObject, type JsonObject } from "../json.js";
import { fieldSentence, findNameProblem } from "./field-name.js";
import { findFieldProblem } from "./field-problem.js";
import type { FormSchema } from "./form-schema.js";
import { newPatience } from "./match-pattern.js";

/** One thing that is wrong with a schema: with one of its fields, or with the whole. */
export interface SchemaProblem {
  readonly field?: string;
  /** Such as `has the type "tree"`. */
  readonly reason: string;
}

/** The schema as it was given. Throws what is wrong with it, naming the field where it is one. */
export function requireFormSchema(given: unknown): FormSchema {
  refuseSchema(findSchemaProblems(given));
  // Every member has been looked at.
  return given as unknown as FormSchema;
}

/** Throws problems as one error, if there are any. */
export function refuseSchema(problems: readonly SchemaProblem[]): void {
  const [first] = problems;
  if (first === undefined) return;
  throw new BeckonError("invalid-definition", sentenceOf(first), { problems: problems.map(toProblem) });
}

const sentenceOf = ({ field, reason }: SchemaProblem): string =>
  field === undefined ? `The schema of a form ${reason}.` : fieldSentence(field, reason);

const toProblem = ({ field, reason }: SchemaProblem) => ({
  path: field === undefined ? "" : `properties.${field}`,
  message: reason,
});

/** Everything that keeps a value from being a form schema. */
export function findSchemaProblems(given: unknown): readonly SchemaProblem[] {
  if (!isObject(given) || given.type !== "object" || !isObject(given.properties))
    return [{ reason: 'is not { type: "object", properties: { ... } }' }];
  const { $schema, type: _, properties, required, ...others } = given;
  const problems: SchemaProblem[] = Object.keys(others).map((other) => ({
    reason: `has ${other}, which the schema of a form does not have`,
  }));
  if ($schema !== undefined && typeof $schema !== "string")
    problems.push({ reason: "has a $schema that is no text" });
  const patience = newPatience();
  for (const [field, schema] of Object.entries(properties)) {
    const reason = findNameProblem(field) ?? findFieldProblem(schema, patience);
    if (reason !== undefined) problems.push({ field, reason });
  }
  if (required !== undefined)
    for (const reason of findNamesProblems(required, properties)) problems.push({ reason });
  return problems;
}

function findNamesProblems(required: unknown, properties: JsonObject): readonly string[] {
  if (!Array.isArray(required)) return ["has a required that is no list of fields"];
  const unknown = required.filter((name) => typeof name !== "string" || !Object.hasOwn(properties, name));
  const twice = new Set(required).size < required.length ? ["requires a field twice"] : [];
  return [...unknown.map((name) => `requires ${String(name)}, which is none of its fields`), ...twice];
}
