// The three ways to say what is asked, behind one face.

import { isObject } from "../json.js";
import { isStandardSchema, type OutputOf, type StandardSchema } from "../standard-schema.js";
import type { ContentOfFields, Fields } from "./field.js";
import { bodyFromFields } from "./form.js";
import { bodyToForm, type FormBody } from "./form-body.js";
import { bodyFromSchema, type ContentOfSchema } from "./form-from-schema.js";
import { bodyFromStandard } from "./form-from-standard.js";
import type { FormSchema } from "./form-schema.js";
import type { Form } from "./question.js";

/** Fields, a Standard Schema with JSON Schema, or a plain MCP form schema. */
export type FormSource = Fields | StandardSchema | FormSchema;

/** What the content of an answer is. */
export type ContentOf<Source> = Source extends StandardSchema
  ? OutputOf<Source>
  : Source extends FormSchema
    ? ContentOfSchema<Source>
    : Source extends Fields
      ? ContentOfFields<Source>
      : never;

/** A form of whatever says what is asked. */
export const formOf = <const Source extends FormSource>(
  message: string,
  source: Source,
): Form<ContentOf<Source>> => bodyToForm(message, bodyOf(source));

/** What is asked, and the check of what comes back, without a message. */
export function bodyOf<const Source extends FormSource>(source: Source): FormBody<ContentOf<Source>> {
  // The type of the content follows from the source, branch by branch.
  return bodyOfAny(source) as FormBody<ContentOf<Source>>;
}

function bodyOfAny(source: FormSource): FormBody<unknown> {
  if (isStandardSchema(source)) return bodyFromStandard(source);
  return isFormSchema(source) ? bodyFromSchema(source) : bodyFromFields(source);
}

/** A field may be called `type`, but it is no text. */
const isFormSchema = (source: Fields | FormSchema): source is FormSchema =>
  isObject(source) && typeof source.type === "string";
