// Builds a form of a schema of zod, valibot, arktype or any library that speaks Standard Schema.

import { inputJsonSchema, type OutputOf, type StandardSchema, validateStandard } from "../standard-schema.js";
import { checkContent } from "./check-content.js";
import { type Flattened, flattenSchema } from "./flatten-schema.js";
import { bodyToForm, type FormBody } from "./form-body.js";
import type { Form } from "./question.js";

/**
 * A form of the fields of a schema. Throws what a form cannot show, naming the field and the reason. An answer must fit
 * the form, and then the schema itself: refinements and transforms run on content with defaults filled in.
 */
export const formFromStandard = <S extends StandardSchema>(message: string, schema: S): Form<OutputOf<S>> =>
  bodyToForm(message, bodyFromStandard(schema));

/** The schema as a form, and the check of its content. */
export function bodyFromStandard<S extends StandardSchema>(given: S): FormBody<OutputOf<S>> {
  const { schema, credential, nullable } = flatten(given);
  return {
    schema,
    credential,
    check(content) {
      const checked = checkContent(schema, content);
      if (checked.problems !== undefined) return checked;
      const left = nullable.filter((name) => !Object.hasOwn(checked.value, name));
      const nulls = Object.fromEntries(left.map((name) => [name, null]));
      return validateStandard(given, { ...checked.value, ...nulls });
    },
  };
}

/**
 * Handlers ask in every call with a schema that never changes, and saying it in JSON Schema takes longer than all the
 * rest of a round. It is kept for as long as the schema itself, and nobody can tell.
 */
const flattened = new WeakMap<StandardSchema, Flattened>();

function flatten(given: StandardSchema): Flattened {
  const known = flattened.get(given);
  if (known !== undefined) return known;
  const flat = flattenSchema(inputJsonSchema(given, "The schema of a form"));
  // A default may be a function, such as today's date: it is asked again each time.
  const hasDefaults = Object.values(flat.schema.properties).some(
    (field) => "default" in field && field.default !== undefined,
  );
  if (!hasDefaults) flattened.set(given, flat);
  return flat;
}
