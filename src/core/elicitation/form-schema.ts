// The schema of a form as MCP writes it: a flat object of primitive fields.

/** What every field may say of itself. */
interface Described {
  readonly title?: string;
  readonly description?: string;
}

export interface StringFieldSchema extends Described {
  readonly type: "string";
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly pattern?: string;
  readonly format?: "email" | "uri" | "date" | "date-time";
  readonly default?: string;
}

export interface NumberFieldSchema extends Described {
  readonly type: "number" | "integer";
  readonly minimum?: number;
  readonly maximum?: number;
  readonly default?: number;
}

export interface BooleanFieldSchema extends Described {
  readonly type: "boolean";
  readonly default?: boolean;
}

/** An option with the text a person sees. */
export interface TitledOption {
  readonly const: string;
  readonly title: string;
}

export interface ChoiceFieldSchema extends Described {
  readonly type: "string";
  readonly enum?: readonly string[];
  /** The older way to give options a title. */
  readonly enumNames?: readonly string[];
  readonly oneOf?: readonly TitledOption[];
  readonly default?: string;
}

export interface ChoicesFieldSchema extends Described {
  readonly type: "array";
  readonly minItems?: number;
  readonly maxItems?: number;
  readonly items:
    | { readonly type: "string"; readonly enum: readonly string[] }
    | { readonly anyOf: readonly TitledOption[] };
  readonly default?: readonly string[];
}

/** A value that is shown nowhere. No MCP form can carry it: it is asked on a page, in the inbox or in a terminal. */
export interface SecretFieldSchema extends Described {
  readonly type: "secret";
  /** True when it may have several lines, such as a private key: their breaks are kept. @default false */
  readonly multiline?: boolean;
}

/** Files to upload. No MCP form can carry them: they are asked for on a page or in the inbox. */
export interface FileFieldSchema extends Described {
  readonly type: "file";
  /** Endings (`.pdf`) and media types (`image/png`, `image/*`) that may be uploaded; absent for any. */
  readonly accept?: readonly string[];
  /** How large each file may be. */
  readonly maxBytes: number;
  /** How many files may be uploaded at the most. */
  readonly maxFiles: number;
}

/** A field that an MCP client can show. */
export type PlainFieldSchema =
  | StringFieldSchema
  | NumberFieldSchema
  | BooleanFieldSchema
  | ChoiceFieldSchema
  | ChoicesFieldSchema;

export type FieldSchema = PlainFieldSchema | SecretFieldSchema | FileFieldSchema;

/** A form as MCP writes it; fields in the order in which people see them. */
export interface FormSchema {
  readonly $schema?: string;
  readonly type: "object";
  readonly properties: { readonly [field: string]: FieldSchema };
  readonly required?: readonly string[];
}
