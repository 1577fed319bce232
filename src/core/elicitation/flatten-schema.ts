// Turns the JSON Schema of a library into MCP's flat form, where that can be done without losing a field.

import { BeckonError } from "../errors.js";
import { isObject, type JsonObject } from "../json.js";
import type { JsonSchema } from "../problem.js";
import { refuseField, requireFieldName } from "./field-name.js";
import { findCredential } from "./find-credential.js";
import { flattenField } from "./flatten-field.js";
import type { FormSchema } from "./form-schema.js";
import { requireFormSchema } from "./require-form-schema.js";
import { resolveReference } from "./resolve-reference.js";
import { withoutNull } from "./without-null.js";

/** A form, and what its fields said that a form does not. */
export interface Flattened {
  readonly schema: FormSchema;
  /** The first field that looks like a credential and is not marked `credential: false`. */
  readonly credential: string | undefined;
  /** The fields that the library requires and takes null for: left empty on the form, they are null. */
  readonly nullable: readonly string[];
}

/**
 * Flattens the schema of an object. What only narrows a value and has no place in a form (`multipleOf`, a format of
 * the library's own) is left to the library, which checks the answer too. What needs another shape is refused.
 */
export function flattenSchema(json: JsonSchema): Flattened {
  const root = resolveReference(json, json);
  if (root.type !== "object" || !isObject(root.properties))
    throw new BeckonError(
      "invalid-definition",
      "The schema of a form is no object with named fields. Unions, records and lists cannot be shown as a form.",
    );
  const required: readonly unknown[] = Array.isArray(root.required) ? root.required : [];
  const properties: Record<string, JsonObject> = {};
  const harmless = new Set<string>();
  const nullable: string[] = [];
  const asked: string[] = [];
  for (const [name, given] of Object.entries(root.properties)) {
    requireFieldName(name);
    const { isNullable, schema } = withoutNull(resolveReference(given, json), json);
    properties[name] = flattenField(schema, json, (reason) => refuseField(name, reason));
    if (schema.credential === false) harmless.add(name);
    if (!required.includes(name)) continue;
    if (isNullable) nullable.push(name);
    else asked.push(name);
  }
  const schema = requireFormSchema({
    type: "object",
    properties,
    ...(asked.length > 0 && { required: asked }),
  });
  return { schema, credential: findCredential(schema, harmless), nullable };
}
