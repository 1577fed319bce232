// Passes only what is a form schema of MCP, and says of everything else why it is none.

import { BeckonError } from "../errors.js";
import { isObject, type JsonObject } from "../json.js";
import { refuseField, requireFieldName } from "./field-name.js";
import { findFieldProblem } from "./field-problem.js";
import type { FormSchema } from "./form-schema.js";
import { newPatience } from "./match-pattern.js";

/** The schema as it was given. Throws what is wrong with it, naming the field where it is one. */
export function requireFormSchema(given: unknown): FormSchema {
  if (!isObject(given) || given.type !== "object" || !isObject(given.properties))
    refuse('is not { type: "object", properties: { ... } }');
  const { $schema, type: _, properties, required, ...others } = given;
  const [other] = Object.keys(others);
  if (other !== undefined) refuse(`has ${other}, which the schema of a form does not have`);
  if ($schema !== undefined && typeof $schema !== "string") refuse("has a $schema that is no text");
  const patience = newPatience();
  for (const [name, field] of Object.entries(properties)) {
    requireFieldName(name);
    const problem = findFieldProblem(field, patience);
    if (problem !== undefined) refuseField(name, problem);
  }
  if (required !== undefined) requireNames(required, properties);
  // Every member has been looked at.
  return given as unknown as FormSchema;
}

function requireNames(required: unknown, properties: JsonObject): void {
  if (!Array.isArray(required)) refuse("has a required that is no list of fields");
  for (const name of required)
    if (typeof name !== "string" || !Object.hasOwn(properties, name))
      refuse(`requires ${String(name)}, which is none of its fields`);
  if (new Set(required).size < required.length) refuse("requires a field twice");
}

function refuse(reason: string): never {
  throw new BeckonError("invalid-definition", `The schema of a form ${reason}.`);
}
