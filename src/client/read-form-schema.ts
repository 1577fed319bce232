// Reads the form that a server sent: exactly where it is MCP's, freely where it only says more, never by guessing.

import { findFieldProblem } from "../core/elicitation/field-problem.js";
import { flattenField } from "../core/elicitation/flatten-field.js";
import type { FieldSchema, FormSchema } from "../core/elicitation/form-schema.js";
import { newPatience, type Patience } from "../core/elicitation/match-pattern.js";
import { resolveReference } from "../core/elicitation/resolve-reference.js";
import { withoutNull } from "../core/elicitation/without-null.js";
import { BeckonError } from "../core/errors.js";
import { isObject, type JsonObject } from "../core/json.js";

/**
 * The form, with its fields in the order in which they came. Throws for what no form can show, naming the field: such
 * a question is cancelled, since nobody can have understood it.
 */
export function readFormSchema(given: unknown): FormSchema {
  if (!isObject(given)) refuse("has no schema");
  const root = resolveReference(given, given);
  const { type, properties, required = [] } = root;
  if (type !== "object" || !isObject(properties)) refuse("is no object with named fields");
  const patience = newPatience();
  const fields = Object.entries(properties).map(
    ([name, field]) => [name, readField(name, field, given, patience)] as const,
  );
  if (!Array.isArray(required)) refuse("has a required that is no list of fields");
  for (const name of required)
    if (typeof name !== "string" || !Object.hasOwn(properties, name))
      refuse(`requires ${JSON.stringify(name)}, which is none of its fields`);
  return {
    type: "object",
    properties: Object.fromEntries(fields),
    ...(required.length > 0 && { required: [...new Set(required)] }),
  };
}

function readField(name: string, given: unknown, root: JsonObject, patience: Patience): FieldSchema {
  if (name === "" || name === "__proto__") refuse(`has a field that is called ${JSON.stringify(name)}`);
  const isPlain = isObject(given) && given.type !== "secret" && given.type !== "file";
  // A field without problem is one of MCP's eight shapes.
  if (isPlain && findFieldProblem(given, patience) === undefined) return given as unknown as FieldSchema;
  const { schema } = withoutNull(resolveReference(given, root), root);
  return flattenField(
    schema,
    root,
    (reason) => refuse(`has the field ${name}, which ${reason}`),
    patience,
  ) as unknown as FieldSchema;
}

function refuse(reason: string): never {
  throw new BeckonError("invalid-definition", `The form of this server ${reason}.`);
}
