// The fields of a form, as an author writes them.

import type {
  ChoiceOptions,
  ChoicesOptions,
  FieldOptions,
  FileOptions,
  NumberOptions,
  Options,
  OptionValue,
  StringOptions,
} from "./field-options.js";
import type { UploadedFile } from "./uploaded-file.js";

declare const content: unique symbol;

/** One field of a form; made by {@link field}, checked when it is put into a form. */
export interface Field<Value = unknown, IsOptional extends boolean = boolean> {
  readonly kind: FieldKind;
  readonly options: { readonly [name: string]: unknown };
  /** Only a type: what the content of an answer has under this field. */
  readonly [content]?: { readonly value: Value; readonly isOptional: IsOptional };
}

/** The kinds of fields. */
export type FieldKind = "string" | "number" | "integer" | "boolean" | "choice" | "choices" | "file";

/** The fields of a form, in the order in which people see them. */
export type Fields = { readonly [name: string]: Field };

/** What the content of an answer to these fields is. Defaults are filled in, so a field that has one is there. */
export type ContentOfFields<F extends Fields> = Flatten<
  {
    -readonly [Name in keyof F as F[Name] extends Field<unknown, false> ? Name : never]: ValueOf<F[Name]>;
  } & {
    -readonly [Name in keyof F as F[Name] extends Field<unknown, false> ? never : Name]?: ValueOf<F[Name]>;
  }
>;

type ValueOf<F> = F extends Field<infer Value, boolean> ? Value : never;

/** One plain object type; inferred anew, so that editors and errors show its members and not this name. */
type Flatten<T> = T extends infer Members ? { [Key in keyof Members]: Members[Key] } : never;

/** A field may be absent when it is optional and has no default. Only what is written says so, never where it is put. */
type MayLack<Optional extends boolean, Default> = undefined extends Default ? NoInfer<Optional> : false;

/**
 * Makes the fields of a form. A field is required unless it is `optional`.
 *
 * @example
 * import { field, form } from "beckon";
 *
 * const party = form("A table for how many?", {
 *   guests: field.integer({ title: "Guests", minimum: 1, maximum: 20 }),
 *   seat: field.choice({ title: "Where", options: { in: "Inside", out: "Terrace" }, default: "in" }),
 *   wishes: field.choices({ options: ["window", "quiet"], max: 1, optional: true }),
 * });
 */
export const field: {
  /** Text. */
  string<Optional extends boolean = false, Default extends string | undefined = undefined>(
    options?: StringOptions<Optional, Default>,
  ): Field<string, MayLack<Optional, Default>>;
  /** Any number. */
  number<Optional extends boolean = false, Default extends number | undefined = undefined>(
    options?: NumberOptions<Optional, Default>,
  ): Field<number, MayLack<Optional, Default>>;
  /** A whole number. */
  integer<Optional extends boolean = false, Default extends number | undefined = undefined>(
    options?: NumberOptions<Optional, Default>,
  ): Field<number, MayLack<Optional, Default>>;
  /** Yes or no. Without a default a person starts from neither. */
  boolean<Optional extends boolean = false, Default extends boolean | undefined = undefined>(
    options?: FieldOptions<Optional, Default>,
  ): Field<boolean, MayLack<Optional, Default>>;
  /** One of several options. */
  choice<
    const O extends Options,
    Optional extends boolean = false,
    Default extends OptionValue<O> | undefined = undefined,
  >(options: ChoiceOptions<O, Optional, Default>): Field<OptionValue<O>, MayLack<Optional, Default>>;
  /** Any of several options, each at most once. */
  choices<
    const O extends Options,
    Optional extends boolean = false,
    Default extends readonly OptionValue<O>[] | undefined = undefined,
  >(options: ChoicesOptions<O, Optional, Default>): Field<OptionValue<O>[], MayLack<Optional, Default>>;
  /** A file to upload, or several. No client can ask for it: it takes a hosted page or an inbox. */
  file<Optional extends boolean = false, Several extends boolean = false>(
    options?: FileOptions<Optional, Several>,
  ): Field<true extends NoInfer<Several> ? UploadedFile[] : UploadedFile, MayLack<Optional, undefined>>;
} = {
  string: (options) => make("string", options),
  number: (options) => make("number", options),
  integer: (options) => make("integer", options),
  boolean: (options) => make("boolean", options),
  choice: (options) => make("choice", options),
  choices: (options) => make("choices", options),
  file: (options) => make("file", options),
};

const make = (kind: FieldKind, options: object = {}): Field<never, never> => ({
  kind,
  options: { ...options },
});
