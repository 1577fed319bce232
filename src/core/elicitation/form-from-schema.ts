// Builds a form of a plain MCP form schema, which is sent as it is.

import type { FromJsonSchema } from "../from-json-schema.js";
import { isObject } from "../json.js";
import type { FormContent } from "./answer.js";
import { checkContent } from "./check-content.js";
import { findCredential } from "./find-credential.js";
import { bodyToForm, type FormBody } from "./form-body.js";
import type { FormSchema } from "./form-schema.js";
import type { CheckedContent, Form } from "./question.js";
import { requireFormSchema } from "./require-form-schema.js";

/** A form of a schema that is one of MCP's already. Throws when it is not, naming the field and the reason. */
export const formFromSchema = <const S extends FormSchema>(
  message: string,
  schema: S,
): Form<ContentOfSchema<S>> => bodyToForm(message, bodyFromSchema(schema));

/** What the content of an answer to this schema is; defaults are filled in, so a field that has one is there. */
export type ContentOfSchema<S extends FormSchema> = string extends keyof S["properties"]
  ? FormContent
  : Flatten<
      {
        -readonly [Name in keyof S["properties"] as Name extends Present<S> ? Name : never]: Value<S, Name>;
      } & {
        -readonly [Name in keyof S["properties"] as Name extends Present<S> ? never : Name]?: Value<S, Name>;
      }
    >;

type Value<S extends FormSchema, Name extends keyof S["properties"]> = FieldValue<S["properties"][Name]>;

type FieldValue<F> = F extends { readonly oneOf: readonly { readonly const: infer C }[] }
  ? C
  : F extends { readonly items: { readonly anyOf: readonly { readonly const: infer C }[] } }
    ? C[]
    : FromJsonSchema<F>;

type Present<S extends FormSchema> = Required<S> | Defaulted<S["properties"]>;

type Required<S> = S extends { readonly required: readonly (infer Name)[] } ? Name : never;

type Defaulted<P> = {
  [Name in keyof P]: P[Name] extends { readonly default: unknown } ? Name : never;
}[keyof P];

/** One plain object type; inferred anew, so that editors and errors show its members and not this name. */
type Flatten<T> = T extends infer Members ? { [Key in keyof Members]: Members[Key] } : never;

/** The schema as it is sent, and the check of its content. */
export function bodyFromSchema<const S extends FormSchema>(given: S): FormBody<ContentOfSchema<S>> {
  const { unmarked, harmless } = takeMarks(given);
  const schema = requireFormSchema(unmarked);
  return {
    schema,
    credential: findCredential(schema, harmless),
    // The schema says what content without problems is.
    check: (content) => checkContent(schema, content) as CheckedContent<ContentOfSchema<S>>,
  };
}

/** Takes `credential: false` off the fields: it is said to us, and not to the client. */
function takeMarks(given: unknown): { readonly unmarked: unknown; readonly harmless: ReadonlySet<string> } {
  const harmless = new Set<string>();
  if (!isObject(given) || !isObject(given.properties)) return { unmarked: given, harmless };
  const fields = Object.entries(given.properties).map(([name, field]) => {
    if (!isObject(field) || field.credential !== false) return [name, field];
    const { credential: _, ...unmarked } = field;
    harmless.add(name);
    return [name, unmarked];
  });
  return harmless.size === 0
    ? { unmarked: given, harmless }
    : { unmarked: { ...given, properties: Object.fromEntries(fields) }, harmless };
}
