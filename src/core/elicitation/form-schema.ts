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

export type FieldSchema =
  | StringFieldSchema
  | NumberFieldSchema
  | BooleanFieldSchema
  | ChoiceFieldSchema
  | ChoicesFieldSchema;

/** A form as MCP writes it; fields in the order in which people see them. */
export interface FormSchema {
  readonly $schema?: string;
  readonly type: "object";
  readonly properties: { readonly [field: string]: FieldSchema };
  readonly required?: readonly string[];
}
