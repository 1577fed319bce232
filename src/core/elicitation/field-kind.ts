// What each field is to a person: the one place that pages and terminals decide by.

import { looksLikeCredential } from "./credential-name.js";
import type {
  BooleanFieldSchema,
  ChoiceFieldSchema,
  ChoicesFieldSchema,
  FieldSchema,
  FileFieldSchema,
  NumberFieldSchema,
  SecretFieldSchema,
  StringFieldSchema,
} from "./form-schema.js";
import { isChoice } from "./options-of.js";

/** A field together with what it is to a person. */
export type KnownField =
  | { readonly kind: "text"; readonly field: StringFieldSchema }
  /** Text that should never have been asked for in a form, by its name. */
  | { readonly kind: "credential"; readonly field: StringFieldSchema }
  | { readonly kind: "date"; readonly field: StringFieldSchema }
  | { readonly kind: "date-time"; readonly field: StringFieldSchema }
  | { readonly kind: "number"; readonly field: NumberFieldSchema }
  | { readonly kind: "boolean"; readonly field: BooleanFieldSchema }
  | { readonly kind: "choice"; readonly field: ChoiceFieldSchema }
  | { readonly kind: "choices"; readonly field: ChoicesFieldSchema }
  | { readonly kind: "secret"; readonly field: SecretFieldSchema }
  | { readonly kind: "file"; readonly field: FileFieldSchema };

/** What a field is; `undefined` for a shape that nobody knows how to show. */
export function kindOf({
  name,
  field,
}: {
  readonly name: string;
  readonly field: FieldSchema;
}): KnownField | undefined {
  switch (field.type) {
    case "string":
      return kindOfText(name, field);
    case "number":
    case "integer":
      return { kind: "number", field };
    case "boolean":
      return { kind: "boolean", field };
    case "array":
      return { kind: "choices", field };
    case "secret":
      return { kind: "secret", field };
    case "file":
      return { kind: "file", field };
    default:
      // The types name every shape; a form that was made elsewhere may have others.
      return undefined;
  }
}

function kindOfText(name: string, field: StringFieldSchema | ChoiceFieldSchema): KnownField {
  if (isChoice(field)) return { kind: "choice", field };
  if (looksLikeCredential(name) || looksLikeCredential(field.title ?? ""))
    return { kind: "credential", field };
  return { kind: field.format === "date" || field.format === "date-time" ? field.format : "text", field };
}

/** True for what must never be shown again. */
export const isConcealed = (kind: KnownField["kind"]): boolean =>
  kind === "secret" || kind === "credential" || kind === "file";

/** True when the field has a default, also one that is empty, zero or false. */
export const hasDefault = (field: FieldSchema): boolean => "default" in field && field.default !== undefined;
