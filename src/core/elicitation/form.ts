// Builds a form of fields.

import { BeckonError } from "../errors.js";
import { freezeDeeply } from "../freeze.js";
import { isObject } from "../json.js";
import { prepareContentCheck } from "./check-content.js";
import type { ContentOfFields, Fields } from "./field.js";
import { refuseField, requireFieldName } from "./field-name.js";
import { findFieldProblem, findFileFieldProblem } from "./field-problem.js";
import { fieldToSchema, isField } from "./field-to-schema.js";
import { findCredential } from "./find-credential.js";
import { bodyToForm, type FormBody } from "./form-body.js";
import type { FieldSchema, FormSchema } from "./form-schema.js";
import { KnownBodies } from "./known-bodies.js";
import type { CheckedContent, Form } from "./question.js";

/**
 * A form to ask a person to fill in. Its fields are shown in the order in which they are written; without any it asks
 * for a yes or no to the message. Throws when the form could not work, naming the field and the reason.
 *
 * @example
 * import { field, form } from "beckon";
 *
 * const trip = form("Where to?", { city: field.string({ title: "City", maxLength: 80 }) });
 */
export const form = <F extends Fields>(message: string, fields: F): Form<ContentOfFields<F>> =>
  bodyToForm(message, bodyFromFields(fields));

// What is known here is frozen, so that nobody can tell whose it is.
const known = new KnownBodies();

/** The schema of these fields, and the check of their content. */
export function bodyFromFields<F extends Fields>(fields: F): FormBody<ContentOfFields<F>> {
  requirePlain(fields);
  // Equal fields have equal content.
  return known.find(fields, () => buildBody(fields)) as FormBody<ContentOfFields<F>>;
}

function buildBody<F extends Fields>(fields: F): FormBody<ContentOfFields<F>> {
  const properties: Record<string, FieldSchema> = {};
  const required: string[] = [];
  const harmless = new Set<string>();
  for (const name of Object.keys(fields)) {
    requireFieldName(name);
    const field = fields[name];
    if (!isField(field))
      refuseField(name, "is no field; make it with field.string() or another of its kinds");
    const refuse = (reason: string): never => refuseField(name, reason);
    const schema = fieldToSchema(field, refuse);
    const problem = field.kind === "file" ? findFileFieldProblem(schema) : findFieldProblem(schema);
    if (problem !== undefined) refuse(problem);
    // The schema of a field without problem is one.
    properties[name] = schema as unknown as FieldSchema;
    if (field.options.optional !== true) required.push(name);
    if (field.options.credential === false) harmless.add(name);
  }
  const schema: FormSchema = { type: "object", properties, ...(required.length > 0 && { required }) };
  // Whoever keeps it may know it again by identity.
  freezeDeeply(schema);
  let check: ((content: unknown) => CheckedContent<unknown>) | undefined;
  return {
    schema,
    credential: findCredential(schema, harmless),
    check(content) {
      check ??= prepareContentCheck(schema);
      // The fields say what content without problems is; of files it has references, which whoever asks can open.
      return check(content) as CheckedContent<ContentOfFields<F>>;
    },
  };
}

function requirePlain(fields: unknown): void {
  const prototype = isObject(fields) ? Object.getPrototypeOf(fields) : undefined;
  // A field that is called __proto__ in an object literal becomes the prototype, and would be lost.
  if (prototype !== Object.prototype && prototype !== null)
    throw new BeckonError(
      "invalid-definition",
      "The fields of a form are no plain object of fields by name.",
    );
}
